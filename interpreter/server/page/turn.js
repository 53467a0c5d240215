// A turn being taken: what may be picked, what was picked, and what is sent. It knows the controls' needs, not their looks.
import { useEffect, useMemo, useRef, useState } from './html.js';
import { NOTHING, isListed, menu as menuOf, stepped, ways as waysOf } from './choices.js';

const same = (one, other) => one.kind === other.kind && one.thing === other.thing && one.act === other.act;

/** How often something is in a list. */
const times = (list, thing) => list.filter((other) => other === thing).length;

/** The turn of a state: the menu, the picking, and what a person does with them. `send` gives messages to the server. */
export function useTurn(state, send, wish, dispatch) {
  const { asked, steps, welcome, decision } = state;
  const [picking, setPicking] = useState(NOTHING);
  const [several, setSeveral] = useState([]);
  // A whole act that waits to be confirmed.
  const [ready, setReady] = useState(null);
  const names = useMemo(() => new Map((welcome?.seats ?? []).map((seat) => [seat.seat, seat.name])), [welcome]);
  const listed = asked !== null && isListed(asked);
  const ways = useMemo(() => (listed ? waysOf(asked, (seat) => names.get(seat) ?? String(seat)) : null), [asked, names]);
  const deck = useMemo(() => new Set((welcome?.deck ?? []).map((face) => face.card)), [welcome]);

  const kindOf = ({ thing, face }) => {
    if (face || deck.has(thing)) return { kind: 'card' };
    if (/^-?\d+$/.test(thing)) return { kind: 'number', number: Number(thing) };
    return { kind: 'value' };
  };
  const server = asked !== null && !listed && asked.picking;
  const menu = useMemo(() => {
    if (ways) return menuOf(ways, picking);
    return steps && server ? stepped(steps, kindOf) : null;
  }, [ways, picking, steps, server]);

  // A new question begins with nothing picked; one that is asked again, as when the line was lost, goes on with what was. Where it lists nothing,
  // the server says what can be picked.
  const question = asked ? `${asked.decision} ${asked.count}` : '';
  const before = useRef('');
  useEffect(() => {
    const same = before.current === question;
    before.current = question;
    const now = same ? picking : NOTHING;
    if (!same) {
      setPicking(NOTHING);
      setSeveral([]);
      setReady(null);
    }
    if (server) send({ pick: { decision, act: now.act, picked: now.picked } });
  }, [asked]);

  const become = (next) => {
    setPicking(next);
    setSeveral([]);
    setReady(null);
    if (server) send({ pick: { decision, act: next.act, picked: next.picked } });
  };
  const act = (way) => {
    if (send({ act: { decision, choice: way.choice } })) dispatch({ type: 'sent', words: way.words });
  };
  /** Where all is picked, another thing takes the place of the last one. */
  const replaced = useMemo(() => {
    if (!ways || !menu?.whole || menu.next.length || !picking.picked.length) return [];
    const fewer = picking.picked.slice(0, -1);
    return menuOf(ways, fewer.length ? { ...picking, picked: fewer } : NOTHING).next;
  }, [ways, menu, picking]);

  const choose = (thing) => {
    const fits = menu.next.some((other) => same(other, thing));
    const before = fits ? picking.picked : picking.picked.slice(0, -1);
    const next = { act: thing.act, picked: thing.thing ? [...before, thing.thing] : before };
    const after = ways && menuOf(ways, next);
    const done = after?.whole && !after.next.length;
    // A number was set before its button was pressed, and who wants it quick confirms nothing.
    if (done && (thing.kind === 'number' && next.picked.length === 1 || wish.quick)) act(after.whole);
    else become(next);
  };
  const open = [...(menu?.next ?? []), ...replaced];
  /** The things that a card may be picked as. */
  const asCard = (card) => open.filter((thing) => thing.kind === 'card' && thing.thing === card);

  const back = () => {
    if (ready) setReady(null);
    else become(picking.picked.length > 1 ? { ...picking, picked: picking.picked.slice(0, -1) } : NOTHING);
  };
  const whole = ready ?? menu?.whole ?? null;
  return {
    menu, ways, picking, several, whole, open, choose, back,
    /** Whether more could be picked. */
    more: !ready && (menu?.next.length ?? 0) > 0,
    clear: () => become(NOTHING),
    confirm: () => whole && act(whole),
    /** Whether cards may be picked now. */
    ofCards: open.some((thing) => thing.kind === 'card'),
    begun: ready !== null || picking.act !== null,
    /** A whole act is shown before it is done. */
    prepare(way) {
      if (wish.quick) act(way);
      else {
        if (picking.act) become(NOTHING);
        setReady(way);
      }
    },
    /** What can be done with a card that lies there, as the `copy`-th of its like. */
    pickOf(card, copy = 0) {
      const things = asCard(card);
      const chosen = copy < times(picking.picked, card);
      const may = things.length > 0 && (copy <= times(picking.picked, card) || chosen) ? [...new Set(things.map((thing) => thing.act))].join(' or ') : null;
      return {
        chosen,
        number: chosen && picking.picked.length > 1 ? picking.picked.indexOf(card) + 1 : 0,
        may,
        choose() {
          if (chosen) {
            const at = picking.picked.lastIndexOf(card);
            const rest = picking.picked.filter((_, index) => index !== at);
            become(rest.length ? { ...picking, picked: rest } : NOTHING);
          } else if (things.length > 1) setSeveral(things);
          else if (things.length) choose(things[0]);
        },
      };
    },
    /** The words of a card that may not be picked now, to ask why. */
    tryWords(card) {
      const cards = (asked?.acts ?? []).filter((one) => one.picks.includes('cards'));
      const name = picking.act ?? cards[0]?.act ?? asked?.acts[0]?.act ?? '';
      return [name, [...picking.picked, card].join(', ')].filter(Boolean).join(' ');
    },
  };
}
