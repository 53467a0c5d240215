//! Decisions and forms: acts, picks, auctions, circuits, tricks.

use super::bids::Bidding;
use super::names::{Named, Resolver};
use super::scope::{FormScope, Part};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Auction, Circuit, Expr, FormKind, FormName, Order, PointSort, Role, StmtKind, Ties, Ty};
use crate::syntax::schema;
use crate::syntax::tree::{self, Clause, Form, Phrase, PhraseKind, Shape};

/// What a written word on ties means.
pub(super) const fn who_wins(ties: &tree::Ties) -> Ties {
    match ties {
        tree::Ties::First => Ties::First,
        tree::Ties::Last => Ties::Last,
        tree::Ties::Nobody => Ties::Nobody,
        tree::Ties::Next => Ties::Next,
        tree::Ties::Clockwise(_) => Ties::Clockwise,
        tree::Ties::Random => Ties::Random,
    }
}

impl Resolver<'_> {
    pub(super) fn form(&mut self, form: &Form) -> Option<StmtKind> {
        let name = form.name.as_ref().map_or_else(|| form.word.text.clone(), |name| name.text.clone());
        let kind = match form.word.text.as_str() {
            "auction" => FormKind::Auction,
            "circuit" => FormKind::Circuit,
            _ => FormKind::Tricks,
        };
        self.point(PointSort::Statement, form.word.span);
        let id = self.new_form(name, kind, None, form.word.span);
        let before = self.told;
        if schema::clauses_of(&form.word.text)
            .iter()
            .any(|(word, required)| *required && find(&form.clauses, word).is_none())
        {
            // A missing clause was told when the file was read.
            self.told += 1;
        }
        let found = match kind {
            FormKind::Auction => self.auction(id, form).map(StmtKind::Auction),
            FormKind::Circuit => {
                let at_once = all_at_once(&form.clauses);
                let scope = FormScope { form: id, kind, stage: Some(id), part: Part::Turns, at_once };
                let each = find(&form.clauses, schema::AFTER_EACH);
                let circuit = self.circuit(scope, (&form.clauses, None), each, form.word.span);
                self.forms.push(FormScope { part: Part::Over, ..scope });
                let after = self.block_of(&form.clauses, "after");
                self.forms.pop();
                circuit.map(|circuit| StmtKind::Circuit { circuit, after })
            }
            FormKind::Tricks => self.tricks(id, form).map(StmtKind::Tricks),
        };
        self.told_why(found, before, form.word.span)
    }

    pub(super) fn new_form(&mut self, name: String, kind: FormKind, auction: Option<usize>, span: Span) -> usize {
        self.game.forms.push(FormName { name, kind, auction, span, phase: self.phase.unwrap_or(0) });
        self.game.forms.len() - 1
    }

    pub(super) fn block_of(&mut self, clauses: &[Clause], word: &str) -> Vec<crate::ir::Stmt> {
        clauses
            .iter()
            .find(|clause| clause.word.text == word)
            .map(|clause| self.block(&clause.body))
            .unwrap_or_default()
    }

    pub(super) fn among(&mut self, clauses: &[Clause]) -> Option<Option<Expr>> {
        match find(clauses, "among").map(|clause| &clause.shape) {
            Some(Shape::Phrase(phrase)) => {
                let typed = self.typed(phrase, Some(Ty::Players))?;
                self.want(typed, Ty::Players).map(Some)
            }
            _ => Some(None),
        }
    }

    /// Turns; `scope` is what is known while they go on.
    fn circuit(
        &mut self,
        scope: FormScope,
        (clauses, when): (&[Clause], Option<&Phrase>),
        each: Option<&Clause>,
        span: Span,
    ) -> Option<Circuit> {
        let bids = scope.kind == FormKind::Auction;
        let stage = scope.stage?;
        // Of the turns themselves nothing is known before they begin; of a later stage's auction, who is ahead.
        let later = bids && scope.part == Part::Between;
        if bids {
            self.forms.push(FormScope { stage: None, part: if later { Part::Between } else { Part::Before }, ..scope });
        }
        let when = self.when(when);
        let among = self.among(clauses);
        let order = find(clauses, "order");
        let order = match order.map(|clause| &clause.shape) {
            Some(Shape::AllAtOnce) => Some(Order::AtOnce),
            Some(Shape::Clockwise { once, from }) => {
                self.player(from).map(|from| Order::Clockwise { once: *once, from })
            }
            _ => {
                self.told += 1;
                None
            }
        };
        if bids {
            self.forms.pop();
        }
        self.pass_says_how_long(clauses, &order);
        self.forms.push(FormScope { part: Part::Turns, ..scope });
        let depth = self.scopes.len();
        let player = self.speak(None, Ty::Player, false);
        let outer: Vec<&Clause> = clauses.iter().filter(|clause| clause.word.text == "must").collect();
        let goes_round = matches!(order, Some(Order::Clockwise { once: false, .. }));
        let mut acts = Vec::new();
        for clause in clauses {
            let role = match (&clause.shape, clause.word.text.as_str()) {
                (Shape::Act { .. }, "bid") if bids => Role::Bid,
                (Shape::Act { for_good: true, .. }, _) if goes_round => Role::Leave,
                (Shape::Act { .. }, _) => Role::Act,
                (Shape::Pass { for_good }, _) => Role::Pass(for_good.unwrap_or(false)),
                _ => continue,
            };
            let musts: &[&Clause] = if role == Role::Bid { &outer } else { &[] };
            acts.extend(self.act(clause, role, musts));
        }
        self.acts_differ(&acts.iter().collect::<Vec<_>>(), span);
        if matches!(order, Some(Order::AtOnce)) {
            self.are_picked_by_one(&acts, player);
        }
        let each = each.map_or_else(Vec::new, |clause| self.block(&clause.body));
        let closing = find(clauses, "closes");
        if let Some(clause) = closing.filter(|_| matches!(order, Some(Order::AtOnce))) {
            self.problem(
                Diagnostic::new(
                    Code::MisplacedClause,
                    clause.span,
                    "everybody acts once here, all at the same time, so that nothing closes it before",
                )
                .help("leave it out; `order once clockwise from ...` asks one after the other"),
            );
        }
        let closes = match closing.map(|clause| &clause.shape) {
            Some(Shape::Phrase(phrase)) => Some(self.watched_condition(phrase)),
            _ => None,
        };
        self.scopes.truncate(depth);
        self.forms.pop();
        if goes_round && closes.is_none() {
            self.problem(
                Diagnostic::new(Code::MissingClause, span, "nothing says when the turns are over")
                    .help("add `closes when all pass in succession`, `closes when number of bidders is 1` or the like"),
            );
        }
        let closes = match closes {
            Some(closes) => Some(closes?),
            None => None,
        };
        Some(Circuit { form: stage, when: when?, among: among?, order: order?, player, acts, each, closes, span })
    }

    fn pass_says_how_long(&mut self, clauses: &[Clause], order: &Option<Order>) {
        let Some(pass) = find(clauses, "pass") else { return };
        let Shape::Pass { for_good } = pass.shape else { return };
        match (order, for_good) {
            (Some(Order::Clockwise { once: false, .. }), None) => self.problem(
                Diagnostic::new(Code::PassHowLong, pass.word.span, "may a player who passed act again?")
                    .help("say `pass for now` if they may, `pass for good` if they are out"),
            ),
            (Some(Order::Clockwise { once: true, .. } | Order::AtOnce), Some(_)) => {
                self.problem(
                    Diagnostic::new(
                        Code::PassHowLong,
                        pass.word.span,
                        "everybody acts only once here, so there is no later",
                    )
                    .help("say just `pass`"),
                );
            }
            _ => {}
        }
    }

    fn auction(&mut self, id: usize, form: &Form) -> Option<Auction> {
        let clauses = &form.clauses;
        let outside = self.bidding.replace(Bidding::of(clauses));
        let staged: Vec<&Clause> = clauses.iter().filter(|clause| clause.word.text == "stage").collect();
        let each = find(clauses, schema::AFTER_EACH);
        let mut stages = Vec::new();
        if staged.is_empty() {
            let at_once = all_at_once(clauses);
            let scope = FormScope { form: id, kind: FormKind::Auction, stage: Some(id), part: Part::Before, at_once };
            stages.push(self.circuit(scope, (clauses, None), each, form.word.span));
        } else {
            for clause in clauses {
                if matches!(clause.word.text.as_str(), "order" | "bid" | "must" | "act" | "pass" | "closes" | "among") {
                    self.problem(
                        Diagnostic::new(
                            Code::MisplacedClause,
                            clause.word.span,
                            format!("this auction has stages, so `{}` belongs to one of them", clause.word.text),
                        )
                        .help("move it under its `stage`"),
                    );
                }
            }
            if !staged.iter().any(|stage| find(&stage.clauses, "bid").is_some()) {
                self.problem(
                    Diagnostic::new(Code::MissingClause, form.word.span, "no stage of this auction has a `bid`")
                        .help("add one to a stage, for example `bid a number from 0 to purse`"),
                );
            }
            for stage in &staged {
                let Shape::Word(name) = &stage.shape else { continue };
                let stage_id = self.new_form(name.text.clone(), FormKind::Auction, Some(id), stage.word.span);
                let part = if stages.is_empty() { Part::Before } else { Part::Between };
                let at_once = all_at_once(&stage.clauses);
                let scope = FormScope { form: id, kind: FormKind::Auction, stage: Some(stage_id), part, at_once };
                stages.push(self.circuit(scope, (&stage.clauses, stage.when.as_ref()), each, stage.word.span));
            }
        }
        let stage = if staged.is_empty() { Some(id) } else { None };
        let at_once = all_at_once(clauses);
        let scope = FormScope { form: id, kind: FormKind::Auction, stage, part: Part::Turns, at_once };
        let bidding = std::mem::replace(&mut self.bidding, outside);
        self.every_bid_has_a_worth(form, &stages, bidding.as_ref());
        self.the_worth_is_used(bidding);
        self.auction_rest(scope, form, stages)
    }

    /// What stands beside the turns of an auction: `wins` and what then happens.
    fn auction_rest(&mut self, scope: FormScope, form: &Form, stages: Vec<Option<Circuit>>) -> Option<Auction> {
        let clauses = &form.clauses;
        self.forms.push(FormScope { part: Part::Over, ..scope });
        let sold = self.block_of(clauses, "sold");
        let unsold = self.block_of(clauses, "unsold");
        let after = self.block_of(clauses, "after");
        self.forms.pop();
        let wins = find(clauses, "wins")?;
        if !always_outbid(clauses) {
            self.point(PointSort::Ties, wins.span);
        }
        let Shape::Wins { highest, by, free, ties } = &wins.shape else { return None };
        if *free {
            self.problem(
                Diagnostic::new(Code::MisplacedClause, wins.span, "in an auction nothing is followed")
                    .help("leave out `following or not`"),
            );
        }
        if by.text != "worth" {
            let help = match self.find(&by.text) {
                Some(Named::Attr(_) | Named::Value(_)) => {
                    format!("say `wins highest worth`, and `worth {}` on a line of its own", by.text)
                }
                _ => "say `wins highest worth`: a number that is bid is worth itself; what else a bid is worth is said in a line of its own, such as `worth total rank of bid`".to_owned(),
            };
            self.problem(
                Diagnostic::new(Code::Type, by.span, format!("an auction is won by `worth`, not by `{}`", by.text))
                    .help(help),
            );
        }
        let Some(ties) = ties else {
            self.problem(
                Diagnostic::new(Code::Ties, wins.span, "nothing says who wins a tie")
                    .help("add `, ties to first` (who reached it first), `, ties to last`, `, ties to nobody`, `, ties to next` (the best that is not tied), `, ties to first clockwise from dealer` or `, ties to random player`"),
            );
            return None;
        };
        let stages: Option<Vec<Circuit>> = stages.into_iter().collect();
        let sealed =
            stages.as_ref().is_some_and(|stages| stages.iter().all(|stage| matches!(stage.order, Order::AtOnce)));
        if sealed && matches!(ties, tree::Ties::First | tree::Ties::Last) {
            self.problem(
                Diagnostic::new(
                    Code::Ties,
                    wins.span,
                    "all bid at once, so among equal bids there is no first and no last",
                )
                .help("say `ties to nobody`, `ties to next` for the best that is not tied, `ties to first clockwise from dealer` or `ties to random player`"),
            );
        }
        if matches!(ties, tree::Ties::Clockwise(_) | tree::Ties::Random) && always_outbid(clauses) {
            self.problem(
                Diagnostic::new(Code::Ties, wins.span, "each bid is better than the one before, so there are no ties")
                    .help("say `ties to first`; or leave out `must outbid leader`, if one may bid as much as another"),
            );
        }
        self.forms.push(FormScope { stage: None, part: Part::Before, ..scope });
        let from = match ties {
            tree::Ties::Clockwise(from) => Some(self.player(from)),
            _ => None,
        };
        self.forms.pop();
        let from = match from {
            Some(from) => Some(from?),
            None => None,
        };
        Some(Auction {
            form: scope.form,
            stages: stages?,
            highest: *highest,
            ties: who_wins(ties),
            from,
            wins: wins.span,
            sold,
            unsold,
            after,
            span: form.word.span,
        })
    }
}

/// Whether every bid has to outbid the one before, so that there is no tie.
fn always_outbid(clauses: &[Clause]) -> bool {
    let outbids = |clause: &Clause| {
        let Shape::Must { cond, .. } = &clause.shape else { return false };
        clause.when.is_none() && matches!(cond.kind, PhraseKind::Outbid)
    };
    let circuit = |clauses: &[Clause]| {
        let mut bids = clauses.iter().filter(|clause| clause.word.text == "bid");
        clauses.iter().any(outbids) || bids.all(|bid| bid.musts.iter().any(outbids))
    };
    let mut stages = clauses.iter().filter(|clause| clause.word.text == "stage").peekable();
    if stages.peek().is_none() { circuit(clauses) } else { stages.all(|stage| circuit(&stage.clauses)) }
}

/// Whether all choose at once in these turns.
fn all_at_once(clauses: &[Clause]) -> bool {
    find(clauses, "order").is_some_and(|order| matches!(order.shape, Shape::AllAtOnce))
}

/// The first clause with a word.
pub(super) fn find<'c>(clauses: &'c [Clause], word: &str) -> Option<&'c Clause> {
    clauses.iter().find(|clause| clause.word.text == word)
}
