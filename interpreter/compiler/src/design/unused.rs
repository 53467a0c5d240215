//! What is written down and has no part in the game, though its name is used.

use super::ranges::Ranges;
use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Act, Expr, Game, Pick, Repeats, Source, Stmt, StmtKind, Track, Ty, VarId};

/// Whatever is remembered, some rule asks for.
pub fn every_track_is_read(game: &Game) -> Vec<Diagnostic> {
    let mut read = vec![false; game.tracks.len()];
    let mut ask = |track: usize| {
        if let Some(slot) = read.get_mut(track) {
            *slot = true;
        }
    };
    let mut set: Vec<Option<Span>> = vec![None; game.tracks.len()];
    let mut asked = |expr: &Expr| {
        if let Expr::Track { track, .. } = expr {
            ask(*track);
        }
    };
    walk::used(game, &mut |expr| asked(expr));
    // Who plays with whom goes by it.
    game.teams.iter().filter_map(|teams| teams.by.as_ref()).for_each(|by| walk::within(by, &mut |expr| asked(expr)));
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Pay { from, .. } = &stmt.kind {
            // What is paid has to be there: that is asked of it.
            from.iter().for_each(|target| ask(target.track));
        }
        for target in walk::changed(stmt) {
            if let Some(slot) = set.get_mut(target.track) {
                slot.get_or_insert(stmt.span);
            }
        }
    });
    // Of which it is written who sees it, it may be there to tell them something.
    let told = |track: &Track| !track.sights.is_empty();
    let never =
        game.tracks.iter().enumerate().filter(|(id, track)| !read.get(*id).copied().unwrap_or(true) && !told(track));
    never
        .filter_map(|(id, track)| Some((track, set.get(id).copied().flatten()?)))
        .map(|(track, set)| {
            Diagnostic::new(
                Code::Unused,
                track.span,
                format!("the track `{}` is set or paid into, and nothing asks for it", track.name),
            )
            .and(set, "it is set here")
            .help("ask for it in a rule, or take it out with the lines that set it")
        })
        .collect()
}

/// Whether a pronoun stands anywhere in a block.
fn speaks_of(body: &[Stmt], var: VarId) -> bool {
    let mut found = false;
    walk::statements(body, &mut |stmt| {
        walk::phrases(stmt, &mut |expr| walk::within(expr, &mut |part| found |= is(part, var)));
    });
    found
}

fn is(expr: &Expr, var: VarId) -> bool {
    matches!(expr, Expr::Var(of) if *of == var)
}

/// What `repeat for` counts, something under it asks for.
pub fn every_counter_is_used(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Repeat { repeats: Repeats::Count { var, .. }, body } = &stmt.kind
            && !speaks_of(body, *var)
        {
            told.push(
                Diagnostic::new(Code::Unused, stmt.span, "nothing under this line asks for the number that it counts")
                    .help(
                        "say `repeat 3 times` where the number does not matter; a phase that is run by `do` knows it only if it is \
                         given: `do ... for NAME`",
                    ),
            );
        }
    });
    told
}

/// What is picked makes a difference; cards go somewhere.
pub fn every_answer_is_used(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Ask(ask) = &stmt.kind
            && ask.acts.len() > 1
            && ask.acts.iter().all(|act| act.picks.is_empty() && act.body.is_empty())
        {
            told.push(
                Diagnostic::new(Code::Unused, stmt.span, "whichever of these acts is chosen, nothing follows from it")
                    .help("put under each act what then happens, or ask for nothing"),
            );
        }
        for act in walk::acts(stmt) {
            told.extend(nothing_moves(game, act));
            for pick in act.picks.iter().filter(|pick| !matches!(pick.source, Source::Cards { .. })) {
                let mut used = speaks_of(&act.body, pick.var);
                walk::of_act(act, &mut |expr| walk::within(expr, &mut |part| used |= is(part, pick.var)));
                if !used {
                    told.push(
                        Diagnostic::new(Code::Unused, pick.span, "what is picked here changes nothing: no rule asks for it")
                            .help("use it in the lines under the act, as in `set grand to answer`; or ask for an act without it"),
                    );
                }
            }
        }
    });
    told
}

/// Cards that are picked go somewhere, or something asks for them: what an act is called moves none. What they have to be tells all who picks them, so that
/// something under the act may follow from it.
fn nothing_moves(game: &Game, act: &Act) -> Vec<Diagnostic> {
    let lies = |pick: &&Pick| pick.to.is_none() && matches!(pick.source, Source::Cards { .. });
    let mut idle: Vec<&Pick> = act.picks.iter().filter(lies).collect();
    idle.retain(|pick| {
        let mut asked = speaks_of(&act.body, pick.var);
        let mut ask = |expr: &Expr| walk::within(expr, &mut |part| asked |= is(part, pick.var) || is(part, pick.each));
        act.worth.iter().for_each(&mut ask);
        for other in act.picks.iter().filter(|other| other.var != pick.var) {
            walk::of_pick(other, &mut ask);
        }
        if !act.body.is_empty() {
            walk::of_pick(pick, &mut ask);
            act.musts.iter().for_each(|must| ask(&must.cond));
        }
        !asked
    });
    let tell = |span: Span, help: &str| {
        Diagnostic::new(Code::Unused, span, "no card that is picked here goes anywhere, whatever the act is called")
            .help(help)
    };
    match idle.as_slice() {
        [first, .., last] if idle.len() == act.picks.len() => vec![tell(
            Span { end: last.span.end, ..first.span },
            "say where each goes: `ask dealer to swap a card from hand to lot with a card from lot to hand`; or write lines under the act",
        )],
        idle => {
            let help = "say where they go: `ask player to discard 2 cards from hand to pile`; or write lines under the act that ask for them";
            let unseen = |pick: &Pick| super::sight::instead_of_picking(game, act, pick);
            idle.iter().map(|pick| tell(pick.span, unseen(pick).as_deref().unwrap_or(help))).collect()
        }
    }
}

/// What is remembered as yes or no is set somewhere, if a rule asks for it.
pub fn every_yes_or_no_can_change(game: &Game) -> Vec<Diagnostic> {
    let counts = game.players.0..=game.players.1;
    let ranges: Vec<Ranges> = counts.map(|players| Ranges::any_options(game, players)).collect();
    // What a comparison asks is told there.
    let mut asked = vec![0_usize; game.tracks.len()];
    let mut compared = asked.clone();
    let count = |of: &mut Vec<usize>, expr: &Expr| {
        if let Expr::Track { track, .. } = expr
            && let Some(slot) = of.get_mut(*track)
        {
            *slot += 1;
        }
    };
    walk::used(game, &mut |expr| {
        count(&mut asked, expr);
        if let Expr::Compare(_, a, b, _) = expr {
            count(&mut compared, a);
            count(&mut compared, b);
        }
    });
    let mut told = Vec::new();
    for (id, track) in game.tracks.iter().enumerate().filter(|(_, track)| track.ty == Ty::YesNo) {
        let all = ranges.iter().map(|ranges| ranges.tracks.get(id).copied()).reduce(|a, b| Some(a?.or(b?))).flatten();
        let Some(always) = all.and_then(super::ranges::Range::value) else { continue };
        if asked.get(id) <= compared.get(id) {
            continue;
        }
        let message = |word: &str| format!("`{}` is always {word}: nothing sets it to anything else", track.name);
        let problem = match always {
            0 => Diagnostic::new(Code::NeverSo, track.span, message("no")),
            _ => Diagnostic::new(Code::AlwaysSo, track.span, message("yes")),
        };
        told.push(
            problem.help(
                "set it where it changes, as in `set grand to yes`, or take it out with the rules that ask for it",
            ),
        );
    }
    told
}

/// An option that only `require` lines speak of changes nothing.
pub fn every_option_changes_something(game: &Game) -> Vec<Diagnostic> {
    let mut used = vec![false; game.options.len()];
    walk::used(game, &mut |expr| {
        if let Expr::Option(option) = expr
            && let Some(slot) = used.get_mut(*option)
        {
            *slot = true;
        }
    });
    let mut uses = |phrase: &Expr| {
        walk::within(phrase, &mut |part| {
            if let Expr::Option(option) = part
                && let Some(slot) = used.get_mut(*option)
            {
                *slot = true;
            }
        });
    };
    // By it go the teams, who score together.
    game.teams.iter().filter_map(|teams| teams.when.as_ref()).for_each(&mut uses);
    // What the rules do not come to is told elsewhere; an option there is used.
    for phase in &game.phases {
        walk::statements(&phase.body, &mut |stmt| {
            walk::phrases(stmt, &mut uses);
        });
    }
    let idle = game.options.iter().zip(used).filter(|(_, used)| !used);
    idle.map(|(option, _)| {
        Diagnostic::new(Code::Unused, option.span, format!("the option `{}` changes nothing in the game", option.name))
            .help("only `require` lines and values that nothing uses ask for it; use it in a rule, or take it out")
    })
    .collect()
}

/// Points are asked for: by `won by`, or by some other rule.
pub fn points_count(game: &Game) -> Vec<Diagnostic> {
    // Where nobody can win at all, that is told.
    let mut asked = !somebody_wins(game).is_empty();
    walk::used(game, &mut |expr| asked |= matches!(expr, Expr::Score(_)));
    let mut first: Option<Span> = None;
    walk::everywhere(game, &mut |stmt| {
        if matches!(stmt.kind, StmtKind::Score { .. }) && first.is_none_or(|first| stmt.span.start < first.start) {
            first = Some(stmt.span);
        }
    });
    let told = first.filter(|_| !asked).map(|span| {
        Diagnostic::new(Code::Unused, span, "points are written down, and nothing asks for the score")
            .help("say who wins by it, as in `won by players with highest score`, or take the points out")
    });
    told.into_iter().collect()
}

/// Somebody can win.
pub fn somebody_wins(game: &Game) -> Vec<Diagnostic> {
    let mut won = false;
    for phase in walk::phases(game) {
        walk::statements(&phase.body, &mut |stmt| won |= matches!(stmt.kind, StmtKind::Won(_)));
    }
    if won {
        return Vec::new();
    }
    let span = game.phases.get(walk::beginning(game)).map(|phase| phase.span).unwrap_or_default();
    vec![
        Diagnostic::new(Code::NoWinner, span, "no rule says who wins").help(
            "add a last line, as in `won by players with highest score`; `won by nobody` if the game has no winner",
        ),
    ]
}
