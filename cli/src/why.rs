//! `bidlang why RECORD`

use bidlang::diagnostic::Diagnostic;
use bidlang::why::{self, Chosen, Decision, Left};
use bidlang::{Clause, Error, Group, Ledger, Meant, Objected, Prepared, Running, Side};
use serde_json::{Value, json};

use crate::reasons;
use crate::recorded::{Format, Of, Recorded, told};
use crate::run::usage;
use crate::{End, output, report};

/// Says why an act was not legal in a recorded game, and what the scores are made of.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub struct Args {
    #[command(flatten)]
    of: Of,
    /// What may be done at this decision, what may not, and which clause forbids it; decisions are numbered from 1
    #[arg(long, value_name = "STEP", group = "what", value_parser = clap::value_parser!(u64).range(1..))]
    at: Option<u64>,
    /// The seat that is asked about, where several choose at once
    #[arg(long, value_name = "N", requires = "at", conflicts_with = "scores", value_parser = clap::value_parser!(u8).range(1..))]
    seat: Option<u8>,
    /// What each score is made of: at the end, or before the decision `--at`
    #[arg(long, group = "what")]
    scores: bool,
}

/// How many acts of one sort are shown.
const MOST_SHOWN: usize = 30;

pub fn run(args: &Args) -> End {
    match answer(args) {
        Ok(()) => End::Fine,
        Err(end) => end,
    }
}

fn answer(args: &Args) -> Result<(), End> {
    let recorded = Recorded::read(&args.of)?;
    recorded.has_seat(args.seat)?;
    let Recorded { replay, prepared, game, name } = recorded;
    let refused = |error: Error| report::error(&error);
    let mut ledger = Ledger::new(&prepared, None);
    let left = why::replay(&prepared, &replay, args.at, &mut ledger).map_err(refused)?;
    let head = json!({"version": 1, "game": game.title(), "rules": game.name, "record": name});
    let answer = Answer { prepared: &prepared, ledger: &ledger, left: &left };
    match (args.scores, &left.decision) {
        (false, Some(decision)) => {
            let seat = told(answer.seat(args.seat, decision))?;
            match args.of.format {
                Format::Text => answer.acts(decision, seat),
                Format::Json => output::line(&pretty(head, answer.json_acts(decision, seat))),
            }
        }
        _ => match args.of.format {
            Format::Text => answer.scores(),
            Format::Json => output::line(&pretty(head, answer.json_scores())),
        },
    }
    Ok(())
}

pub fn pretty(mut head: Value, more: Value) -> String {
    if let (Some(head), Value::Object(more)) = (head.as_object_mut(), more) {
        head.extend(more);
    }
    serde_json::to_string_pretty(&head).unwrap_or_default()
}

struct Answer<'a> {
    prepared: &'a Prepared,
    ledger: &'a Ledger,
    left: &'a Left,
}

impl Answer<'_> {
    /// The seat that is asked about.
    fn seat(&self, asked: Option<u8>, decision: &Decision) -> Result<u8, Diagnostic> {
        let Some(seat) = asked.map(|seat| seat - 1) else { return Ok(decision.seat) };
        if decision.choosers & (1 << seat) != 0 {
            return Ok(seat);
        }
        let turns: Vec<String> = bidlang::engine::each_seat(decision.choosers)
            .map(|seat| format!("seat {} ({})", seat + 1, self.prepared.words().seat(seat)))
            .collect();
        let number = decision.number;
        Err(usage(format!("seat {} does not choose at decision {number}", seat + 1))
            .help(format!("it is the turn of {}", bidlang::words::list(turns))))
    }

    fn acts(&self, decision: &Decision, seat: u8) {
        let turn = self.prepared.turn_in(&decision.state, seat);
        let when = why::when(&self.prepared.phases(&decision.state));
        let game = self.prepared.game().title();
        output::line(&format!(
            "{game}, decision {}{}",
            decision.number,
            if when.is_empty() { when } else { format!(": {when}") }
        ));
        let name = turn.name();
        if let Some(ask) = turn.ask() {
            let clause = self.prepared.clause(ask.rule);
            output::line(&format!("{name} has to choose, by `{}` ({}:{})", clause.words, clause.file, clause.line));
        }
        output::line(&format!("{name} may"));
        for line in turn.allowed().lines(MOST_SHOWN) {
            output::line(&format!("  {line}"));
        }
        reasons::refusal(name, &turn.refused_to_all());
        let chose = match (&decision.chosen, turn.ask()) {
            (Some(Chosen { choice, forced }), Some(ask)) if seat == decision.seat => {
                let forced = if *forced { " (forced)" } else { "" };
                format!("{name} chose: {}{forced}", turn.words().choice(ask, choice))
            }
            (None, _) => format!("{name} has not chosen: the record ends here"),
            _ => return,
        };
        output::line(&chose);
    }

    fn json_acts(&self, decision: &Decision, seat: u8) -> Value {
        let turn = self.prepared.turn_in(&decision.state, seat);
        let words = turn.words();
        let (legal, refusal) = (turn.allowed(), turn.refused_to_all());
        let Some(ask) = turn.ask() else { return Value::Null };
        let chosen = decision.chosen.filter(|_| seat == decision.seat);
        let act = |said: &Meant| {
            let whole = ask.acts.get(usize::from(said.choice.act)).is_some_and(|act| act.picks.len() == said.made);
            let choice = words.json_choice(ask, &said.choice);
            let text = if said.picks.is_empty() { said.act.clone() } else { format!("{} {}", said.act, said.picks) };
            match said.outside {
                Some((low, high)) => json!({"words": text, "act": said.act, "least": low, "most": high}),
                None if whole => json!({"words": text, "act": said.act, "choice": choice}),
                None => json!({"words": text, "act": said.act}),
            }
        };
        let group = |group: &Group| {
            let because: Vec<Value> = group
                .because
                .iter()
                .map(|Objected { why, clause }| {
                    let mut clause = json_clause(clause);
                    if let Some(clause) = clause.as_object_mut() {
                        clause.insert("why".to_owned(), json!(why));
                    }
                    clause
                })
                .collect();
            json!({"acts": group.acts.iter().map(act).collect::<Vec<_>>(), "because": because})
        };
        json!({
            "decision": decision.number,
            "phases": json_phases(&self.prepared.phases(&decision.state)),
            "seat": seat + 1, "name": turn.name(), "at_once": ask.at_once, "asked_by": json_clause(&self.prepared.clause(ask.rule)),
            "legal": legal.acts.iter().map(act).collect::<Vec<_>>(),
            "refused": refusal.groups.iter().map(group).collect::<Vec<_>>(), "more": refusal.cut,
            "choice": chosen.map(|chosen| words.json_choice(ask, &chosen.choice)),
            "forced": chosen.map(|chosen| chosen.forced),
        })
    }

    fn scores(&self) {
        let game = self.prepared.game().title();
        output::line(&match (&self.left.decision, self.left.fault) {
            (Some(decision), _) => format!("{game}, before decision {}", decision.number),
            (None, Some(fault)) => {
                format!(
                    "{game}, after {} decisions; stopped: {}",
                    self.left.decisions,
                    self.prepared.words().fault(fault.kind)
                )
            }
            (None, None) => format!("{game}, after {} decisions", self.left.decisions),
        });
        reasons::scores(self.prepared, self.ledger, &self.left.scores);
    }

    fn json_scores(&self) -> Value {
        let words = self.prepared.words();
        let sides: Vec<Value> = self
            .ledger
            .scores()
            .into_iter()
            .map(|Side { seats, items }| {
                let items: Vec<Value> = items
                    .iter()
                    .map(|item| {
                        let cards: Vec<Value> = item
                            .cards
                            .iter()
                            .map(|card| json!({"card": words.json_card(card.card), "points": card.points}))
                            .collect();
                        let mut line = json!({
                            "points": item.points, "for": item.reason, "decisions": item.decisions, "phases": json_phases(&item.phases),
                            "cards": cards,
                        });
                        if let (Some(line), Value::Object(clause)) = (line.as_object_mut(), json_clause(&item.clause)) {
                            line.extend(clause);
                        }
                        line
                    })
                    .collect();
                let names: Vec<&str> = bidlang::engine::each_seat(seats).map(|seat| words.seat(seat)).collect();
                let score = reasons::first(seats, &self.left.scores);
                json!({"seats": words.json_seats(seats), "names": names, "score": score, "items": items})
            })
            .collect();
        json!({"decisions": self.left.decisions, "scores": sides})
    }
}

fn json_phases(phases: &[Running]) -> Value {
    phases.iter().map(|Running { phase, pass }| json!({"phase": phase, "pass": pass})).collect()
}

fn json_clause(clause: &Clause) -> Value {
    json!({"rule": clause.words, "file": clause.file, "line": clause.line})
}
