//! Disassembly: a program as a listing that people can read.

use std::fmt::Write;

use crate::diagnostic::Diagnostic;
use crate::engine::{Node, NodeId, Op, PlaceAt, Program, SlotRef, Source, State, WIDE, Whose};
use crate::lower::{self, Compiled, Setup};
use crate::passes::Pass;
use crate::rulebook::Rulebook;
use crate::syntax::one_line;

/// The listings of a program as it is lowered and after each pass of the optimiser that changes it, and how its decisions are
/// played in the end.
///
/// # Errors
/// As [`crate::lower::compile`].
pub fn passes(rulebook: &Rulebook, setup: &Setup) -> Result<String, Vec<Diagnostic>> {
    let mut out = String::new();
    let mut before = String::new();
    for (pass, compiled) in lower::stages(&rulebook.game, setup)? {
        let now = program(rulebook, setup, &compiled);
        match pass {
            None => {
                let _ = write!(out, "# lowered\n\n{now}");
            }
            Some(Pass { name, does, .. }) => {
                let _ = write!(out, "\n# {name}: {does}\n\n");
                out.push_str(if now == before { "nothing changes\n" } else { &now });
            }
        }
        before = now;
    }
    let _ = write!(out, "\n# plans: how each decision is played\n\n");
    let compiled = rulebook.compile(setup)?;
    for (number, plan) in compiled.runner().plans().iter().enumerate() {
        let _ = writeln!(out, "decision {number}: {}; {}", plan.way, plan.acts.join(", "));
    }
    Ok(out)
}

/// The listing of a program: sizes, decisions, then each operation with the line of the rules file behind it.
#[must_use]
pub fn program(rulebook: &Rulebook, setup: &Setup, compiled: &Compiled) -> String {
    let program = &compiled.program;
    let show = Show { program, rulebook };
    let mut out = String::new();
    let _ = writeln!(out, "{}, {} players", rulebook.game.title, setup.players);
    let _ = writeln!(
        out,
        "{} cards, {} places, {} operations, {} phrases; a state has {} bytes",
        program.cards.len(),
        program.places.len(),
        program.code.len(),
        program.nodes.len(),
        State::size(program)
    );
    let ordered: Vec<String> = (0..)
        .zip(&program.places)
        .filter(|(_, place)| place.ordered)
        .map(|(place, _)| show.place_name(place))
        .collect();
    let _ = writeln!(out, "the order of cards is kept in: {}", ordered.join(", "));
    for (number, ask) in program.asks.iter().enumerate() {
        let _ = writeln!(
            out,
            "\ndecision {number}: {}{}",
            show.node(ask.who),
            if ask.at_once { ", all at once" } else { "" }
        );
        for act in &ask.acts {
            let name = rulebook.game.acts.get(usize::from(act.name)).map_or("", String::as_str);
            let _ = write!(out, "  {name}");
            if let Some(when) = act.when {
                let _ = write!(out, " when {}", show.node(when));
            }
            let _ = writeln!(out, " -> {}", act.entry);
            for pick in &act.picks {
                let _ = writeln!(
                    out,
                    "    pick {}{}",
                    show.source(pick.source),
                    pick.to.map_or_else(String::new, |to| format!(" to {}", show.place(to)))
                );
                if let Some(filter) = pick.filter {
                    let _ = writeln!(out, "      where {}", show.node(filter));
                }
                if let Some(so_that) = pick.so_that {
                    let _ = writeln!(out, "      so that {}", show.node(so_that));
                }
            }
            for must in &act.musts {
                let cond = must.cards.unwrap_or(must.cond);
                let able = if must.if_able { " if able" } else { "" };
                let when = must.when.map_or_else(String::new, |when| format!(" when {}", show.node(when)));
                let _ = writeln!(out, "    must {}{able}{when}", show.node(cond));
            }
        }
    }
    let _ = writeln!(out);
    let mut last = u32::MAX;
    for (pc, op) in program.code.iter().enumerate() {
        for (phase, entry) in program.phases.iter().enumerate() {
            if entry.entry as usize == pc {
                let name = rulebook.game.phases.get(phase).map_or("", |phase| phase.name.as_str());
                let _ = writeln!(out, "{name}:");
            }
        }
        let line = program.lines.get(pc).copied().unwrap_or(0);
        let text = one_line(compiled.line(line).of(rulebook.text()));
        let note = if line == last || text.is_empty() {
            String::new()
        } else {
            format!("  # {}", text.chars().take(70).collect::<String>())
        };
        last = line;
        let steps = match program.weights.get(pc) {
            None | Some(0) => String::new(),
            Some(1) => " (1 step)".to_owned(),
            Some(steps) => format!(" ({steps} steps)"),
        };
        let _ = writeln!(out, "{pc:>4}  {:<60}{note}", show.op(op) + &steps);
    }
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

struct Show<'a> {
    program: &'a Program,
    rulebook: &'a Rulebook,
}

impl Show<'_> {
    fn place_name(&self, place: u16) -> String {
        let found = self.program.places.get(usize::from(place));
        let name = found
            .and_then(|found| self.rulebook.game.places.get(usize::from(found.name)))
            .map_or("", |place| place.name.as_str());
        match found.and_then(|found| found.owner) {
            Some(owner) => format!("{name}[{owner}]"),
            None => name.to_owned(),
        }
    }

    fn bare_name(&self, place: u16) -> String {
        let found = self.program.places.get(usize::from(place));
        found
            .and_then(|found| self.rulebook.game.places.get(usize::from(found.name)))
            .map_or_else(String::new, |place| place.name.clone())
    }

    fn place(&self, at: PlaceAt) -> String {
        match at.of {
            Whose::Whole => self.place_name(at.base),
            Whose::One(key) => format!("{}[{}]", self.bare_name(at.base), self.node(key)),
            Whose::Seats(seats) => format!("{}[{}]", self.bare_name(at.base), self.node(seats)),
            Whose::Owner => format!("{}[owner]", self.bare_name(at.base)),
        }
    }

    fn slot(&self, slot: u32) -> String {
        if let Some((number, track)) = self.program.track_of(slot) {
            let name = self.rulebook.game.tracks.get(usize::from(number)).map_or("", |track| track.name.as_str());
            return if track.slots().len() == 1 { name.to_owned() } else { format!("{name}[{}]", slot - track.base) };
        }
        slot.checked_sub(WIDE).map_or_else(|| format!("s{slot}"), |wide| format!("w{wide}"))
    }

    fn target(&self, to: &SlotRef) -> String {
        let keys: Vec<String> = to.keys.iter().map(|(key, _)| self.node(*key)).collect();
        let name = self.slot(to.base);
        let name = name.split('[').next().unwrap_or("");
        if keys.is_empty() { name.to_owned() } else { format!("{name}[{}]", keys.join(", ")) }
    }

    fn source(&self, source: Source) -> String {
        match source {
            Source::Cards { from, least, most, if_able } => {
                format!(
                    "{} to {} cards of {}{}",
                    self.node(least),
                    self.node(most),
                    self.node(from),
                    if if_able { " if able" } else { "" }
                )
            }
            Source::Number { low, high } => format!("a number from {} to {}", self.node(low), self.node(high)),
            Source::Member { kind, .. } => {
                format!("a {}", self.rulebook.game.kinds.get(usize::from(kind)).map_or("", |kind| kind.name.as_str()))
            }
            Source::Seat => "a player".to_owned(),
            Source::YesNo => "yes or no".to_owned(),
        }
    }

    fn node(&self, id: NodeId) -> String {
        let two = |word: &str, a: &NodeId, b: &NodeId| format!("({} {word} {})", self.node(*a), self.node(*b));
        let Some(node) = self.program.nodes.get(id) else { return String::new() };
        match node {
            Node::Int(value) => value.to_string(),
            Node::Slot(slot) | Node::SeatSlot(slot) => self.slot(*slot),
            Node::SlotAt { base, keys, .. } => {
                let keys: Vec<String> = keys.iter().map(|(key, _)| self.node(*key)).collect();
                let name = self.slot(*base);
                format!("{}[{}]", name.split('[').next().unwrap_or(""), keys.join(", "))
            }
            Node::Reg(reg) => format!("r{reg}"),
            Node::CardReg(reg) => format!("c{reg}"),
            Node::CardSlot(slot) => format!("m{slot}"),
            Node::Tab { table, key, .. } => format!("table{table}[{}]", self.node(*key)),
            Node::SetTab { set, key, .. } => format!("set{set}[{}]", self.node(*key)),
            Node::Missing { .. } => "missing".to_owned(),
            Node::Add(a, b) => two("+", a, b),
            Node::Sub(a, b) => two("-", a, b),
            Node::Mul(a, b) => two("*", a, b),
            Node::Mod(a, b) => two("mod", a, b),
            Node::Div { a, b, up } => two(if *up { "/up" } else { "/down" }, a, b),
            Node::Cmp(comparison, a, b) => {
                use crate::ir::Comparison;
                let sign = match comparison {
                    Comparison::Is => "=",
                    Comparison::IsNot => "/=",
                    Comparison::AtLeast => ">=",
                    Comparison::AtMost => "<=",
                    Comparison::MoreThan => ">",
                    Comparison::LessThan => "<",
                };
                two(sign, a, b)
            }
            Node::And(a, b) => two("and", a, b),
            Node::Or(a, b) => two("or", a, b),
            Node::Both(a, b) => two("&", a, b),
            Node::Either(a, b) => two("|", a, b),
            Node::Without(a, b) => two("\\", a, b),
            Node::Not(a) => format!("not {}", self.node(*a)),
            Node::If(c, a, b) | Node::IfCards(c, a, b) | Node::IfSeats(c, a, b) => {
                format!("({} ? {} : {})", self.node(*c), self.node(*a), self.node(*b))
            }
            Node::Let { reg, value, body } => format!("(r{reg} = {}: {})", self.node(*value), self.node(*body)),
            Node::SeenIn { of, cards } => format!("seen_in({}, {})", self.node(*of), self.node(*cards)),
            Node::Watch { of, .. } => format!("watch({})", self.node(*of)),
            Node::Cards(set) => format!("{} fixed cards", set.count_ones()),
            Node::Seats(set) => format!("seats {set:b}"),
            Node::Place(place) => self.place_name(*place),
            Node::PlaceOf { base, key, .. } => format!("{}[{}]", self.bare_name(*base), self.node(*key)),
            Node::PlacesOf { base, seats, .. } => format!("{}[{}]", self.bare_name(*base), self.node(*seats)),
            Node::Count(of) | Node::CountSeats(of) => format!("count({})", self.node(*of)),
            Node::TotalTab { table, of } => format!("total(table{table}, {})", self.node(*of)),
            Node::FoldCards { fold, reg, of, key } | Node::FoldSeats { fold, reg, of, key } => {
                format!("{fold:?}(r{reg} in {}: {})", self.node(*of), self.node(*key))
            }
            Node::FoldMembers { fold, reg, count, part, key } => {
                let part = part.map(|part| format!(" where {}", self.node(part))).unwrap_or_default();
                format!("{fold:?}(r{reg} below {count}{part}: {})", self.node(*key))
            }
            Node::Scan { reg, of, cond } | Node::ScanSeats { reg, of, cond } => {
                format!("those(r{reg} in {}: {})", self.node(*of), self.node(*cond))
            }
            Node::BestCards { reg, of, key, highest } | Node::BestSeats { reg, of, key, highest } => {
                format!(
                    "{}(r{reg} in {}: {})",
                    if *highest { "highest" } else { "lowest" },
                    self.node(*of),
                    self.node(*key)
                )
            }
            Node::Ends { of, count, last } => {
                format!("{} {}({})", if *last { "last" } else { "first" }, self.node(*count), self.node(*of))
            }
            Node::CountSets { reg, of, least, most, cond } => {
                let sizes = format!("{} to {}", self.node(*least), self.node(*most));
                format!("sets(c{reg}, {sizes} of {}: {})", self.node(*of), self.node(*cond))
            }
            Node::EndCard { of, last } => format!("{}({})", if *last { "last" } else { "first" }, self.node(*of)),
            other => {
                let mut inner = Vec::new();
                self.program.inner(other, &mut |id| inner.push(self.node(id)));
                let debug = format!("{other:?}");
                let name = debug.split(['(', ' ', '{']).next().unwrap_or("").to_lowercase();
                format!("{name}({})", inner.join(", "))
            }
        }
    }

    fn op(&self, op: &Op) -> String {
        match op {
            Op::Jump(to) => format!("jump {to}"),
            Op::Unless { cond, to } => format!("unless {} jump {to}", self.node(*cond)),
            Op::Call(phase) => format!(
                "call {}",
                self.rulebook.game.phases.get(usize::from(*phase)).map_or("", |phase| phase.name.as_str())
            ),
            Op::Return(_) => "return".to_owned(),
            Op::Pass { slot, .. } => format!("pass {}", self.slot(*slot)),
            Op::Set { to, value } => format!("set {} to {}", self.target(to), self.node(*value)),
            Op::AddTo { to, amount } => format!("add {} to {}", self.node(*amount), self.target(to)),
            Op::Reset { base, count, value } => format!(
                "reset {}{} to {}",
                self.slot(*base),
                if *count > 1 { format!(" ({count})") } else { String::new() },
                self.node(*value)
            ),
            Op::Move { cards, to } => format!("move {} to {}", self.node(*cards), self.place(*to)),
            Op::Deal { count, from, to, exact } => {
                format!(
                    "deal {} from {} to {}{}",
                    self.node(*count),
                    self.place(*from),
                    self.place(*to),
                    if *exact { "" } else { " if able" }
                )
            }
            Op::Fill { place, size, from } => {
                format!("fill {} to {} from {}", self.place(*place), self.node(*size), self.place(*from))
            }
            Op::Shuffle(place) => format!("shuffle {}", self.place(*place)),
            Op::Sort { place, key, highest, .. } => format!(
                "sort {} by {}{}",
                self.place(*place),
                self.node(*key),
                if *highest { ", highest first" } else { "" }
            ),
            Op::Swap(a, b) => format!("swap {} with {}", self.place(*a), self.place(*b)),
            Op::DrawNumber { to, low, high } => {
                format!("draw {} from {} to {}", self.target(to), self.node(*low), self.node(*high))
            }
            Op::Draw { to, from } => format!("draw {} from {}", self.target(to), self.node(*from)),
            Op::Pay { amount, from, to } => {
                let name = |to: &Option<SlotRef>| to.as_ref().map_or_else(|| "bank".to_owned(), |to| self.target(to));
                format!("pay {} from {} to {}", self.node(*amount), name(from), name(to))
            }
            Op::Score { amount, who, minus, .. } => {
                format!("{} {} to {}", if *minus { "deduct" } else { "score" }, self.node(*amount), self.node(*who))
            }
            Op::Won(who) => format!("won by {}", self.node(*who)),
            Op::KeepSeats { left, of, from } => {
                let from = from.map_or_else(String::new, |(_, from)| format!(" from {}", self.node(from)));
                format!("keep {} in {}{from}", self.node(*of), self.slot(*left))
            }
            Op::KeepCards { left, of } => format!("keep {} in m{left}", self.node(*of)),
            Op::Enlist { on, one, keys } => {
                let keys: Vec<String> = keys.iter().map(|key| self.node(*key)).collect();
                format!("list {} with {} in {}", self.node(*one), keys.join(", "), self.slot(on.list))
            }
            Op::Rank(list) => {
                let order = list.keys.iter().map(|(_, highest)| if *highest { "highest" } else { "lowest" });
                format!("rank {} by {} first", self.slot(list.list), order.collect::<Vec<_>>().join(", "))
            }
            other => {
                let debug = format!("{other:?}");
                debug
                    .replace(['{', '}', '(', ')', ','], " ")
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
                    .to_lowercase()
            }
        }
    }
}
