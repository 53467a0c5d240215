//! Lines with names: places and tracks.

use crate::syntax::tree::{Item, Name, PlaceLine, TrackLine};

/// A line with a name of its own: of a place or of a track.
pub(super) trait Named: Sized {
    /// What it is called.
    const WHAT: &str;
    /// How a new one is said.
    const HELP: &str;
    fn name(&self) -> &Name;
    /// The lines of an item of this sort.
    fn lines(item: &mut Item) -> Option<&mut Vec<Self>>;
    fn item(lines: Vec<Self>) -> Item;
}

impl Named for PlaceLine {
    const WHAT: &str = "place";
    const HELP: &str = "for a new one say `add places`";

    fn name(&self) -> &Name {
        &self.name
    }

    fn lines(item: &mut Item) -> Option<&mut Vec<Self>> {
        if let Item::Places(lines) = item { Some(lines) } else { None }
    }

    fn item(lines: Vec<Self>) -> Item {
        Item::Places(lines)
    }
}

impl Named for TrackLine {
    const WHAT: &str = "track";
    const HELP: &str = "for a new one say `add track`; a track of a phase stands under `change phase`";

    fn name(&self) -> &Name {
        &self.name
    }

    fn lines(item: &mut Item) -> Option<&mut Vec<Self>> {
        if let Item::Track(lines) = item { Some(lines) } else { None }
    }

    fn item(lines: Vec<Self>) -> Item {
        Item::Track(lines)
    }
}
