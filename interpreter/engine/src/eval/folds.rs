//! One value over many: totals, the highest and lowest, and those that have it.

use super::sets::card_bit;
use super::{Eval, Regs};
use crate::Fold;
use crate::program::{CardSet, NodeId};

/// What is best, and who has it: cards or seats.
pub(super) struct Best {
    value: i64,
    pub(super) set: CardSet,
}

impl Eval<'_> {
    pub(super) fn fold(
        &self,
        regs: &mut Regs,
        fold: Fold,
        reg: u32,
        key: NodeId,
        of: impl Iterator<Item = i64>,
    ) -> i64 {
        let mut total: i64 = 0;
        let mut best: Option<i64> = None;
        let mut second: Option<i64> = None;
        let mut seen: Vec<i64> = Vec::new();
        for one in of {
            regs.set(reg, one);
            let value = self.int(regs, key);
            match fold {
                Fold::Total => total = total.saturating_add(value),
                Fold::Any if value != 0 => return 1,
                Fold::Every if value == 0 => return 0,
                Fold::Any | Fold::Every => {}
                Fold::Different => {
                    if !seen.contains(&value) {
                        seen.push(value);
                    }
                }
                _ => {
                    let better = |than: i64| {
                        if matches!(fold, Fold::Highest | Fold::SecondHighest) { value > than } else { value < than }
                    };
                    if best.is_none_or(better) {
                        second = best;
                        best = Some(value);
                    } else if second.is_none_or(better) {
                        second = Some(value);
                    }
                }
            }
        }
        match fold {
            Fold::Total => total,
            Fold::Any => 0,
            Fold::Every => 1,
            Fold::Different => i64::try_from(seen.len()).unwrap_or(0),
            Fold::Highest | Fold::Lowest => best.unwrap_or(0),
            Fold::SecondHighest | Fold::SecondLowest => second.unwrap_or(0),
        }
    }

    pub(super) fn best(
        &self,
        regs: &mut Regs,
        reg: u32,
        key: NodeId,
        highest: bool,
        of: impl Iterator<Item = i64>,
    ) -> Best {
        let mut best = Best { value: 0, set: 0 };
        for one in of {
            regs.set(reg, one);
            let value = self.int(regs, key);
            let better = if highest { value > best.value } else { value < best.value };
            if best.set == 0 || better {
                best = Best { value, set: card_bit(one) };
            } else if value == best.value {
                best.set |= card_bit(one);
            }
        }
        best
    }
}
