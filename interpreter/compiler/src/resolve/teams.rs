//! Teams: seats that the header says, by house rule and number of players, and sides that are made in play.
//!
//! Where players are of a team by what is remembered of them, all that is said of teams is said of a value `team`: what is
//! remembered of a player, or the player alone where that is none. So it is as secret as what it is made of.

use super::components::MOST_PLAYERS;
use super::depends::Reads;
use super::names::{Named, Resolver};
use super::types::Typed;
use crate::design::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::fit;
use crate::ir::{Comparison, Expr, Operator, Over, Sides, Stmt, StmtKind, Teams, Ty, Value, VarId};
use crate::syntax::tree::{File, Item, Name, TeamLine};

impl<'t> Resolver<'t> {
    fn team_lines(file: &'t File) -> impl Iterator<Item = &'t TeamLine> {
        let lines = file.items.iter().filter_map(|item| if let Item::Teams(teams) = item { Some(teams) } else { None });
        lines.flatten()
    }

    /// Makes room for the value `team`, if players are of a team by what is remembered of them.
    pub(super) fn declare_sides(&mut self, file: &'t File) {
        self.has_teams = Self::team_lines(file).next().is_some();
        let mut lines = Self::team_lines(file).filter_map(|line| line.by.as_ref());
        let Some(first) = lines.next() else { return };
        self.sides = Some(first.clone());
        let var = self.new_var();
        self.game.sides = Some(Sides { value: self.game.values.len(), var, of: Ty::YesNo, most: 0 });
        self.game.values.push(Value {
            name: "team of player".to_owned(),
            params: vec![(var, Ty::Player)],
            ty: Ty::Team,
            body: Expr::Nothing,
            span: first.span,
        });
    }

    /// The lines of teams, when all names are known.
    pub(super) fn resolve_teams(&mut self, file: &'t File) {
        if self.game.players.1 == 0 {
            return;
        }
        let lines: Vec<&TeamLine> = Self::team_lines(file).collect();
        for line in &lines {
            let when = match &line.when {
                None => None,
                Some(when) => {
                    let Some(typed) = self.typed(when, Some(Ty::YesNo)) else { continue };
                    let Some(cond) = self.want(typed, Ty::YesNo) else { continue };
                    Some(cond)
                }
            };
            let seats = self.seats_of_teams(line);
            let by = match &line.by {
                None => None,
                Some(by) => {
                    let Some(found) = self.side(by) else { continue };
                    Some(found)
                }
            };
            self.game.teams.push(Teams { when, seats, by, span: line.span });
        }
        for pair in lines.windows(2) {
            if let [first, second] = pair
                && first.when.is_none()
            {
                self.problem(
                    Diagnostic::new(
                        Code::Teams,
                        second.span,
                        "these teams never come about: the line before holds always",
                    )
                    .and(first.span, "this line")
                    .help("say at each line but the last when it holds: `teams 1 and 3, 2 and 4 when players is 4`"),
                );
            }
        }
        self.team_of_each();
    }

    fn seats_of_teams(&mut self, line: &TeamLine) -> Vec<Vec<u8>> {
        let before = self.told;
        let mut found: Vec<Vec<u8>> = Vec::new();
        for team in &line.seats {
            let mut seats = Vec::new();
            for seat in team {
                let Some(number) = self.number_mark(seat) else { continue };
                let fits = number >= 1 && number <= i64::from(self.game.players.1);
                let index = fit(number - 1);
                if !fits || found.iter().flatten().chain(&seats).any(|other| *other == index) {
                    self.problem(
                        Diagnostic::new(Code::Teams, seat.span, "each seat belongs to one team, and must be there")
                            .help("for example `teams 1 and 3, 2 and 4`"),
                    );
                }
                seats.push(index);
            }
            found.push(seats);
        }
        let span = line.seats.iter().flatten().next().map_or(line.span, |name| name.span);
        let count = found.iter().flatten().count();
        let (low, high) = (usize::from(self.game.players.0), usize::from(self.game.players.1));
        let wrong = if line.when.is_some() { count < low || count > high } else { low != high || count != low };
        if line.by.is_none() && wrong && self.told == before {
            self.problem(
                Diagnostic::new(Code::Teams, span, "teams need one player count, and every seat in a team").help(
                    "for example `players 4` and `teams 1 and 3, 2 and 4`; with several player counts `teams 1 and 3, 2 and 4 when players is 4`",
                ),
            );
        }
        if let ([first, middle @ .., last], None, true) = (found.as_slice(), &line.by, self.told == before)
            && first.len() == 1
            && last.len() == 1
            && !middle.is_empty()
            && middle.iter().all(|team| team.len() > 1)
        {
            self.problem(
                Diagnostic::new(Code::Teams, span, "these are teams of one, of several, and of one again").help(
                    "`and` stands between those of one team, and a comma between two teams: `teams 1 and 3, 2 and 4`; where these are meant, say the team of several first",
                ),
            );
        }
        if let ([all], None, true) = (found.as_slice(), &line.by, self.told == before)
            && all.len() > 1
        {
            self.problem(
                Diagnostic::new(Code::Teams, span, "all players are in one team").help(
                    "a comma stands between two teams: `teams 1 and 3, 2 and 4`; where all win together, leave the line out and say `won by all players`",
                ),
            );
        }
        found
    }

    /// What is remembered of a player, by which teams are made.
    fn side(&mut self, by: &Name) -> Option<Expr> {
        let sides = self.game.sides?;
        let of_player = match self.find(&by.text) {
            Some(Named::Track(track)) => {
                self.game.tracks.get(track).is_some_and(|track| track.per == [crate::ir::Per::Player])
            }
            Some(Named::Value(value)) => self.value(value)?.0 == [Ty::Player],
            Some(_) => false,
            None => {
                self.unknown(by);
                return None;
            }
        };
        let typed = if of_player {
            let named = self.find(&by.text)?;
            self.named(named, by, Some(Typed::new(Expr::Var(sides.var), Ty::Player, by.span)))?
        } else {
            Typed::new(Expr::Nothing, Ty::Nothing, by.span)
        };
        let most = match typed.ty {
            Ty::YesNo => 2,
            Ty::Player => MOST_PLAYERS,
            Ty::Member(kind) => self.game.kinds.get(kind).map_or(0, |kind| kind.members.len()).try_into().ok()?,
            _ => {
                self.problem(
                    Diagnostic::new(Code::Teams, by.span, "players are of one team by a track or value of each player that is one of a kind, yes or no, or a player")
                        .help("for example `kind party  Re, Kontra`, under `track` a line `party  each player  party or none`, and `teams by party`"),
                );
                return None;
            }
        };
        if let Some(sides) = &mut self.game.sides {
            sides.most = sides.most.max(most);
            sides.of = typed.ty;
        }
        Some(typed.expr)
    }

    /// The value `team` of a player: that of the first line that holds.
    fn team_of_each(&mut self) {
        let Some(Sides { value, var, .. }) = self.game.sides else { return };
        let fixed =
            self.game.teams.iter().map(|teams| teams.seats.len()).max().and_then(|most| i64::try_from(most).ok());
        let most = self.game.sides.map_or(0, |sides| sides.most).max(fixed.unwrap_or(0));
        if let Some(sides) = &mut self.game.sides {
            sides.most = most;
        }
        let player = || Box::new(Expr::Var(var));
        let is_nothing = |of: Expr| Box::new(Expr::compare(Comparison::Is, of, Expr::Nothing));
        let alone = || Expr::Arith(Operator::Plus, Box::new(Expr::Int(most)), player());
        let mut body = alone();
        for teams in self.game.teams.iter().rev() {
            let here = match &teams.by {
                None => Expr::TeamOf(player()),
                Some(by) => {
                    let is = Box::new(Expr::Needed(Box::new(by.clone())));
                    Expr::If(is_nothing(by.clone()), Box::new(alone()), is)
                }
            };
            body = match &teams.when {
                None => here,
                Some(when) => Expr::If(Box::new(when.clone()), Box::new(here), Box::new(body)),
            };
        }
        let body = Expr::If(is_nothing(Expr::Var(var)), Box::new(Expr::Nothing), Box::new(body));
        if let Some(value) = self.game.values.get_mut(value) {
            value.body = body;
        }
    }

    /// The team of a player.
    pub(super) fn team_of(&mut self, player: Expr) -> Option<Expr> {
        let Some(Sides { value, .. }) = self.game.sides else { return Some(Expr::TeamOf(Box::new(player))) };
        // A value by which teams are made does not stand on teams.
        if let Some(Named::Value(by)) = self.sides.clone().and_then(|by| self.find(&by.text)) {
            self.value(by)?;
        }
        Some(Expr::Value { value, args: vec![player] })
    }

    /// The players of a team.
    pub(super) fn players_of(&mut self, team: Expr) -> Option<Expr> {
        if self.game.sides.is_none() {
            return Some(Expr::Members(Box::new(team)));
        }
        self.players_whose_team(Comparison::Is, team)
    }

    /// The players whose team is this, or is not.
    pub(super) fn players_whose_team(&mut self, comparison: Comparison, team: Expr) -> Option<Expr> {
        let var = self.new_var();
        let own = self.team_of(Expr::Var(var))?;
        let cond = Expr::compare(comparison, own, team);
        Some(Expr::Where { over: Over::Players, var, of: Box::new(Expr::AllPlayers), cond: Box::new(cond) })
    }

    /// The players of other teams than that of a player.
    pub(super) fn opponents_of(&mut self, player: Expr) -> Option<Expr> {
        if self.game.sides.is_none() {
            return Some(Expr::Opponents(Box::new(player)));
        }
        let team = self.team_of(player.clone())?;
        let others = self.players_whose_team(Comparison::IsNot, team)?;
        Some(if_somebody(player, others))
    }

    /// A group with all who are of their teams: seats that share one score win and lose as one.
    pub(super) fn with_their_teams(&mut self, group: Expr) -> Option<Expr> {
        let whole = match &group {
            Expr::AllPlayers | Expr::Members(_) | Expr::Opponents(_) => true,
            Expr::JustPlayer(one) if matches!(**one, Expr::Nothing) => true,
            // The score is that of the whole team.
            of => Reads::of(&self.game, of).scores,
        };
        if whole || self.game.sides.is_some() || self.game.teams.is_empty() {
            return Some(group);
        }
        self.and_their_mates(group)
    }

    /// A group with all who are of their teams or sides: who plays with one who loses has not won, whether or not they share a score.
    pub(super) fn with_their_sides(&mut self, group: Expr) -> Option<Expr> {
        if self.game.sides.is_some() { self.and_their_mates(group) } else { self.with_their_teams(group) }
    }

    fn and_their_mates(&mut self, group: Expr) -> Option<Expr> {
        let (var, mate) = (self.new_var(), self.new_var());
        let same = Expr::compare(Comparison::Is, self.team_of(Expr::Var(mate))?, self.team_of(Expr::Var(var))?);
        let mates = Expr::Where { over: Over::Players, var: mate, of: Box::new(group), cond: Box::new(same) };
        let some = Expr::compare(Comparison::AtLeast, Expr::Count(Over::Players, Box::new(mates)), Expr::Int(1));
        Some(Expr::Where { over: Over::Players, var, of: Box::new(Expr::AllPlayers), cond: Box::new(some) })
    }

    /// The other player of a team of two.
    pub(super) fn partner_of(&mut self, player: Expr, span: Span) -> Option<Expr> {
        if self.game.sides.is_none() {
            if !self.has_teams {
                self.problem(
                    Diagnostic::new(Code::Teams, span, "nobody has a partner here: the file has no teams")
                        .help("say who plays together, as in `teams 1 and 3, 2 and 4`, above `cards`; who sits next is `left of player`"),
                );
                return None;
            }
            return Some(Expr::Partner(Box::new(player)));
        }
        let team = self.team_of(player.clone())?;
        let mates = self.players_of(team)?;
        let others = Expr::Except(Box::new(mates), Box::new(player));
        Some(Expr::Only(Over::Players, Box::new(others)))
    }

    /// What is done for each team is done for those that have players, where they are made in play.
    pub(super) fn of_teams_with_players(
        &mut self,
        over: Over,
        team: VarId,
        body: Vec<Stmt>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        Some(match self.and_has_players(over, team, None)? {
            None => body,
            Some(cond) => {
                let kind = StmtKind::If { branches: vec![(cond, body)], otherwise: Vec::new() };
                vec![Stmt { span, when: None, kind }]
            }
        })
    }

    /// A condition on a team, and that it has players, where they are made in play.
    pub(super) fn and_has_players(&mut self, over: Over, team: VarId, cond: Option<Expr>) -> Option<Option<Expr>> {
        if over != Over::Teams || self.game.sides.is_none() {
            return Some(cond);
        }
        let players = self.players_of(Expr::Var(team))?;
        let count = Expr::Count(Over::Players, Box::new(players));
        let some = Expr::compare(Comparison::AtLeast, count, Expr::Int(1));
        Some(Some(Expr::And(std::iter::once(some).chain(cond).collect())))
    }

    /// Each value by which teams are made is set somewhere.
    pub(super) fn every_side_has_players(&mut self) {
        let Some(by) = self.sides.clone() else { return };
        let Some(Named::Track(track)) = self.find(&by.text) else { return };
        let Some(declared) = self.game.tracks.get(track) else { return };
        let Ty::Member(kind) = declared.ty else { return };
        let mut given: Option<Vec<i64>> = Some(Vec::new());
        let mut note = |to: &Expr| {
            if let Some(known) = given.as_mut()
                && !all_of(to, known)
            {
                given = None;
            }
        };
        declared.starts.iter().for_each(&mut note);
        for phase in &self.game.phases {
            walk::statements(&phase.body, &mut |stmt| {
                if let StmtKind::Set { target, to } = &stmt.kind
                    && target.track == track
                {
                    note(to);
                }
            });
        }
        let (Some(given), Some(members)) = (given, self.game.kinds.get(kind).map(|kind| kind.members.clone())) else {
            return;
        };
        for (_, member) in (0..).zip(members).filter(|(at, _)| !given.is_empty() && !given.contains(at)) {
            self.problem(
                Diagnostic::new(Code::Teams, by.span, format!("nobody is ever of the side `{member}`"))
                    .help(format!("set `{}` of somebody to `{member}`, or take `{member}` out of its kind", by.text)),
            );
        }
    }

    /// Sides are made in play, so nothing is there once for each of them, and they have no score of their own.
    pub(super) fn sides_have_none(&mut self, span: Span, what: &str, help: &str) -> bool {
        let Some(by) = self.sides.clone() else { return false };
        self.problem(
            Diagnostic::new(Code::Teams, span, format!("teams are made in play by `{}`, so {what}", by.text))
                .and(by.span, "here")
                .help(help),
        );
        true
    }
}

/// Adds all values that a phrase can be, if they are written in it.
fn all_of(phrase: &Expr, found: &mut Vec<i64>) -> bool {
    match phrase {
        Expr::Int(value) => {
            found.push(*value);
            true
        }
        Expr::Nothing => true,
        Expr::If(_, a, b) => all_of(a, found) && all_of(b, found),
        Expr::At { of, .. } | Expr::Needed(of) => all_of(of, found),
        _ => false,
    }
}

/// A group, or nobody where a player is nobody.
fn if_somebody(player: Expr, group: Expr) -> Expr {
    let nobody = Expr::compare(Comparison::Is, player, Expr::Nothing);
    let none = Expr::JustPlayer(Box::new(Expr::Nothing));
    Expr::If(Box::new(nobody), Box::new(none), Box::new(group))
}
