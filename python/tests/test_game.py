"""Rules files read and games played from Python."""

from __future__ import annotations

import copy
import json
import pathlib
import pickle
import random
from types import MappingProxyType

import pytest

import bidlang

SMALL = (pathlib.Path(__file__).parents[2] / "interpreter/bidlang/src/high.bid").read_text()


def play(game: bidlang.Game, seed: int) -> bidlang.State:
    state, dice = game.new(seed), random.Random(seed)
    while not state.is_over():
        state.apply(state.nth(dice.randrange(state.count())))
    return state


# A record lists all legal choices of each decision; here there are 134,596 of them.
LONG_RECORDS = {"french_tarot"}


@pytest.mark.parametrize("name", bidlang.shipped())
def test_every_shipped_game_is_played_to_its_end(name: str) -> None:
    state = play(bidlang.load(name), 3)
    assert state.to_act() is None and state.legal() == [] and state.count() == 0
    assert len(state.scores()) == len(state.names)
    if name in LONG_RECORDS:
        return
    lines = state.events_since()
    assert lines[0]["line"] == "game" and lines[-1]["line"] == "end"
    assert lines[-1]["scores"] == state.scores()
    assert [seat + 1 for seat in state.winners()] == lines[-1]["winners"]


def test_a_seat_is_told_what_it_may_know_and_views_agree() -> None:
    state = bidlang.read(SMALL, players=3, names=["Li", "Mo"]).new(seed=7)
    assert state.names == ["Li", "Mo", "Ann"]
    mo = state.view(1)
    assert mo.places["hand of Mo"].count(",") == 3 and mo.places["hand of Li"] == "4 cards"
    assert state.view().places["hand of Li"].count(",") == 3
    before = len(state.events_since(seat=1))
    for seat in state.seats_to_act():
        state.apply(state.legal(seat)[0], seat)
    new = state.events_since(before, seat=1)
    assert new and state.events_since(seat=1)[before:] == new
    hidden = [line for line in state.events_since(seat=1) if line.get("cards") == [None] * 4]
    assert hidden, "cards of others are told as that many"
    assert "seed" not in state.events_since(seat=1)[0] and state.events_since()[0]["seed"] == 7


def test_a_clone_goes_its_own_way() -> None:
    state = bidlang.load("varg_bid").new(5)
    before, begun = state.record(), state.decisions
    copies = [copy.copy(state), copy.deepcopy(state), state.clone()]
    state.apply(state.legal()[0])
    assert state.decisions > begun and state.record() != before
    for twin in copies:
        assert twin.decisions == begun and twin.record() == before
        twin.apply(twin.legal()[0])
        assert twin.record() == state.record(), "the same act and the same chance"


def test_a_record_is_gone_on_with_and_a_game_is_pickled() -> None:
    game = bidlang.load("hearts", names=["N", "E"])
    state = game.new(11)
    for _ in range(20):
        state.apply(state.legal()[-1])
    again = game.resume(state.record())
    assert again.record() == state.record() and again.to_act() == state.to_act()
    sent = pickle.loads(pickle.dumps(game))
    assert (sent.hash, sent.names, sent.options) == (game.hash, game.names, game.options)
    assert play(sent, 2).record() == play(game, 2).record()


def test_a_record_with_choices_behind_the_end_is_refused() -> None:
    game = bidlang.read(SMALL)
    lines = play(game, 4).record().splitlines()
    last = max(number for number, line in enumerate(lines) if json.loads(line)["line"] == "decision")
    for wrong in (lines[: last + 1] + [lines[last]], lines[:-1] + [lines[last]], lines[:-1] + [lines[last]] + lines[-1:]):
        with pytest.raises(bidlang.RecordError):
            game.resume("\n".join(wrong) + "\n")


def test_a_link_out_of_the_project_is_not_followed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/low.bid").write_text(SMALL)
    (tmp_path / "project").mkdir()
    (tmp_path / "project/lower.bid").write_text("variant Lower\nof low\n\noption deals  1 to 9, usually 5\n")
    (tmp_path / "project/low.bid").symlink_to(tmp_path / "secret/low.bid")
    with pytest.raises(bidlang.RulesError, match="outside"):
        bidlang.load(tmp_path / "project/lower.bid")
    (tmp_path / "project/low.bid").unlink()
    (tmp_path / "project/low.bid").write_text(SMALL)
    assert bidlang.load(tmp_path / "project/lower.bid").title == "Lower"


def test_a_pickled_game_needs_no_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "low.bid").write_text(SMALL.replace("game High Card", "game Low Card"))
    (tmp_path / "lower.bid").write_text("variant Lower\nof low\n\noption deals  1 to 9, usually 5\n")
    game = bidlang.load(tmp_path / "lower.bid", options={"deals": 2}, names=["Li"])
    sent = pickle.dumps(game)
    (tmp_path / "low.bid").unlink()
    (tmp_path / "lower.bid").unlink()
    again = pickle.loads(sent)
    assert (again.hash, again.title, again.options, again.names) == (game.hash, "Lower", {"deals": "2"}, game.names)
    assert play(again, 3).record() == play(game, 3).record()
    function, parts = game.__reduce__()[:2]
    with pytest.raises(bidlang.FileError, match="the same version of bidlang"):
        function(parts[0], "0" * 64, *parts[2:])


def test_acts_are_words_and_json() -> None:
    state = bidlang.read(SMALL).new(7)
    act = state.legal()[2]
    assert act in state.legal() and act == state.nth(2) and hash(act) == hash(state.nth(2))
    one, two, three = state.clone(), state.clone(), state.clone()
    one.apply(act)
    two.apply(act.words)
    three.apply(json.loads(json.dumps(act.json())))
    assert one.record() == two.record() == three.record()


def test_any_mapping_says_options_and_choices() -> None:
    game = bidlang.read(SMALL, options=MappingProxyType({"deals": 2}))
    assert game.options["deals"] == "2"
    state = game.new(7)
    choice = state.legal()[1].json()
    state.apply(MappingProxyType(choice))
    with pytest.raises(TypeError, match="Mapping"):
        bidlang.read(SMALL, options=["deals"])  # type: ignore[arg-type]


def test_problems_of_a_file_are_all_told() -> None:
    wrong = SMALL.replace("from stock to hand", "from stok to hand").replace("highest worth", "highest wroth")
    with pytest.raises(bidlang.RulesError) as caught:
        bidlang.read(wrong, file="high.bid")
    found = caught.value.diagnostics
    assert len(found) == 2 and {problem.code for problem in found} == {"unknown-name", "type"}
    first = next(problem for problem in found if problem.code == "unknown-name")
    place = first.places[0]
    assert (place.file, place.line, place.column) == ("high.bid", 24, 15)
    assert wrong.encode()[first.span[0] : first.span[1]] == b"stok"
    assert first.help and "stock" in first.help
    assert "high.bid:24:15" in str(caught.value)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: bidlang.load("no/such.bid"), bidlang.FileError, "there is no such file"),
        (lambda: bidlang.load("hearts", players=9), bidlang.SetupError, "9"),
        (lambda: bidlang.load("hearts", players=-1), bidlang.SetupError, "-1"),
        (lambda: bidlang.load("hearts", players=1 << 40), bidlang.SetupError, "no number of players"),
        (lambda: bidlang.load("varg_bid", options={"dek": "basic"}), bidlang.SetupError, "deck"),
        (lambda: bidlang.load("varg_bid", options={"deck": "huge"}), bidlang.SetupError, "huge"),
        (lambda: bidlang.load("hearts", names=["A", "A"]), bidlang.SetupError, "twice"),
        (lambda: bidlang.read("game"), bidlang.RulesError, "rules.bid:1"),
        (lambda: bidlang.read("\0"), bidlang.RulesError, "rules.bid"),
        (lambda: bidlang.load("hearts").resume("no record"), bidlang.RecordError, "line"),
        (lambda: bidlang.load("heart"), bidlang.FileError, "did you mean `hearts`"),
        (lambda: bidlang.load(""), bidlang.FileError, "bidlang.shipped()"),
        (lambda: bidlang.load(pathlib.Path(__file__).parent), bidlang.FileError, "this is a folder"),
        (lambda: bidlang.load("/dev/null"), bidlang.FileError, "no file"),
        (lambda: bidlang.load("hearts", players=10**30), bidlang.SetupError, "no number of players"),
        (lambda: bidlang.load("hearts", players=3.5), TypeError, "a whole number is wanted, not 3.5"),  # type: ignore[arg-type]
        (lambda: bidlang.load("hearts").new(-1), ValueError, "from 0 to 18446744073709551615 is wanted, not -1"),
        (lambda: bidlang.load("hearts").new(1 << 64), ValueError, "18446744073709551616"),
        (lambda: bidlang.load("hearts").new(None), TypeError, "a whole number is wanted, not None"),  # type: ignore[arg-type]
        (lambda: bidlang.load("hearts").new(float("nan")), TypeError, "a whole number is wanted, not nan"),  # type: ignore[arg-type]
        (lambda: bidlang.load("hearts").new(1).view(-1), ValueError, "there is no seat -1"),
        (lambda: bidlang.load("hearts").new(1).view(10**30), ValueError, "there is no seat 1000"),
        (lambda: bidlang.load("hearts").new(1).nth(-1), ValueError, "not -1"),
        (lambda: bidlang.load("hearts").new(1).apply("fly"), bidlang.WordsError, ""),
        (lambda: bidlang.load("hearts").new(1).apply(3), TypeError, "take"),
        (lambda: bidlang.load("hearts").new(1).apply({"act": "play", "picks": []}), bidlang.IllegalActError, "not among"),
        (lambda: bidlang.load("hearts").new(1).apply({"act": "play", "picks": [float("nan")]}), ValueError, "no number"),
        (lambda: bidlang.load("hearts").new(1).nth(10**6), ValueError, "counted from 0"),
        (lambda: bidlang.load("hearts").new(1).view(4), ValueError, "no seat 4"),
        (lambda: bidlang.load("hearts").new(1).events_since(seat=200), ValueError, "no seat 200"),
        (lambda: bidlang.load("hearts").new(1).legal(9), bidlang.NotToChooseError, "not to choose now"),
    ],
)
def test_bad_calls_are_refused_with_words(call: object, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        call()  # type: ignore[operator]
    assert says in str(caught.value)


def test_a_game_that_is_over_refuses_acts_and_an_illegal_act_changes_nothing() -> None:
    state = play(bidlang.read(SMALL), 1)
    with pytest.raises(bidlang.GameOverError):
        state.apply("bid 3 of Clubs")
    state = bidlang.read(SMALL).new(7)
    before, other = state.record(), bidlang.read(SMALL).new(8)
    foreign = next(act for act in other.legal() if act not in state.legal())
    with pytest.raises(bidlang.IllegalActError) as caught:
        state.apply(foreign)
    assert caught.value.clauses and caught.value.clauses[0].line == 27
    assert state.record() == before


STOPS = """game Stops
players 2

cards
  rank  1 to 4
  1 to 4

places
  stock  seen by all
  hand  each player  seen by owner

play
  move all cards to stock
  shuffle stock
  deal 2 from stock to hand of each player
  ask seat 1 to keep a card from hand
  deal 2 from stock to hand of seat 2
  won by players with highest score
"""


def test_a_game_that_stops_says_so_again_and_again() -> None:
    state = bidlang.read(STOPS, file="stops.bid").new(2)
    with pytest.raises(bidlang.GameStoppedError) as caught:
        state.apply(state.legal()[0])
    assert caught.value.diagnostics[0].places[0].line == 17
    with pytest.raises(bidlang.GameStoppedError):
        state.legal()


def test_why_an_act_is_forbidden() -> None:
    state = bidlang.read(SMALL).new(7)
    words = next(f"bid {rank} of Clubs" for rank in range(1, 13) if f"bid {rank} of Clubs" not in {act.words for act in state.legal()})
    reasons = state.why_not(words)
    assert reasons and reasons[0]["clause"]["line"] == 27
