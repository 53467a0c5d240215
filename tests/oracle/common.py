"""What the scripts share: playing games in open_spiel and writing each as one line. The format is in README.md."""

import argparse
import importlib.metadata
import random

import pyspiel

CHANCE = pyspiel.PlayerId.CHANCE


def number_set(numbers):
    """`1-4.9`: numbers in rising order, three or more neighbours as a run."""
    parts, rest = [], sorted(numbers)
    while rest:
        length = 1
        while length < len(rest) and rest[length] == rest[0] + length:
            length += 1
        if length < 3:
            length = 1
        parts.append(str(rest[0]) if length == 1 else f"{rest[0]}-{rest[length - 1]}")
        rest = rest[length:]
    return ".".join(parts)


def word(value):
    """A parameter or return as it is written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.9g}"
    return str(value)


def play(name, parameters, rng, player):
    """Plays one game. `player(rng, parameters, dealt)` gives the function that chooses, `choose(state, seat, legal)`;
    the seat of chance is CHANCE."""
    state = pyspiel.load_game(name, parameters).new_initial_state()
    dealt, decisions = [], []
    choose = player(rng, parameters, dealt)

    def decide(seat):
        legal = state.legal_actions(seat)
        action = choose(state, seat, legal)
        decisions.append(f"{seat}:{action}" + ("" if len(legal) == 1 else f"={number_set(legal)}"))
        return action

    while not state.is_terminal():
        if state.is_chance_node():
            action = choose(state, CHANCE, state.legal_actions())
            dealt.append(action)
            state.apply_action(action)
        elif state.is_simultaneous_node():
            state.apply_actions([decide(seat) for seat in range(state.num_players())])
        else:
            state.apply_action(decide(state.current_player()))
    return [
        " ".join(f"{key}={word(value)}" for key, value in parameters.items()),
        " ".join(map(str, dealt)),
        " ".join(decisions),
        " ".join(word(value) for value in map(float, state.returns())),
    ]


def main(name, draw, player):
    """Writes games with drawn parameters to standard output."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    version = importlib.metadata.version("open_spiel")
    print(f"open_spiel {version}|{name}|--games {args.games} --seed {args.seed}")
    for number in range(1, args.games + 1):
        rng = random.Random(f"{name} {args.seed} {number}")
        print("|".join([str(number), *play(name, draw(rng), rng, player)]))
