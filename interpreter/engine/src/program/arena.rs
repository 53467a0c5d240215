//! The arena of phrases: phrases refer to each other by numbers that are a type of their own, and nothing else is looked up by them.

use serde::Serialize;

use super::Node;

/// The number of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct NodeId(u32);

impl NodeId {
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What there is for each phrase, by its number: the phrases themselves, or what is known of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PerNode<T>(Vec<T>);

/// All phrases of a program. Each stands behind those inside of it.
pub type Nodes = PerNode<Node>;

impl<T> Default for PerNode<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<T> for PerNode<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

impl<T> PerNode<T> {
    /// Adds one: its number. Programs are bounded far below 2^32 phrases.
    pub fn push(&mut self, one: T) -> NodeId {
        let id = NodeId(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        self.0.push(one);
        id
    }

    /// Takes the last away again.
    pub fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// The one of a phrase.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<&T> {
        self.0.get(id.index())
    }

    /// The one of a phrase, to be changed.
    pub fn get_mut(&mut self, id: NodeId) -> Option<&mut T> {
        self.0.get_mut(id.index())
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All, in the order of their numbers.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// All, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// All with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (NodeId, &T)> {
        (0..).map(NodeId).zip(&self.0)
    }

    /// Drops all that are not to be kept; gives the new number of each that is.
    pub fn keep_only(&mut self, kept: &PerNode<bool>) -> PerNode<Option<NodeId>> {
        let mut next = (0..).map(NodeId);
        let numbers = kept.iter().map(|kept| if *kept { next.next() } else { None }).collect();
        let mut kept = kept.iter();
        self.0.retain(|_| kept.next() == Some(&true));
        numbers
    }
}
