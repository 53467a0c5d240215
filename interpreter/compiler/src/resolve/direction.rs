//! Which way play goes, where it may turn round: a track that the file does not declare, and what goes by it.

use super::names::{Named, Resolver};
use crate::diagnostic::Span;
use crate::ir::{Comparison, Expr, Kind, StmtKind, Target, Track, Ty};
use crate::syntax::tree::{File, Item, PhraseKind, Statement, StatementKind};

/// How the file calls it.
pub(super) const DIRECTION: &str = "direction";

impl<'t> Resolver<'t> {
    /// Where some line turns play round, which way it goes is remembered and seen by all.
    pub(super) fn declare_direction(&mut self, file: &'t File) {
        let own = file
            .items
            .iter()
            .any(|item| matches!(item, Item::Track(lines) if lines.iter().any(|line| line.name.text == DIRECTION)));
        let mut turns = false;
        file.each_statement(&mut |statement| turns |= changes(statement, own));
        if !turns {
            return;
        }
        let mut members = vec!["clockwise".to_owned(), "anticlockwise".to_owned()];
        if self.game.anticlockwise {
            members.reverse();
        }
        let (kind, track) = (self.game.kinds.len(), self.game.tracks.len());
        self.game.kinds.push(Kind { name: DIRECTION.to_owned(), members, numeric: false });
        self.game.tracks.push(Track {
            name: DIRECTION.to_owned(),
            per: Vec::new(),
            ty: Ty::Member(kind),
            or_nothing: false,
            range: None,
            starts: Some(Expr::Int(0)),
            sights: Vec::new(),
            untold: false,
            phase: None,
            span: Span::default(),
        });
        self.names.insert(DIRECTION.to_owned(), (Named::Track(track), Span::default()));
        self.game.turning = Some(track);
    }

    /// Whether play goes the other way round than at first; nothing where it never does.
    fn turned(&self) -> Option<Expr> {
        let track = self.game.turning?;
        Some(Expr::compare(Comparison::IsNot, Expr::Track { track, keys: Vec::new() }, Expr::Int(0)))
    }

    /// One of two phrases, as play goes.
    pub(super) fn as_play_goes(&self, at_first: Expr, turned: Expr) -> Expr {
        match self.turned() {
            Some(is_turned) => Expr::If(Box::new(is_turned), Box::new(turned), Box::new(at_first)),
            None => at_first,
        }
    }

    /// The first of a group from a player on, as play goes.
    pub(super) fn first_from(&self, from: Box<Expr>, of: Box<Expr>) -> Expr {
        let back = Expr::FirstFrom { from: from.clone(), of: of.clone(), back: true };
        self.as_play_goes(Expr::FirstFrom { from, of, back: false }, back)
    }

    /// `turn play round`
    pub(super) fn turn_round(&self) -> Option<StmtKind> {
        let target = Target { track: self.game.turning?, keys: Vec::new() };
        Some(StmtKind::Set { target, to: self.as_play_goes(Expr::Int(1), Expr::Int(0)) })
    }
}

/// Whether a statement says which way play goes; a track of this name that is the file's own does not.
fn changes(statement: &Statement, own: bool) -> bool {
    match &statement.kind {
        StatementKind::Turn => true,
        StatementKind::Set { target, .. } => {
            !own && matches!(&target.kind, PhraseKind::Word(name) if name.text == DIRECTION)
        }
        _ => false,
    }
}
