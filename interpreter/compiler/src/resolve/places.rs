//! Places and tracks: what there is on the table, who sees it, what is remembered.

use super::names::{Named, Resolver};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Per, Place, Sight, TRICK, Total, Track, Ty};
use crate::syntax::tree::{self, File, Item, Name, Phrase, PhraseKind, Seen, Seers, TrackLine, TrackType};

impl<'t> Resolver<'t> {
    pub(super) fn declare_places(&mut self, file: &File) {
        for line in place_lines(file) {
            let id = self.game.places.len();
            self.declare(&line.name, Named::Place(id));
            if line.per.len() > 1 {
                self.problem(
                    Diagnostic::new(
                        Code::TooManyKeys,
                        line.name.span,
                        "a place is for each player, each team or each value of one kind",
                    )
                    .help("use one `each`"),
                );
            }
            let per = line.per.first().and_then(|name| self.per(name));
            self.game.places.push(Place {
                name: line.name.text.clone(),
                per,
                sights: Vec::new(),
                size: Vec::new(),
                totals: Vec::new(),
                refilled: None,
                span: line.name.span,
            });
        }
    }

    fn per(&mut self, name: &Name) -> Option<Per> {
        match name.text.as_str() {
            "player" => return Some(Per::Player),
            "team"
                if self.sides_have_none(
                    name.span,
                    "there is nothing once for each team",
                    "say `each player`; or `each` with the kind by which teams are made",
                ) =>
            {
                return None;
            }
            "team" => return Some(Per::Team),
            _ => {}
        }
        match self.find(&name.text) {
            Some(Named::Attr(attr)) => self.game.attrs.get(attr).map(|attr| Per::Kind(attr.kind)),
            Some(Named::Kind(kind)) => Some(Per::Kind(kind)),
            _ => {
                self.unknown(name);
                None
            }
        }
    }

    /// Who sees what, after all names are known.
    /// A card whose owner is asked for may lie where it has one.
    pub(super) fn has_an_owner(&mut self, card: &Expr, span: Span) -> Option<()> {
        if matches!(card, Expr::Var(_) | Expr::Fact(_) | Expr::Int(_)) {
            return Some(());
        }
        let (mut lies, mut owned) = (None, false);
        let mut look = |of: &Expr| {
            if let Expr::CardsIn(place) = of {
                let of = self.game.places.get(place.place);
                lies = of.map(|of| of.name.clone());
                // In a trick the owner is who played the card.
                owned |= place.place == TRICK || of.is_none_or(|of| of.per.is_some());
            }
        };
        crate::design::walk::within(card, &mut look);
        let Some(place) = lies.filter(|_| !owned) else { return Some(()) };
        self.problem(
            Diagnostic::new(Code::Type, span, format!("`{place}` belongs to nobody, so no card in it has an owner")).help(
                "the owner of a card is who has the place where it lies; who played it to a trick is `player where card of player is ...`; else remember who it was in a track",
            ),
        );
        None
    }

    pub(super) fn resolve_sights(&mut self, file: &'t File) {
        for line in place_lines(file) {
            let Some((Named::Place(id), _)) = self.names.get(&line.name.text).copied() else { continue };
            if let Some(from) = &line.refilled {
                match self.find(&from.text) {
                    Some(Named::Place(source)) if self.same_per(source, id) => {
                        self.place_mut(id, |place| place.refilled = Some(source))
                    }
                    Some(Named::Place(_)) => self.problem(
                        Diagnostic::new(Code::Type, from.span, "a place is refilled from a place of the same owner")
                            .help("let both be for each player, or both for the whole table"),
                    ),
                    _ => self.unknown(from),
                }
            }
            for sight in &line.sights {
                self.place_sight(id, sight);
            }
            let said = line.sights.iter().any(|sight| matches!(sight.what, Seen::Cards));
            if !said {
                self.problem(
                    Diagnostic::new(
                        Code::WhoSees,
                        line.name.span,
                        format!("nothing says who sees the cards of `{}`", line.name.text),
                    )
                    .help("add `seen by all`, `seen by owner` or `seen by nobody`"),
                );
            }
        }
        for index in 0..self.game.tracks.len() {
            self.track_sight(file, index);
        }
    }

    fn place_mut(&mut self, id: usize, change: impl FnOnce(&mut Place)) {
        if let Some(place) = self.game.places.get_mut(id) {
            change(place);
        }
    }

    fn same_per(&self, a: usize, b: usize) -> bool {
        self.game.places.get(a).map(|place| place.per) == self.game.places.get(b).map(|place| place.per)
    }

    fn place_sight(&mut self, id: usize, line: &tree::Sight) {
        let per = self.game.places.get(id).and_then(|place| place.per);
        let Some(sight) = self.sight(line, per) else { return };
        match &line.what {
            Seen::Cards => self.place_mut(id, |place| place.sights.push(sight)),
            Seen::Size => self.place_mut(id, |place| place.size.push(sight)),
            Seen::Total(name) => {
                let name = name.clone();
                let (card, of) = self.speaking(None, Ty::Card, true, |this| {
                    let typed = this.word(&name, Some(Ty::Number))?;
                    this.want(typed, Ty::Number)
                });
                if let Some(of) = of {
                    let name = name.text;
                    self.place_mut(id, |place| place.totals.push(Total { name, card, of, sight }));
                }
            }
        }
    }

    fn sight(&mut self, line: &tree::Sight, per: Option<Per>) -> Option<Sight> {
        let depth = self.scopes.len();
        let owner = match per {
            Some(Per::Player) => self.speak(Some("owner".to_owned()), Ty::Player, false),
            Some(Per::Team) => self.speak(Some("owner".to_owned()), Ty::Team, false),
            _ => self.new_var(),
        };
        let who = match &line.who {
            Seers::All => Some(Expr::AllPlayers),
            Seers::Nobody => Some(Expr::JustPlayer(Box::new(Expr::Nothing))),
            Seers::Players(Phrase { kind: PhraseKind::Word(word), span })
                if word.text == "owner" && !matches!(per, Some(Per::Player | Per::Team)) =>
            {
                self.problem(
                    Diagnostic::new(Code::NoOwner, *span, "this belongs to no player, so it has no owner")
                        .help("say `seen by all`, `seen by nobody` or name a player; `each player` or `each team` after its name gives it owners"),
                );
                None
            }
            Seers::Players(phrase) => {
                let typed = self.typed(phrase, Some(Ty::Players));
                typed.and_then(|typed| self.want(typed, Ty::Players))
            }
        };
        let when = match &line.when {
            None => None,
            Some(phrase) => {
                let typed = self.typed(phrase, Some(Ty::YesNo));
                Some(typed.and_then(|typed| self.want(typed, Ty::YesNo))?)
            }
        };
        self.scopes.truncate(depth);
        Some(Sight { who: who?, owner, when })
    }

    pub(super) fn declare_tracks(&mut self, file: &File) {
        for item in &file.items {
            if let Item::Track(lines) = item {
                for line in lines {
                    self.declare_track(line, None);
                }
            }
        }
        for (index, item) in self.phase_items.clone().into_iter().enumerate() {
            for line in &item.tracks {
                self.declare_track(line, Some(index));
            }
        }
    }

    fn declare_track(&mut self, line: &TrackLine, phase: Option<usize>) {
        let id = self.game.tracks.len();
        self.declare(&line.name, Named::Track(id));
        let per: Vec<Per> = line.per.iter().filter_map(|name| self.per(name)).collect();
        if per.len() > 2 {
            self.problem(
                Diagnostic::new(Code::TooManyKeys, line.name.span, "a track has at most two `each`")
                    .help("use a kind that names the combinations"),
            );
        }
        let mut or_nothing = false;
        let mut range = None;
        let ty = match &line.ty {
            TrackType::Number(limits) => {
                range = *limits;
                if range.is_some_and(|(low, high)| low > high) {
                    self.problem(
                        Diagnostic::new(Code::BadRange, line.ty_span, "the lower number comes first")
                            .help("for example `number from 0 to 90`"),
                    );
                }
                Ty::Number
            }
            TrackType::YesNo => Ty::YesNo,
            TrackType::Of(name, nothing) => {
                or_nothing = *nothing;
                match name.text.as_str() {
                    "player" => Ty::Player,
                    "card" => Ty::Card,
                    "team" => Ty::Team,
                    _ => match self.per(name) {
                        Some(Per::Kind(kind)) => Ty::Member(kind),
                        _ => Ty::Number,
                    },
                }
            }
        };
        self.game.tracks.push(Track {
            name: line.name.text.clone(),
            per,
            ty,
            or_nothing,
            range,
            starts: None,
            sights: Vec::new(),
            untold: line.untold,
            phase,
            span: line.name.span,
        });
    }

    fn track_sight(&mut self, file: &'t File, index: usize) {
        let Some((name, ty)) = self.game.tracks.get(index).map(|track| (track.span, track.ty)) else { return };
        let tables = file.items.iter().filter_map(|item| match item {
            Item::Track(lines) => Some(lines),
            Item::Phase(phase) => Some(&phase.tracks),
            _ => None,
        });
        let Some(line) = tables.flatten().find(|line| line.name.span == name) else { return };
        let starts = line.starts.as_ref().and_then(|phrase| {
            let typed = self.typed(phrase, Some(ty))?;
            self.want(typed, ty)
        });
        let per = self.game.tracks.get(index).and_then(|track| track.per.first().copied());
        let sights: Vec<Sight> = line.sights.iter().filter_map(|sight| self.sight(sight, per)).collect();
        if let Some(track) = self.game.tracks.get_mut(index) {
            track.starts = starts;
            track.sights = sights;
        }
    }
}

fn place_lines(file: &File) -> impl Iterator<Item = &tree::PlaceLine> {
    file.items.iter().filter_map(|item| if let Item::Places(lines) = item { Some(lines) } else { None }).flatten()
}
