//! Cards as scripts and prompts list them: `2 copies of Jack of Hearts`, `2 to Ace of Spades`, `Ace of each suit`.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::{Heap, Name};
use crate::words::Words;

/// Heaps with each stretch, `2 to Ace of Spades`, as one heap for each of its values, and `of each suit` as one for each
/// value with which there is such a card.
///
/// # Errors
/// A stretch that is none, or something else than an attribute after `each`.
pub fn spread(words: Words, heaps: &[Heap]) -> Result<Vec<Heap>, Diagnostic> {
    let mut found = Vec::new();
    for heap in heaps {
        for heap in stretch(words, heap)? {
            found.extend(of_each(words, heap)?);
        }
    }
    Ok(found)
}

/// A heap with the first of its values put right, or one more value.
fn with(heap: &Heap, marks: Vec<Name>) -> Heap {
    Heap { marks, to: None, ..heap.clone() }
}

fn stretch(words: Words, heap: &Heap) -> Result<Vec<Heap>, Diagnostic> {
    let (Some(to), [from, rest @ ..]) = (&heap.to, heap.marks.as_slice()) else { return Ok(vec![heap.clone()]) };
    let game = words.game;
    let stretch = game.attrs.iter().filter_map(|attr| game.kinds.get(attr.kind)).find_map(|kind| {
        let at = |name: &Name| kind.members.iter().position(|member| *member == name.text);
        kind.members.get(at(from)?..=at(to)?)
    });
    let Some(stretch) = stretch else {
        let members = || game.attrs.iter().filter_map(|attr| game.kinds.get(attr.kind)).flat_map(|kind| &kind.members);
        if let Some(strange) = [from, to].into_iter().find(|name| !members().any(|member| *member == name.text)) {
            let problem =
                Diagnostic::new(Code::UnknownCard, heap.span, format!("no card is called `{}`", strange.text));
            return Err(problem
                .help("name cards as the rules file does")
                .did_you_mean(&strange.text, members().map(String::as_str)));
        }
        return Err(Diagnostic::new(
            Code::BadRange,
            heap.span,
            format!("no cards go from `{}` to `{}`", from.text, to.text),
        )
        .help("a stretch follows the order in which the rules list the values, the lower one first"));
    };
    let first = |member: &String| Name { text: member.clone(), span: from.span };
    Ok(stretch
        .iter()
        .map(|member| with(heap, std::iter::once(first(member)).chain(rest.iter().cloned()).collect()))
        .collect())
}

fn of_each(words: Words, heap: Heap) -> Result<Vec<Heap>, Diagnostic> {
    let Some(each) = &heap.each else { return Ok(vec![heap]) };
    let game = words.game;
    let Some((index, attr)) = game.attrs.iter().enumerate().find(|(_, attr)| attr.name == each.text) else {
        let known: Vec<&str> = game.attrs.iter().map(|attr| attr.name.as_str()).collect();
        return Err(Diagnostic::new(
            Code::UnknownAttribute,
            each.span,
            format!("cards have no attribute `{}`", each.text),
        )
        .help(format!("they have {}", known.join(", ")))
        .did_you_mean(&each.text, known));
    };
    let members = game.kinds.get(attr.kind).map(|kind| kind.members.as_slice()).unwrap_or_default();
    let named = |name: &Name| {
        game.attrs.iter().enumerate().find_map(|(index, attr)| {
            let members = &game.kinds.get(attr.kind)?.members;
            Some((index, members.iter().position(|member| *member == name.text)?))
        })
    };
    let wanted: Vec<_> = heap.marks.iter().filter_map(named).collect();
    // Only values with which there is such a card.
    let there = |member: usize| {
        words.program.cards.iter().filter_map(|id| game.cards.get(usize::from(*id))).any(|card| {
            let has = |(attr, member): &(usize, usize)| {
                card.members.get(*attr).is_some_and(|set| {
                    u32::try_from(*member).is_ok_and(|bit| set.checked_shr(bit).is_some_and(|set| set & 1 == 1))
                })
            };
            wanted.iter().all(has) && has(&(index, member))
        })
    };
    let found: Vec<Heap> = members
        .iter()
        .enumerate()
        .filter(|(member, _)| there(*member))
        .map(|(_, member)| {
            let more = Name { text: member.clone(), span: each.span };
            Heap { each: None, ..with(&heap, heap.marks.iter().cloned().chain([more]).collect()) }
        })
        .collect();
    if found.is_empty() {
        return Err(Diagnostic::new(Code::UnknownCard, heap.span, "there is no such card in the deck")
            .help("check the rank and the suits, and how many play in the test and by which options"));
    }
    Ok(found)
}
