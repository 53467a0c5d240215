//! Numbers and slots of which the commonest are found without a call.

use super::Numbers;
use super::desk::Desk;

/// A slot, found when it is used; none where a key is nobody or none. The commonest are found without a call.
pub(super) enum Find {
    One(u32),
    BySlot(BySlot),
    Other(Finds),
}

type Finds = Box<dyn Fn(&mut Desk) -> Option<u32> + Send + Sync>;

/// One of several slots, which another slot names.
#[derive(Clone, Copy)]
pub(super) struct BySlot {
    pub(super) base: u32,
    pub(super) size: u32,
    pub(super) slot: u32,
}

impl BySlot {
    #[inline(always)]
    fn of(self, desk: &Desk) -> Option<u32> {
        u32::try_from(desk.state.int(self.slot)).ok().filter(|at| *at < self.size).map(|at| self.base + at)
    }
}

impl Find {
    #[inline(always)]
    pub(super) fn of(&self, desk: &mut Desk) -> Option<u32> {
        match self {
            Self::One(slot) => Some(*slot),
            Self::BySlot(slot) => slot.of(desk),
            Self::Other(find) => find(desk),
        }
    }
}

/// A number of which the commonest are found without a call.
pub(super) enum Amount {
    Fixed(i64),
    Slot(u32),
    Reg(u32),
    /// What a slot says that another names, or a number where that is none.
    Named(BySlot, i64),
    Other(Numbers),
}

impl Amount {
    #[inline(always)]
    pub(super) fn of(&self, desk: &mut Desk) -> i64 {
        match self {
            Self::Fixed(value) => *value,
            Self::Slot(slot) => desk.state.int(*slot),
            Self::Reg(reg) => desk.reg(*reg),
            Self::Named(slot, nothing) => slot.of(desk).map_or(*nothing, |slot| desk.state.int(slot)),
            Self::Other(number) => number(desk),
        }
    }
}
