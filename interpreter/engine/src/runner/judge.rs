//! Who would take a trick if a card were laid to it that is still in a hand: for those who look ahead.

use super::super::TRICK;
use super::super::program::{Node, NodeId, SeatSet, Tricks, Turns};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::lies::Lies;
use super::taker::{Laid, Taker, Winner};
use super::{Build, Runner};
use crate::goes_by::tops_of;
use crate::{GoesBy, of_inside};

/// Most ways in which what counts in tricks can be, where the cards have to lie there to be judged: each is worked out once.
const MOST_WAYS: i64 = 2048;

/// Who takes a trick of a form.
enum Takes {
    /// Its cards need not lie there.
    Quick(Winner),
    /// They are put down to be looked at.
    Looked(Taker),
}

/// Knows for the tricks of a game which card takes them. It looks at cards that lie anywhere: it is not for who may not see them.
pub struct Judge {
    /// For each form of tricks; none where more than the cards of a trick and some tracks says who takes it.
    forms: Vec<Option<Takes>>,
    trick: Spot,
}

/// A trick to which somebody is to play.
pub struct Laying {
    tricks: usize,
    laid: Laid,
    /// Whose turn it is.
    pub turn: u8,
    /// Who takes it as it lies; none where nobody has played.
    pub ahead: Option<u8>,
    /// Who plays after this turn.
    pub to_come: SeatSet,
}

impl Laying {
    /// The card that leads it and the card that is ahead; none where nobody has played.
    pub fn led_and_ahead(&self) -> Option<(u8, u8)> {
        let ahead = self.laid.cards().find(|(seat, _)| Some(*seat) == self.ahead);
        self.laid.first().zip(ahead.map(|(_, card)| card))
    }

    /// The cards that lie in it.
    pub fn cards(&self) -> impl Iterator<Item = u8> + '_ {
        self.laid.cards().map(|(_, card)| card)
    }
}

impl Judge {
    /// Of a game.
    #[must_use]
    pub fn of(runner: &Runner) -> Self {
        let build = Build::new(&runner.program);
        let takes = |tricks: &Tricks| {
            let quick = build.winner(tricks, &[]).map(Takes::Quick);
            quick.or_else(|| build.goes_by_its_cards(tricks).then(|| Takes::Looked(build.taker(tricks))))
        };
        Self { forms: runner.program.tricks.iter().map(takes).collect(), trick: runner.program.spot(TRICK) }
    }

    /// The trick to which somebody is to play now; none where something else is asked, or where its cards alone do not say who takes it.
    #[must_use]
    pub fn laying(&self, runner: &Runner, desk: &mut Desk) -> Option<Laying> {
        let Turns::Tricks(number) = runner.ask(&desk.state)?.turns else { return None };
        let tricks = runner.program.tricks.get(usize::from(number))?;
        let takes = self.form(number)?;
        let laid = Laid::of(desk, tricks.played, tricks.leader, runner.program.seats);
        let turn = u8::try_from(desk.state.int(tricks.seat)).ok()?;
        let ahead = match laid.first() {
            Some(led) => self.judged(desk, takes, led, &laid)?,
            None => None,
        };
        let to_come = desk.state.seats(tricks.todo) & !(1 << turn);
        Some(Laying { tricks: usize::from(number), laid, turn, ahead, to_come })
    }

    /// Whether the card of whose turn it is would take the trick as it lies.
    pub fn takes(&self, desk: &mut Desk, laying: &mut Laying, card: u8) -> bool {
        let Some(Some(takes)) = self.forms.get(laying.tricks) else { return false };
        let before = (laying.laid.count, laying.laid.all);
        laying.laid.add(laying.turn, card, bit(card));
        let led = laying.laid.first().unwrap_or(card);
        let taken = self.judged(desk, takes, led, &laying.laid) == Some(Some(laying.turn));
        (laying.laid.count, laying.laid.all) = before;
        taken
    }

    /// Whether there is something to be known of a form of tricks.
    #[must_use]
    pub fn knows(&self, form: u16) -> bool {
        self.form(form).is_some()
    }

    /// Whether the second card takes the trick of a form from the first where that leads.
    pub fn beats(&self, desk: &mut Desk, form: u16, led: u8, card: u8) -> bool {
        let Some(takes) = self.form(form) else { return false };
        let mut laid = Laid::nothing();
        laid.add(0, led, bit(led));
        laid.add(1, card, bit(card));
        self.judged(desk, takes, led, &laid) == Some(Some(1))
    }

    /// Whether the third card takes the trick of a form from the second where the first leads, which may be the second itself.
    pub fn takes_from(&self, desk: &mut Desk, form: u16, (led, ahead): (u8, u8), card: u8) -> bool {
        let Some(takes) = self.form(form) else { return false };
        let mut laid = Laid::nothing();
        laid.add(0, led, bit(led));
        if ahead != led {
            laid.add(1, ahead, bit(ahead));
        }
        laid.add(2, card, bit(card));
        self.judged(desk, takes, led, &laid) == Some(Some(2))
    }

    /// Whether cards have to be put down to be judged, which takes its time.
    #[must_use]
    pub fn is_dear(&self, form: u16) -> bool {
        matches!(self.form(form), Some(Takes::Looked(_)))
    }

    fn form(&self, form: u16) -> Option<&Takes> {
        self.forms.get(usize::from(form))?.as_ref()
    }

    /// Who would take a trick; none where that cannot be told yet, as while trump suits are looked up that are not named. The game goes on.
    fn judged(&self, desk: &mut Desk, takes: &Takes, led: u8, laid: &Laid) -> Option<Option<u8>> {
        desk.unseen(|desk| {
            desk.fault = None;
            desk.led = led;
            let taken = match takes {
                Takes::Quick(winner) => winner.of::<false>(desk, laid),
                Takes::Looked(taker) => with_laid(desk, self.trick, laid, |desk| taker.among::<false>(desk, laid)),
            };
            desk.fault.is_none().then_some(taken)
        })
    }
}

/// What comes of something where the cards of a trick lie there, and no others; then all lies as it did.
fn with_laid<T>(desk: &mut Desk, trick: Spot, laid: &Laid, of: impl FnOnce(&mut Desk) -> T) -> T {
    let place = u32::from(trick.place);
    let (mut order, mut links) = ([0; 32], [(0, 0); 32]);
    let mut count = 0;
    for ((_, card), (to, link)) in laid.cards().zip(order.iter_mut().zip(&mut links)) {
        let at = 2 * usize::from(card);
        (*to, *link) = (card, (desk.state.get(at), desk.state.get(at + 1)));
        count += 1;
    }
    let ends = usize::from(trick.ends);
    let lay = (desk.state.cards_in(place), desk.state.get(ends), desk.state.get(ends + 1));
    let cards = order.get(..count).unwrap_or_default();
    desk.state.lay(trick, cards);
    desk.state.set_cards_in(place, laid.all);
    desk.kept.anew();
    let found = of(desk);
    desk.kept.anew();
    for (card, (next, before)) in cards.iter().zip(links) {
        desk.state.put(2 * usize::from(*card), next);
        desk.state.put(2 * usize::from(*card) + 1, before);
    }
    desk.state.set_cards_in(place, lay.0);
    desk.state.put(ends, lay.1);
    desk.state.put(ends + 1, lay.2);
    found
}

impl Build<'_> {
    /// Whether nothing but the cards of a trick, as they lie, and tracks that can be in few ways say who takes it.
    fn goes_by_its_cards(&self, tricks: &Tricks) -> bool {
        let goes_by = GoesBy::of(self.program, tricks);
        let cards = i64::try_from(self.program.like.len()).unwrap_or(i64::MAX);
        let mut ways = goes_by.tops.iter().fold(1_i64, |ways, _| ways.saturating_mul(cards));
        for slot in goes_by.slots {
            let Some((_, track)) = self.program.track_of(slot) else { return false };
            let (low, high) = track.range;
            ways = ways.saturating_mul(high.saturating_sub(low).saturating_add(1));
        }
        let mut phrases = [Some(tricks.key), tricks.trumps, tricks.follows].into_iter().flatten();
        ways <= MOST_WAYS && phrases.all(|phrase| self.looks_at_the_trick(phrase, &mut vec![tricks.card]))
    }

    /// Whether a phrase looks at no place but the trick, and at nobody's cards, points or turn; these registers are known.
    fn looks_at_the_trick(&self, id: NodeId, known: &mut Vec<u32>) -> bool {
        let Some(node) = self.program.nodes.get(id) else { return false };
        if let Some((_, key)) = tops_of(self.program, node) {
            return key.is_none_or(|key| self.looks_at_the_trick(key, known));
        }
        let itself = match node {
            Node::Reg(reg) | Node::CardReg(reg) => known.contains(reg),
            Node::Place(place) => *place == TRICK,
            Node::SlotAt { .. }
            | Node::Slot(_)
            | Node::Let { .. }
            | Node::FoldCards { .. }
            | Node::FoldMembers { .. }
            | Node::EndCard { .. }
            | Node::Ends { .. }
            | Node::CountSets { .. }
            | Node::Watch { .. }
            | Node::SeenIn { .. }
            | Node::Scan { .. }
            | Node::BestCards { .. }
            | of_inside!() => true,
            Node::PlaceOf { .. }
            | Node::PlacesOf { .. }
            | Node::SeatSlot(_)
            | Node::CardSlot(_)
            | Node::Owner(_)
            | Node::Score(_)
            | Node::AllPass { .. }
            | Node::FoldSeats { .. }
            | Node::ScanSeats { .. }
            | Node::BestSeats { .. } => false,
        };
        let before = known.len();
        known.extend(node.sets_reg());
        let mut all = itself;
        self.program.inner(node, &mut |inner| all = all && self.looks_at_the_trick(inner, known));
        known.truncate(before);
        all
    }
}
