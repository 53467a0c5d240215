//! Sorts of phrases as patterns: whoever takes phrases apart by them does not compile where one is forgotten.

/// Phrases that are worked out from nothing but what is inside of them, as a pattern: they look neither at the state nor at a register,
/// and set none.
#[doc(hidden)]
#[macro_export]
macro_rules! of_inside {
    () => {
        $crate::Node::Int(_)
            | $crate::Node::Missing { .. }
            | $crate::Node::Tab { .. }
            | $crate::Node::Arms { .. }
            | $crate::Node::Add(..)
            | $crate::Node::Sub(..)
            | $crate::Node::Mul(..)
            | $crate::Node::Mod(..)
            | $crate::Node::Div { .. }
            | $crate::Node::Cmp(..)
            | $crate::Node::And(..)
            | $crate::Node::Or(..)
            | $crate::Node::Not(_)
            | $crate::Node::If(..)
            | $crate::Node::Count(_)
            | $crate::Node::CountSeats(_)
            | $crate::Node::TotalTab { .. }
            | $crate::Node::OnlyCard(_)
            | $crate::Node::OnlySeat(_)
            | $crate::Node::FirstFrom { .. }
            | $crate::Node::SeatStep { .. }
            | $crate::Node::InCards(..)
            | $crate::Node::InSeats(..)
            | $crate::Node::InSet { .. }
            | $crate::Node::Partner(_)
            | $crate::Node::TeamOf(_)
            | $crate::Node::Cards(_)
            | $crate::Node::JustCard(_)
            | $crate::Node::SetTab { .. }
            | $crate::Node::Both(..)
            | $crate::Node::Either(..)
            | $crate::Node::Without(..)
            | $crate::Node::IfCards(..)
            | $crate::Node::Seats(_)
            | $crate::Node::JustSeat(_)
            | $crate::Node::Members(_)
            | $crate::Node::Except(..)
            | $crate::Node::Opponents(_)
            | $crate::Node::IfSeats(..)
    };
}

/// Phrases that are numbers, as a pattern.
macro_rules! numbers {
    () => {
        Node::Int(_)
            | Node::Slot(_)
            | Node::SlotAt { .. }
            | Node::Reg(_)
            | Node::Tab { .. }
            | Node::Arms { .. }
            | Node::Add(..)
            | Node::Sub(..)
            | Node::Mul(..)
            | Node::Mod(..)
            | Node::Div { .. }
            | Node::Cmp(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::If(..)
            | Node::Count(_)
            | Node::CountSeats(_)
            | Node::FoldCards { .. }
            | Node::FoldSeats { .. }
            | Node::FoldMembers { .. }
            | Node::TotalTab { .. }
            | Node::EndCard { .. }
            | Node::CountSets { .. }
            | Node::OnlyCard(_)
            | Node::OnlySeat(_)
            | Node::FirstFrom { .. }
            | Node::SeatStep { .. }
            | Node::Owner(_)
            | Node::InCards(..)
            | Node::InSeats(..)
            | Node::InSet { .. }
            | Node::Partner(_)
            | Node::TeamOf(_)
            | Node::Score(_)
            | Node::AllPass { .. }
            | Node::Missing { .. }
    };
}

/// Phrases that are sets of cards.
macro_rules! card_sets {
    () => {
        Node::Cards(_)
            | Node::Place(_)
            | Node::PlaceOf { .. }
            | Node::PlacesOf { .. }
            | Node::CardSlot(_)
            | Node::CardReg(_)
            | Node::JustCard(_)
            | Node::SetTab { .. }
            | Node::Both(..)
            | Node::Either(..)
            | Node::Without(..)
            | Node::IfCards(..)
            | Node::Scan { .. }
            | Node::BestCards { .. }
            | Node::Ends { .. }
    };
}

/// Phrases that are sets of seats.
macro_rules! seat_sets {
    () => {
        Node::Seats(_)
            | Node::SeatSlot(_)
            | Node::JustSeat(_)
            | Node::Members(_)
            | Node::Except(..)
            | Node::Opponents(_)
            | Node::IfSeats(..)
            | Node::ScanSeats { .. }
            | Node::BestSeats { .. }
    };
}

pub(crate) use {card_sets, numbers, seat_sets};
