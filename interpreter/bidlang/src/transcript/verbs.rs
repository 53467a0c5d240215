//! What players do, as verbs.

use crate::engine::{Ask, PickTold};
use crate::ir::Role;
use crate::words::Words;

/// `bids 4 with Hearts`
pub(crate) fn act_told(words: Words, ask: &Ask, act: u8, picks: &[PickTold]) -> String {
    let bid = ask.acts.get(usize::from(act)).is_some_and(|act| act.role == Role::Bid);
    let verb = match words.act_name(ask, act) {
        name if bid && name != "bid" => match words.says_which_bid(ask, act) {
            // What is bid says it: `bids 4 with Hearts`; or else the name does: `bids no tricks`.
            true => "bids".to_owned(),
            false => format!("bids {}", name.replace('-', " ")),
        },
        name => third_person(name),
    };
    let picks = words.picks_told(ask, act, picks);
    if picks.is_empty() { verb } else { format!("{verb} {}", picks.join(" with ")) }
}

/// `lot-sale` to `Lot-sale`
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words with which no verb begins: of such an act it is told that it is said.
const NO_VERBS: [&str; 12] =
    ["all", "big", "full", "grand", "great", "half", "high", "last", "little", "low", "small", "solo"];

/// `bid` to `bids`, `pass` to `passes`, `carry` to `carries`, `order-up` to `orders up`, `half-price` to `says half price`.
pub(super) fn third_person(verb: &str) -> String {
    if let Some((first, rest)) = verb.split_once('-').filter(|(first, _)| *first != "no") {
        if NO_VERBS.contains(&first) {
            return format!("says {first} {}", rest.replace('-', " "));
        }
        return format!("{} {}", third_person(first), rest.replace('-', " "));
    }
    let hissing = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end));
    if hissing {
        return format!("{verb}es");
    }
    match verb.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{verb}s"),
    }
}
