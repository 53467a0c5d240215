//! What one needs: cards, places on the table, what is kept track of.

use bidlang::ir::{Per, Track, Ty};
use bidlang::syntax::tree::{
    CardLine, CardRow, Item, MarkSpan, PlaceLine, Seen, Seers, Sight, Tails, TrackLine, TrackType,
};

use super::front::mark;
use super::part;
use crate::english::{English, Me, article, spoken};
use crate::model::{Block, Chapter, Step, Table, Text, strong, term};
use crate::notes;

/// Cards, places and tracks.
pub(crate) fn material(english: English) -> Vec<Chapter> {
    let (mut cards, mut kinds, mut places, mut tracks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for item in &english.rulebook.file.items {
        // What is only worked with is not kept on the table.
        let told = |line: &&TrackLine| !line.untold;
        match item {
            Item::Cards(lines) => cards.extend(lines),
            Item::Kind { name, marks } => {
                let marks: Vec<String> = marks.iter().map(mark).collect();
                kinds.push(vec![Text(term(&name.text)), Text(marks.join(", "))]);
            }
            Item::Places(lines) => places.extend(lines.iter().map(|line| place(english, line))),
            Item::Track(lines) => tracks.extend(lines.iter().filter(told).map(|line| track(english, line))),
            Item::Phase(phase) => {
                let kept = phase.tracks.iter().filter(told).filter(|line| !is_passing(english, line));
                tracks.extend(kept.map(|line| track(english, line)));
            }
            _ => {}
        }
    }
    let needs = Block::Points(needs(english));
    let mut parts = vec![part("What you need", 2, vec![needs]), part("Cards", 3, deck(english, &cards))];
    if !kinds.is_empty() {
        let head = ["Name", "Values, lowest first"].map(Text::from).into();
        let say = "Besides the cards, these are named in the rules:";
        parts.push(part("Lists", 3, vec![Block::Say(Text::from(say)), Block::Table(Table { head, rows: kinds })]));
    }
    let head = ["Place", "Who has one", "Who sees the cards there"].map(Text::from).into();
    let say = "Cards lie in these places. Unless something else is said, all see how many cards lie in each. At the start all cards are in the box, beside the table. Cards are dealt from the top of a place and laid behind those that are there: the first is on top, the last is the newest.";
    parts.push(part("Places", 3, vec![Block::Say(Text::from(say)), Block::Table(Table { head, rows: places })]));
    if !tracks.is_empty() {
        let head = ["Name", "What it is", ""].map(Text::from).into();
        let say = "Keep track of these, with counters, money or a pencil:";
        parts.push(part(
            "What is kept track of",
            3,
            vec![Block::Say(Text::from(say)), Block::Table(Table { head, rows: tracks })],
        ));
    }
    parts
}

/// Most groups of cards that are counted one by one.
const MOST_GROUPS: usize = 8;

/// The things that lie on the table, with how many there are.
fn needs(english: English) -> Vec<Step> {
    let game = &english.rulebook.game;
    let mut found = vec![Step::from(Text::sentence(&cards(english)))];
    let tracks = english.rulebook.file.items.iter().filter_map(|item| match item {
        Item::Track(lines) => Some(lines),
        _ => None,
    });
    for line in tracks.flatten().filter(|line| !line.untold) {
        let Some(track) = game.tracks.iter().find(|track| track.span == line.name.span) else { continue };
        let name = term(&line.name.text);
        let each = if track.per.is_empty() { String::new() } else { format!(", for {}", per(english, &track.per)) };
        match (&line.ty, track.ty) {
            (TrackType::Number(Some((_, high))), _) => {
                found
                    .push(Step::from(Text::sentence(&format!("counters or money for the {name}{each}, up to {high}"))));
            }
            (TrackType::Number(None), _) => {
                found.push(Step::from(Text::sentence(&format!("counters or paper for the {name}{each}"))));
            }
            (TrackType::Of(..), Ty::Player) if track.per.is_empty() => {
                found.push(Step::from(Text::sentence(&format!("a marker for the {name}"))));
            }
            (TrackType::YesNo | TrackType::Of(..), _) => {}
        }
    }
    if !game.reasons.is_empty() {
        found.push(Step::from(Text::from("Paper and a pencil for the points.")));
    }
    found
}

/// `52 cards: 13 Clubs, 13 Diamonds, 13 Hearts, 13 Spades`
fn cards(english: English) -> String {
    let game = &english.rulebook.game;
    let count = count(english).replace("There are so many cards", "cards").replace("There are ", "");
    let players = english.wish.players.unwrap_or(game.players.0);
    let options = game.options.iter().enumerate();
    let options: Vec<i64> = options
        .map(|(index, option)| english.wish.options.get(index).copied().flatten().unwrap_or(option.usually))
        .collect();
    let Ok(compiled) = english.rulebook.compile(&bidlang::lower::Setup { players, options }) else { return count };
    // Where the deck is the same for all, its groups are counted: those of the attribute with the fewest words.
    let groups = game.attrs.iter().enumerate().filter_map(|(index, attr)| {
        let kind = game.kinds.get(attr.kind)?;
        let few = !kind.numeric && !attr.many && (2..=MOST_GROUPS).contains(&kind.members.len());
        few.then_some((kind.members.len(), index, kind))
    });
    let Some((_, index, kind)) = groups.min_by_key(|(size, ..)| *size).filter(|_| !count.contains(" for ")) else {
        return count;
    };
    let with = |member: usize| {
        let held = |id: &&u16| {
            let sets = game.cards.get(usize::from(**id)).and_then(|card| card.members.get(index));
            sets.is_some_and(|set| set & (1 << member) != 0)
        };
        compiled.program.cards.iter().filter(held).count()
    };
    let counts: Vec<usize> = (0..kind.members.len()).map(with).collect();
    let groups = counts.iter().zip(&kind.members).filter(|(many, _)| **many > 0);
    let mut told: Vec<String> = groups.map(|(many, name)| format!("{many} {}", spoken(name))).collect();
    if told.is_empty() {
        return count;
    }
    // A card that has none of these lacks the attribute.
    let others = compiled.program.cards.len().saturating_sub(counts.iter().sum());
    if others > 0 {
        told.push(format!("{others} other{}", if others == 1 { "" } else { "s" }));
    }
    format!("{count}: {}", told.join(", "))
}

fn deck(english: English, lines: &[&CardLine]) -> Vec<Block> {
    let text = english.rulebook.text();
    let mut attributes = Vec::new();
    let mut rows = Vec::new();
    let mut blocks = vec![Block::Say(Text::sentence(&count(english)))];
    for line in lines {
        match line {
            CardLine::Attribute { name, marks } => {
                let marks: Vec<String> = marks.iter().map(mark).collect();
                let note = notes::behind(text, name.span);
                let mut values = marks.join(", ");
                if let Some(note) = note.filter(|note| note != "lowest first") {
                    values = format!("{values} ({note})");
                }
                attributes.push(vec![Text(spoken(&name.text)), Text(values)]);
            }
            CardLine::Row(found) => rows.push(row(english, found, None)),
            CardLine::If { cond, rows: inner } => match english.wish.decides(english.rulebook, cond) {
                Some(false) => {}
                Some(true) => rows.extend(inner.iter().map(|found| row(english, found, None))),
                None => {
                    let when = english.condition(cond);
                    rows.extend(inner.iter().map(|found| row(english, found, Some(&when))));
                }
            },
        }
    }
    let game = &english.rulebook.game;
    let lacks = game.cards.iter().any(|card| card.members.iter().take(game.attrs.len()).any(|values| *values == 0));
    let say = if game.attrs.iter().any(|attr| attr.many) {
        "Cards have these, with the values in this order, lowest first; some cards have several values of one:"
    } else if lacks {
        "A card has these, or some of them, each with one of the values in this order, lowest first:"
    } else {
        "Every card has these, each with one of the values in this order, lowest first:"
    };
    blocks.push(Block::Say(Text::from(say)));
    blocks.push(Block::Table(Table { head: ["Of a card", "Values"].map(Text::from).into(), rows: attributes }));
    blocks.push(Block::Say(Text::from("The cards are:")));
    blocks.push(Block::Points(rows));
    blocks
}

/// How many cards there are for each player count, with the usual options.
fn count(english: English) -> String {
    let rulebook = english.rulebook;
    let (fewest, most) = rulebook.game.players;
    let mut found: Vec<(u8, usize)> = Vec::new();
    for players in english.wish.players.map_or(fewest..=most, |players| players..=players) {
        let options = rulebook.game.options.iter().enumerate();
        let options = options
            .map(|(index, option)| english.wish.options.get(index).copied().flatten().unwrap_or(option.usually))
            .collect();
        if let Ok(compiled) = rulebook.compile(&bidlang::lower::Setup { players, options }) {
            found.push((players, compiled.program.cards.len()));
        }
    }
    let first = found.first().map_or(0, |(_, cards)| *cards);
    let open = rulebook.game.options.len() > english.wish.options.iter().flatten().count();
    let depends =
        rulebook.file.items.iter().any(
            |item| matches!(item, Item::Cards(lines) if lines.iter().any(|line| matches!(line, CardLine::If { .. }))),
        );
    let usual = if open && depends { " with the usual house rules" } else { "" };
    if found.iter().all(|(_, cards)| *cards == first) {
        return format!("There are {first} cards{usual}");
    }
    let counts: Vec<String> = found.iter().map(|(players, cards)| format!("{cards} for {players} players")).collect();
    format!("There are so many cards{usual}: {}", counts.join(", "))
}

fn row(english: English, row: &CardRow, when: Option<&str>) -> Step {
    let heads: Vec<String> = row.heads.iter().map(mark).collect();
    let mut words = heads.join(", ");
    match &row.tails {
        Tails::None => {}
        Tails::Each(name) => words = format!("{words} of each {}", spoken(&name.text)),
        Tails::Combos(combos) => {
            let combos: Vec<String> =
                combos.iter().map(|values| values.iter().map(mark).collect::<Vec<_>>().join(" and ")).collect();
            words = format!("{words} of {}", combos.join("; "));
        }
    }
    if let Some(copies) = &row.copies {
        let copies = english.number(copies);
        words = if copies == "the number of players" {
            format!("{words}, one copy for each player")
        } else if let ([MarkSpan { to: None, .. }], Tails::None) = (row.heads.as_slice(), &row.tails) {
            format!("{words}, {copies} copies")
        } else {
            format!("{words}, {copies} copies of each")
        };
    }
    match when {
        Some(when) => Step::from(Text(format!("{words} ({} if {when})", strong("only")))),
        None => Step::from(Text(words)),
    }
}

/// `each player`, `each suit and each team`
fn per(english: English, per: &[Per]) -> String {
    let word = |per: &Per| match per {
        Per::Player => "each player".to_owned(),
        Per::Team => "each team".to_owned(),
        Per::Kind(kind) => {
            let name = english.rulebook.game.kinds.get(*kind).map_or("", |kind| kind.name.as_str());
            format!("each {}", spoken(name))
        }
    };
    per.iter().map(word).collect::<Vec<_>>().join(", for ")
}

fn place(english: English, line: &PlaceLine) -> Vec<Text> {
    let game = &english.rulebook.game;
    let definition = game.places.iter().find(|place| place.name == line.name.text);
    let whose =
        definition.and_then(|place| place.per).map_or_else(|| "one for all".to_owned(), |of| per(english, &[of]));
    let mut seen: Vec<String> = line.sights.iter().map(|found| sight(english, found, ", ")).collect();
    if let Some(from) = &line.refilled {
        let from = Text(english.place_name(&from.text)).0;
        seen.push(format!(
            "when a draw needs more cards than there are, the {from} is shuffled and becomes the new one"
        ));
    }
    let mut seen = seen.join("; ");
    if let Some(note) = notes::behind(english.rulebook.text(), line.name.span) {
        seen = format!("{seen} ({note})");
    }
    vec![Text(english.place_name(&line.name.text)), Text(whose), Text(seen)]
}

/// Who sees something, and behind a mark while what.
fn sight(english: English, sight: &Sight, mark: &str) -> String {
    let english = english.of(Me::They);
    let who = match &sight.who {
        Seers::All => "all".to_owned(),
        Seers::Nobody => "nobody".to_owned(),
        Seers::Players(players) => match english.noun(players).words.as_str() {
            "its owner" => "its owner".to_owned(),
            words => words.to_owned(),
        },
    };
    let mut words = match &sight.what {
        Seen::Cards => who,
        Seen::Size => format!("how many there are: {who}"),
        Seen::Total(name) => format!("the total {}: {who}", english.name(&name.text)),
    };
    if let Some(when) = &sight.when {
        match english.wish.decides(english.rulebook, when) {
            Some(true) => {}
            Some(false) => return "nobody else".to_owned(),
            None => words = format!("{words}{mark}while {}", english.condition(when)),
        }
    }
    words
}

/// Whether a track is one thing that is remembered while its phase is played, and of which the file says nothing more: that needs neither
/// counters nor a place on the table, and is told where the phase is.
pub(super) fn is_passing(english: English, line: &TrackLine) -> bool {
    let text = english.rulebook.text();
    let alone = definition(english, line).is_some_and(|track| track.phase.is_some() && track.per.is_empty());
    alone && line.sights.is_empty() && line.starts.is_none() && notes::behind(text, line.name.span).is_none()
}

/// `*broken* (at first no)`: what is remembered while a phase is played, with what it is when that begins.
pub(super) fn passing(english: English, line: &TrackLine) -> Option<String> {
    let track = definition(english, line).filter(|_| !line.untold && is_passing(english, line))?;
    let first = match &line.ty {
        TrackType::Number(_) => track.begins_at().to_string(),
        TrackType::YesNo => "no".to_owned(),
        TrackType::Of(..) if track.ty == Ty::Player => "nobody".to_owned(),
        TrackType::Of(..) => "none".to_owned(),
    };
    Some(format!("{} (at first {first})", term(&line.name.text)))
}

/// `*low* 13`: what is only worked with while a phase is played, where it begins with something.
pub(super) fn working(english: English, line: &TrackLine) -> Option<String> {
    let track = definition(english, line).filter(|_| line.untold)?;
    let begins = match &line.starts {
        Some(starts) => english.say(starts),
        None => Some(track.begins_at()).filter(|begins| *begins != 0)?.to_string(),
    };
    Some(format!("{} {begins}", term(&line.name.text)))
}

fn definition<'e>(english: English<'e>, line: &TrackLine) -> Option<&'e Track> {
    english.rulebook.game.tracks.iter().find(|track| track.span == line.name.span)
}

fn track(english: English, line: &TrackLine) -> Vec<Text> {
    let game = &english.rulebook.game;
    let definition = definition(english, line);
    let what = match &line.ty {
        TrackType::Number(None) => "a number".to_owned(),
        TrackType::Number(Some((low, high))) => format!("a number from {low} to {high}"),
        TrackType::YesNo => "yes or no".to_owned(),
        TrackType::Of(name, false) => format!("{} {}", article(&name.text), spoken(&name.text)),
        TrackType::Of(name, true) if definition.is_some_and(|track| track.ty == Ty::Player) => {
            format!("{} {}, or nobody", article(&name.text), spoken(&name.text))
        }
        TrackType::Of(name, true) => format!("{} {}, or none", article(&name.text), spoken(&name.text)),
    };
    let mut what = match definition.map(|track| track.per.as_slice()) {
        Some(of) if !of.is_empty() => format!("for {}: {what}", per(english, of)),
        _ => what,
    };
    if let Some(starts) = &line.starts {
        what = format!("{what}; {} at the start", english.say(starts));
    } else if let Some(begins) = definition.map(Track::begins_at).filter(|begins| *begins != 0) {
        what = format!("{what}; {begins} at the start");
    }
    let mut more = Vec::new();
    // The first of them sees it in any case, whatever is said of the next.
    let seers: Vec<String> = line.sights.iter().map(|found| sight(english, found, " ")).collect();
    match (!seers.is_empty()).then(|| seers.join(", and by ")) {
        Some(who) if who == "its owner" => more.push("only its owner sees it".to_owned()),
        Some(who) if who == "nobody" => more.push("nobody sees it".to_owned()),
        Some(who) => more.push(format!("seen by {who}")),
        None => {}
    }
    if let Some(phase) = definition.and_then(|track| track.phase).and_then(|phase| game.phases.get(phase)) {
        more.push(format!("begins anew with each {}", term(&phase.name)));
    }
    more.extend(notes::behind(english.rulebook.text(), line.name.span));
    vec![Text(term(&line.name.text)), Text(what), Text(more.join("; "))]
}
