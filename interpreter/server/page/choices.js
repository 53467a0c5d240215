// What may be done in a turn, thing by thing: what can be picked next, and what the picked things make. It knows no screen.

/** What a pick of a record holds, as things: a card each, a number, a seat, a value, an answer. */
function things(pick, seatName) {
  if (pick.cards) return pick.cards.map((card) => ({ kind: 'card', thing: card.card }));
  if ('number' in pick) return [{ kind: 'number', thing: String(pick.number), number: pick.number }];
  if ('seat' in pick) return [{ kind: 'seat', thing: seatName(pick.seat), seat: pick.seat }];
  if ('answer' in pick) return [{ kind: 'answer', thing: pick.answer ? 'yes' : 'no' }];
  return [{ kind: 'value', thing: String(pick.value), of: pick.kind }];
}

/** The legal choices of a question that lists them, each with the things that it picks. */
export function ways(asked, seatName = String) {
  const found = [];
  for (const act of asked.acts) {
    for (const { nth, words, choice } of act.choices ?? []) {
      const picks = choice.picks.flatMap((pick, index) => things(pick, seatName).map((thing) => ({ ...thing, pick: index })));
      found.push({ act: act.act, nth, words, choice, things: picks });
    }
  }
  return found;
}

/** Whether a question lists all that may be done. */
export function isListed(asked) {
  return asked.acts.length > 0 && asked.acts.every((act) => act.choices);
}

/** The ways that go on from what was picked, with what is missing of each. */
function open(all, { act, picked }) {
  const still = [];
  for (const way of all) {
    if (act && way.act !== act) continue;
    const rest = [...way.things];
    const fits = picked.every((thing) => {
      const at = rest.findIndex((other) => other.thing === thing);
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
    if (fits) still.push({ way, rest });
  }
  return still;
}

/** Nothing is picked. */
export const NOTHING = { act: null, picked: [] };

/**
 * What may be picked next, and what is picked: `next` are things of an act, `whole` the act that was picked whole, `alone` acts that pick
 * nothing. The picking is `{act, picked}`: an act and things in words.
 */
export function menu(all, picking = NOTHING) {
  const next = new Map();
  const whole = [];
  const alone = [];
  for (const { way, rest } of open(all, picking)) {
    if (!way.things.length) {
      alone.push(way);
      continue;
    }
    if (!rest.length) whole.push(way);
    const first = Math.min(...rest.map((thing) => thing.pick));
    for (const thing of rest.filter((other) => other.pick === first)) {
      const key = `${way.act}\n${thing.pick}\n${thing.thing}`;
      if (!next.has(key)) next.set(key, { ...thing, act: way.act });
    }
  }
  return { next: [...next.values()], whole: whole[0] ?? null, alone };
}

/** The same from a server's answer to a pick, where there are too many choices to list. */
export function stepped(step, kindOf) {
  const way = ({ words, choice }) => ({ act: choice.act, words, choice, things: [] });
  const acts = step.steps.filter((one) => !one.thing).map((one) => ({ kind: 'act', thing: '', act: one.act }));
  const next = step.steps.filter((one) => one.thing).map((one) => ({ ...kindOf(one), thing: one.thing, act: one.act }));
  const all = step.at_once.map(way);
  const bare = (one) => !one.choice.picks?.length;
  return {
    next: [...acts, ...next],
    whole: step.whole ? way(step.whole) : null,
    alone: all.filter(bare),
    others: all.filter((one) => !bare(one)),
  };
}

/** Numbers that may be picked, as from where to where and whether all between may be, too. */
export function range(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  return { least, most, whole: sorted.length === most - least + 1, sorted };
}

/** The acts of which something may be picked next, in their order, with these things. */
export function byAct(next) {
  const acts = new Map();
  for (const thing of next) {
    if (!acts.has(thing.act)) acts.set(thing.act, []);
    acts.get(thing.act).push(thing);
  }
  return [...acts];
}
