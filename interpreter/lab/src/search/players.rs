//! Kinds of players, so that games come up that uniform chance hardly ever plays: low contracts, passes, long duels.

use crate::engine::{Ask, Desk, Role, Runner, Stream};

/// How a player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Each choice is as likely as the others.
    Choices,
    /// Each act is as likely as the others, and then each choice of it.
    Acts,
    /// Passes, and low numbers and cards.
    Timid,
    /// No passes, and high numbers and cards.
    Bold,
    /// What was done least often before.
    Rare,
}

impl Kind {
    /// The kind that plays a game: one after the other.
    pub fn of_game(number: u64) -> Self {
        let at = usize::try_from(number % KINDS.len() as u64).unwrap_or(0);
        KINDS.get(at).copied().unwrap_or(Self::Choices)
    }
}

/// All kinds.
const KINDS: [Kind; 5] = [Kind::Choices, Kind::Acts, Kind::Timid, Kind::Bold, Kind::Rare];

/// One choice in so many is as likely as the others, whatever the kind: no game goes on because of the players alone.
const AT_RANDOM: u32 = 4;

/// The players of one game.
#[derive(Debug)]
pub struct Players<'m> {
    /// What kind they are.
    pub kind: Kind,
    /// What they draw from.
    pub stream: Stream,
    /// How often each act of each decision was done in games before.
    pub done: &'m mut Vec<Vec<u64>>,
}

/// The choices of one act: from the first up to the end.
#[derive(Debug, Clone, Copy)]
struct Group {
    act: usize,
    first: u64,
    end: u64,
}

impl Players<'_> {
    /// The number of the choice that is taken, of so many.
    pub fn choose(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, count: u64) -> u64 {
        let number = desk.state().waiting().map_or(0, usize::from);
        let Some(ask) = runner.ask(desk.state()) else { return self.stream.below_long(count) };
        if self.kind == Kind::Choices || self.stream.below(AT_RANDOM) == 0 {
            return self.stream.below_long(count);
        }
        let groups = groups(ask, runner, desk, seat, count);
        let group = self.group(ask, number, &groups).unwrap_or(Group { act: 0, first: 0, end: count });
        self.note(number, group.act);
        let size = group.end - group.first;
        let low = |stream: &mut Stream| {
            let once = stream.below_long(size);
            stream.below_long(once + 1)
        };
        let within = match self.kind {
            Kind::Choices | Kind::Acts => self.stream.below_long(size),
            Kind::Timid => low(&mut self.stream),
            Kind::Bold => size - 1 - low(&mut self.stream),
            Kind::Rare => match self.stream.below(4) {
                0 => 0,
                1 => size - 1,
                _ => self.stream.below_long(size),
            },
        };
        group.first + within
    }

    fn group(&mut self, ask: &Ask, number: usize, groups: &[Group]) -> Option<Group> {
        let is_pass = |group: &Group| ask.acts.get(group.act).is_some_and(|act| matches!(act.role, Role::Pass(_)));
        let mut among: Vec<Group> = groups.to_vec();
        match self.kind {
            Kind::Choices | Kind::Acts => {}
            Kind::Timid => {
                if let Some(pass) = groups.iter().find(|group| is_pass(group)).filter(|_| self.stream.below(2) == 0) {
                    return Some(*pass);
                }
            }
            Kind::Bold => {
                if !groups.iter().all(is_pass) {
                    among.retain(|group| !is_pass(group));
                }
            }
            Kind::Rare => {
                let done = |group: &Group| self.done.get(number).and_then(|acts| acts.get(group.act)).copied();
                let least = among.iter().map(|group| done(group).unwrap_or(0)).min();
                among.retain(|group| Some(done(group).unwrap_or(0)) == least);
            }
        }
        let count = u32::try_from(among.len()).ok()?;
        among.get(self.stream.below(count) as usize).copied()
    }

    fn note(&mut self, ask: usize, act: usize) {
        if self.done.len() <= ask {
            self.done.resize(ask + 1, Vec::new());
        }
        if let Some(acts) = self.done.get_mut(ask) {
            if acts.len() <= act {
                acts.resize(act + 1, 0);
            }
            if let Some(times) = acts.get_mut(act) {
                *times += 1;
            }
        }
    }
}

/// The choices by their acts: they are listed act by act.
fn groups(ask: &Ask, runner: &Runner, desk: &mut Desk, seat: u8, count: u64) -> Vec<Group> {
    if ask.acts.len() < 2 {
        return vec![Group { act: 0, first: 0, end: count }];
    }
    let mut act_at = |number: u64| runner.nth_choice(desk, seat, number).map_or(0, |choice| usize::from(choice.act));
    let mut found = Vec::new();
    let mut first = 0;
    while first < count {
        let act = act_at(first);
        // The last choice of this act lies from `first` up to `end`.
        let (mut known, mut end) = (first, count);
        while known + 1 < end {
            let middle = known + (end - known) / 2;
            if act_at(middle) == act {
                known = middle;
            } else {
                end = middle;
            }
        }
        found.push(Group { act, first, end });
        first = end;
    }
    found
}
