//! Decisions: acts, what is picked in them, and what they must obey.

use super::depends::Reads;
use super::names::{Named, Resolver};
use super::scope::Scope;
use super::sets::times;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Act, Ask, Expr, Must, Pick, PlaceRef, PointSort, Role, Source, Ty, VarId};
use crate::syntax::tree::{self, Clause, Name, Phrase, PhraseKind, Shape};

impl Resolver<'_> {
    pub(super) fn ask(&mut self, span: Span, who: &Phrase, at_once: bool, clauses: &[Clause]) -> Option<Ask> {
        let before = self.plain_player();
        let who = self.askers(who, at_once);
        let (player, acts) = self.speaking(None, Ty::Player, false, |this| {
            this.of_who_is_asked(before, who.as_ref(), |this| {
                this.not_for_each(|this| {
                    clauses.iter().filter_map(|clause| this.act(clause, Role::Act, &[])).collect::<Vec<_>>()
                })
            })
        });
        self.acts_differ(&acts.iter().collect::<Vec<_>>(), span);
        if at_once {
            self.are_picked_by_one(&acts, player);
        }
        Some(Ask { who: who?, at_once, player, acts })
    }

    pub(super) fn acts_differ(&mut self, acts: &[&Act], span: Span) {
        for (index, act) in acts.iter().enumerate() {
            if let Some(first) = acts.iter().take(index).find(|first| first.name == act.name) {
                let name = self.game.acts.get(act.name).cloned().unwrap_or_default();
                let first = first.span;
                self.problem(
                    Diagnostic::new(Code::TwoOfOneName, act.span, format!("two acts are called `{name}`"))
                        .and(first, "the first")
                        .and(span, "in this decision")
                        .help("give one of them another name"),
                );
            }
        }
    }

    /// Where several choose at once, cards that go somewhere come from a place of one's own: two could pick the same, and the last would have it.
    pub(super) fn are_picked_by_one(&mut self, acts: &[Act], player: VarId) {
        for pick in acts.iter().flat_map(|act| &act.picks) {
            let (Source::Cards { from, .. }, Some(_)) = (&pick.source, &pick.to) else { continue };
            let own = |phrase: &Expr| Reads::of(&self.game, phrase).speaks_of(player);
            if own(from) || pick.cond.as_ref().is_some_and(own) {
                continue;
            }
            self.problem(
                Diagnostic::new(Code::PickedTwice, pick.span, "all choose at once, so two may pick the same card here, and only the last of them would have it").help(
                    "ask one after the other, without `at once`; or let all say what they want, as in `claim a rank`, remember it in a track of each player, and give out the cards in lines behind it",
                ),
            );
        }
    }

    pub(super) fn act_name(&mut self, name: &str) -> usize {
        if let Some(known) = self.game.acts.iter().position(|known| known == name) {
            return known;
        }
        self.game.acts.push(name.to_owned());
        self.game.acts.len() - 1
    }

    /// An act with its picks; `outer` are the `must` lines of the form.
    pub(super) fn act(&mut self, clause: &Clause, role: Role, outer: &[&Clause]) -> Option<Act> {
        let before = self.told;
        let found = self.act_parts(clause, role, outer);
        self.told_why(found, before, clause.span)
    }

    /// `another card` stands behind cards that are picked.
    fn another_is_of_cards(&mut self, picks: &[tree::Pick]) {
        let is_of_cards = |pick: &tree::Pick| matches!(pick.source, tree::Source::Cards { .. });
        let first = picks.iter().position(is_of_cards);
        if let Some(pick) = first.and_then(|at| picks.get(at)).filter(|pick| pick.another) {
            self.problem(
                Diagnostic::new(Code::WhichCard, pick.span, "another card than which? no card is picked before it")
                    .help("say `a card from ...`"),
            );
        }
    }

    /// `a player with a card from hand`: the hand of who acts, or of the player just picked.
    fn is_clear_whose(&mut self, said: &tree::Pick, found: &Pick, before: &[Pick]) -> Option<()> {
        let is_picked =
            |player: VarId| before.iter().any(|pick| matches!(pick.source, Source::Player) && pick.var == player);
        let bounds = match &said.source {
            tree::Source::Number(low, high) => [Some(low), Some(high)],
            tree::Source::Cards { least, most, .. } => [least.as_ref(), most.as_ref()],
            tree::Source::Kind(_) | tree::Source::YesNo => [None, None],
        };
        let of_picked = bounds.into_iter().flatten().find_map(|bound| self.bare_word(bound, is_picked));
        if let Some((word, span)) = of_picked {
            return self.whose_is_picked_from(&word, span);
        }
        let (Source::Cards { from, .. }, tree::Source::Cards { from: said_from, .. }) = (&found.source, &said.source)
        else {
            return Some(());
        };
        let to = found.to.as_ref().map(|to| Expr::CardsIn(to.clone()));
        let places = [Some((said_from, from)), said.to.as_ref().zip(to.as_ref())];
        let of_picked = |place: &Expr| {
            let reads = Reads::of(&self.game, place);
            before.iter().any(|pick| matches!(pick.source, Source::Player) && reads.speaks_of(pick.var))
        };
        let unclear = places.into_iter().flatten().find_map(|(said, place)| match &said.kind {
            PhraseKind::Word(name) if of_picked(place) => Some(name),
            _ => None,
        });
        let Some(Name { text: name, span }) = unclear else { return Some(()) };
        self.whose_is_picked_from(name, *span)
    }

    fn whose_is_picked_from(&mut self, name: &str, span: Span) -> Option<()> {
        self.problem(
            Diagnostic::new(Code::Whose, span, format!("it is not clear whose `{name}` is meant: that of who acts, or of the player picked before"))
                .help(format!("name the player who is picked, as in `a player as receiver`: then `{name}` is that of who acts, and `{name} of receiver` that of the one picked")),
        );
        None
    }

    fn act_parts(&mut self, clause: &Clause, role: Role, outer: &[&Clause]) -> Option<Act> {
        self.point(PointSort::Act, clause.span);
        let depth = self.scopes.len();
        let (name, picks): (&Name, &[tree::Pick]) = match &clause.shape {
            Shape::Act { name, picks, .. } => (name, picks),
            _ => (&clause.word, &[]),
        };
        if let Shape::Act { for_good: true, .. } = &clause.shape
            && !matches!(role, Role::Leave)
        {
            self.problem(
                Diagnostic::new(Code::PassHowLong, clause.span, "nobody is asked again here, so nobody can be out for good")
                    .help("leave out `for good`; it belongs to an `act` of a circuit or an auction that goes around and around"),
            );
        }
        let name = self.act_name(&name.text);
        let named = |pick: &tree::Pick| pick.name.as_ref().map(|name| name.text.clone());
        self.picked_later = picks.iter().filter_map(named).collect();
        let when = self.when(clause.when.as_ref());
        self.picked_later.clear();
        let wanted = picks.len();
        self.another_is_of_cards(picks);
        let said = picks;
        let mut picks: Vec<Pick> = Vec::new();
        for pick in said {
            let found = self.pick(pick).filter(|found| self.is_clear_whose(pick, found, &picks).is_some());
            let Some(found) = found else { break };
            picks.push(found);
        }
        if picks.len() < wanted {
            // What the rest speaks of is not known: it would only bring follow-up problems.
            self.scopes.truncate(depth);
            return None;
        }
        let worth = if role == Role::Bid { self.worth_of_bid(clause, &picks) } else { Some(None) };
        let outside = self.propose(role, worth.as_ref());
        let musts = outer.iter().copied().chain(&clause.musts).collect::<Vec<_>>();
        let outside_of_play = std::mem::replace(&mut self.to_be_played, role == Role::Play);
        let musts: Vec<Option<Must>> = musts.into_iter().map(|must| self.must(must)).collect();
        self.to_be_played = outside_of_play;
        let proposed = std::mem::replace(&mut self.proposed, outside);
        let outside = self.played;
        self.played |= role == Role::Play;
        let body = self.of_who_was_picked(said, |this| this.block(&clause.body));
        self.played = outside;
        self.scopes.truncate(depth);
        let worth = worth?;
        let own_worth = clause.worth.is_some() || self.is_of_picks(worth.as_ref(), &picks);
        self.worth_is_known_before(proposed, &picks, &body);
        let musts: Option<Vec<Must>> = musts.into_iter().collect();
        let musts = musts?;
        if let Some(must) = musts.iter().find(|must| must.if_able) {
            let picked = match picks.as_slice() {
                [pick] if !pick.several => None,
                [] => Some("this picks nothing"),
                [_] => Some("this picks several cards together"),
                _ => Some("this picks several things"),
            };
            if let Some(picked) = picked {
                self.problem(
                    Diagnostic::new(
                        Code::IfAble,
                        must.span,
                        "`must ... if able` goes with an act that picks one thing",
                    )
                    .and(clause.span, picked)
                    .help("leave out `if able`, or put the condition into the `where` of the pick"),
                );
            }
        }
        musts.iter().for_each(|must| self.exceptions_are_cards(must, &picks));
        Some(Act { name, role, span: clause.span, when: when?, picks, worth, own_worth, musts, body })
    }

    pub(super) fn must(&mut self, clause: &Clause) -> Option<Must> {
        self.point(PointSort::Must, clause.span);
        if let Shape::Follow { name, or_trump, except } = &clause.shape {
            return self.follow_must(name, *or_trump, except.as_ref(), clause.span);
        }
        let Shape::Must { cond, if_able, except } = &clause.shape else { return None };
        if matches!(cond.kind, PhraseKind::Outbid) {
            // A condition of its own on whether there is a leader: so the engine sees a plain bound on the bid.
            let (found, when) = (self.outbids(cond.span), self.when(clause.when.as_ref()));
            let found = found?;
            let led = match when? {
                Some(when) => Expr::And(vec![found.led, when]),
                None => found.led,
            };
            return Some(Must {
                cond: found.beats,
                if_able: *if_able,
                except: None,
                when: Some(led),
                span: clause.span,
            });
        }
        self.none_or_another(cond)?;
        let (cond, when) = (self.condition(cond), self.when(clause.when.as_ref()));
        let except = self.when(except.as_ref())?;
        // What may be chosen in any case obliges to nothing.
        let cond = match &except {
            Some(except) => Expr::And(vec![cond?, Expr::Not(Box::new(except.clone()))]),
            None => cond?,
        };
        Some(Must { cond, if_able: *if_able, except, when: when?, span: clause.span })
    }

    pub(super) fn pick(&mut self, pick: &tree::Pick) -> Option<Pick> {
        let (source, name, ty, several) = match &pick.source {
            tree::Source::Number(low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                (Source::Number { low: low?, high: high? }, "number".to_owned(), Ty::Number, false)
            }
            tree::Source::YesNo => (Source::YesNo, "answer".to_owned(), Ty::YesNo, false),
            tree::Source::Kind(name) if name.text == "player" => {
                (Source::Player, "player".to_owned(), Ty::Player, false)
            }
            tree::Source::Kind(name) => {
                let kind = match self.find(&name.text) {
                    Some(Named::Attr(attr)) => self.game.attrs.get(attr).map_or(0, |attr| attr.kind),
                    Some(Named::Kind(kind)) => kind,
                    _ => {
                        self.unknown(name);
                        return None;
                    }
                };
                (Source::Member(kind), name.text.clone(), Ty::Member(kind), false)
            }
            tree::Source::Cards { least, most, or_more, from } => {
                let typed = self.typed(from, Some(Ty::Cards))?;
                let from = self.want(typed, Ty::Cards)?;
                let place = if let Expr::CardsIn(PlaceRef { place, .. }) = &from { Some(*place) } else { None };
                let (low, high) = self.sizes(least.as_ref(), most.as_ref(), *or_more)?;
                let each = i64::from(pick.makes.as_ref().map_or(1, |makes| makes.each.max(1)));
                let (low, high) = (times(low, each), times(high, each));
                let several = pick.makes.is_some() || !matches!((&low, &high), (Expr::Int(1), Expr::Int(1)));
                let source = Source::Cards { from, place, least: low, most: high, if_able: pick.if_able };
                (source, String::new(), if several { Ty::Cards } else { Ty::Card }, several)
            }
        };
        let to = match &pick.to {
            None => None,
            Some(to) if !matches!(source, Source::Cards { .. }) => {
                self.problem(
                    Diagnostic::new(Code::Type, to.span, "no card is picked here, so nothing goes there")
                        .help("take this `to` out; what is done with the pick stands in lines under it, as in `set trump to suit`"),
                );
                return None;
            }
            Some(to) => {
                self.goes_to_who_is_asked(to)?;
                let around = std::mem::replace(&mut self.destination, true);
                let place = self.place(to);
                self.destination = around;
                Some(self.one_place(place?, to.span)?)
            }
        };
        let given = pick.name.as_ref().map(|name| name.text.clone());
        // In its own `where` a number may be called so though it has a name, where nothing else is called so. The word for a kind may
        // mean what a card has of it.
        let also = (ty == Ty::Number && given.is_some() && self.by_name(&name).is_none()).then(|| name.clone());
        let name = given.or_else(|| (!name.is_empty() && name != "player").then_some(name));
        let mut each = 0;
        let mut cond = None;
        if several && (pick.cond.is_some() || pick.makes.is_some()) {
            let (var, found) = self.speaking(None, Ty::Card, true, |this| {
                let has = pick.makes.as_ref().map(|makes| this.has_what_makes(makes)).unwrap_or_default();
                let said = pick.cond.as_ref().map(|phrase| this.watched_condition(phrase));
                if said.as_ref().is_some_and(Option::is_none) { None } else { Some((has, said.flatten())) }
            });
            each = var;
            let (mut all, said) = found?;
            all.extend(said);
            cond = match all.pop() {
                Some(only) if all.is_empty() => Some(only),
                Some(last) => Some(Expr::And(all.into_iter().chain([last]).collect())),
                None => None,
            };
        }
        let var = self.speak(name, ty, false);
        if !several {
            each = var;
            if let Some(phrase) = &pick.cond {
                let depth = self.scopes.len();
                if also.is_some() {
                    self.scopes.push(Scope { name: also, ty, var, inner: false });
                }
                let said = self.watched_condition(phrase);
                self.scopes.truncate(depth);
                let said = said?;
                self.where_is_of_this(pick, (var, &said), phrase);
                self.where_is_of_who_is_picked(pick, (var, &said), phrase);
                cond = Some(said);
            }
        }
        let made = match &pick.makes {
            None => None,
            Some(makes) => Some(self.makes(makes, &source, var, pick.span)?),
        };
        let so_that = match &pick.so_that {
            None => made,
            Some(phrase) if made.is_some() => {
                Some(Expr::And(made.into_iter().chain([self.watched_condition(phrase)?]).collect()))
            }
            Some(phrase) if several => Some(self.watched_condition(phrase)?),
            Some(phrase) => {
                self.problem(
                    Diagnostic::new(Code::SoThat, phrase.span, "`so that` is about several cards together")
                        .help("say `where` for one card"),
                );
                return None;
            }
        };
        Some(Pick { source, var, each, several, to, cond, so_that, span: pick.span })
    }

    /// The `where` of a card that has a name speaks of it, and not only of a card that is picked before: that is the one that needs no name.
    fn where_is_of_this(&mut self, pick: &tree::Pick, (var, said): (VarId, &Expr), phrase: &Phrase) {
        let Some(name) = &pick.name else { return };
        let spoken = Reads::of(&self.game, said).vars;
        let before = |scope: &&Scope| scope.ty == Ty::Card && scope.name.is_none() && spoken.contains(&scope.var);
        if spoken.contains(&var) || !self.scopes.iter().any(|scope| before(&scope)) {
            return;
        }
        let name = &name.text;
        let message = format!("this asks only of the card picked before, and nothing of `{name}`");
        let problem = Diagnostic::new(Code::AmbiguousNoun, phrase.span, message);
        let left = match &phrase.kind {
            PhraseKind::Compare(left, ..) | PhraseKind::OneOf(left, ..) => Some(left),
            _ => None,
        };
        let word = left.and_then(|left| if let PhraseKind::Word(word) = &left.kind { Some(word) } else { None });
        let says = word.map_or("suit", |word| word.text.as_str());
        let problem = problem
            .help(format!("say of which: `{says} of {name}`; plain `{says}` is that of the card without a name"));
        self.problem(match word {
            Some(word) => problem.fix(word.span, format!("{says} of {name}")),
            None => problem,
        });
    }

    // ---- forms ----------------------------------------------------------------------------------
}
