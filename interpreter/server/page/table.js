// The table: seats, middle, own hand, what may be done, the story beside it.
import { html, useEffect, useMemo, useReducer, useRef, useState } from './html.js';
import { Controls, Hint, Refused } from './controls.js';
import { Hand } from './hand.js';
import { Middle } from './middle.js';
import { useMotion } from './motion.js';
import { Over, Steps } from './after.js';
import { Menu } from './menu.js';
import { paced } from './pace.js';
import { inOrder } from './piles.js';
import { Chair, isHand, sides } from './seats.js';
import { openTable } from './socket.js';
import { START, reduce } from './state.js';
import { Story, Told } from './story.js';
import { sentence, tables, wishes } from './api.js';
import { useTurn } from './turn.js';

/** The state of a table with the line to the server. */
function useTable(table, token) {
  const [state, dispatch] = useReducer(reduce, START);
  const [live, setLive] = useState(false);
  const line = useRef(null);
  useEffect(() => {
    let known = 0;
    const pace = paced((message) => dispatch({ type: 'heard', message }));
    const hear = (message) => {
      if (message.kind === 'lines') known = message.from + message.lines.length;
      if (message.kind === 'again') known = message.from;
      pace.take(message);
    };
    line.current = openTable({ table, token, known: () => known, hear, live: setLive });
    return () => {
      pace.stop();
      line.current.close();
    };
  }, [table, token]);
  return { state, dispatch, live, send: (message) => line.current?.send(message) ?? false };
}

const list = (words) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words[0] ?? '');

/** Whose turn it is, in words. */
function turnWords(state, names) {
  const { waiting, asked, over, you, sent } = state;
  if (over) return 'The game is over';
  if (sent) return `${sent} …`;
  if (asked) return asked.acts.length === 1 ? `Your turn: ${asked.acts[0].words}` : 'Your turn';
  if (!waiting) return 'One moment …';
  const left = waiting.for.filter((seat) => !waiting.ready.includes(seat));
  const ready = waiting.ready.includes(you) ? 'You are ready. ' : '';
  return left.length ? `${ready}Waiting for ${list(left.map((seat) => names.get(seat) ?? `seat ${seat}`))}` : `${ready}One moment …`;
}

/** The seats, the middle and the hand of a board; `pickOf` says what can be done with a card. */
export function Board({ board, groups, welcome, waiting, seats, moved, taken, pick, handPick, dim, own, all, children }) {
  const root = useRef(null);
  useMotion(root, board, moved);
  const [me, ...others] = board.seats;
  const hands = own ? me.piles.filter(isHand) : [];
  const people = (chair) => seats.find((seat) => seat.seat === chair.seat);
  const chair = (one, mine = false) => html`<${Chair} key=${one.seat} chair=${one} own=${mine} groups=${groups} lies=${welcome.places} waiting=${waiting} people=${people(one)} pick=${pick} all=${all} />`;
  const where = sides(others.length);
  const side = (name) => others.filter((_, index) => where[index] === name);
  return html`<div class="board" ref=${root}>
    <div class=${`around of-${board.seats.length}`} role="group" aria-label="seats and table" tabindex="0">
      ${['left', 'top', 'right'].map((name) => side(name).length > 0 && html`<div key=${name} class=${`side ${name}`}>${side(name).map((one) => chair(one))}</div>`)}
      <${Middle} board=${board} groups=${groups} lies=${welcome.places} pick=${pick} all=${all} taken=${taken} />
    </div>
    <div class="mine">
      <div class="seat-and-controls">${me && chair(me, own)}<div class="controls">${children}</div></div>
      ${hands.map((pile) => html`<${Hand} key=${pile.name} pile=${pile} at=${`${pile.name} ${me.seat}`} groups=${groups} pick=${handPick} dim=${dim} />`)}
    </div>
  </div>`;
}

/** Seconds that are left to choose. */
function Clock({ left }) {
  const [end] = useState(() => Date.now() + left * 1000);
  const [, tick] = useReducer((count) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  return html`<span class=${`clock ${seconds <= 10 ? 'late' : ''}`} role="timer">${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}</span>`;
}

export function Table({ table, token }) {
  const { state, dispatch, live, send } = useTable(table, token);
  const [wish, setWish] = useState(wishes.all());
  const [open, setOpen] = useState(null);
  const [typed, setTyped] = useState(false);
  const [steps, setSteps] = useState(null);
  const heading = useRef(null);
  const { welcome, board, asked, over, you } = state;
  const turn = useTurn(state, send, wish, dispatch);
  const names = useMemo(() => new Map(state.seats.map((seat) => [seat.seat, seat.name])), [state.seats]);
  const words = turnWords(state, names);
  const wished = (more) => {
    wishes.set(more);
    setWish(wishes.all());
  };

  useEffect(() => {
    if (!welcome) return;
    document.title = asked ? `● ${welcome.title}` : welcome.title;
    tables.add({ table, title: welcome.title, game: welcome.game, ...(token ? { mine: { you, token } } : {}) });
  }, [welcome, asked !== null]);
  // What had the keyboard is gone after an act: it goes on from whose turn it is.
  useEffect(() => {
    if (asked && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [asked?.decision, asked !== null]);
  // Who picks with the keyboard finds what confirms it under the next key.
  const keys = useRef(false);
  useEffect(() => {
    const byKey = () => { keys.current = true; };
    const byHand = () => { keys.current = false; };
    addEventListener('keydown', byKey, true);
    addEventListener('pointerdown', byHand, true);
    return () => {
      removeEventListener('keydown', byKey, true);
      removeEventListener('pointerdown', byHand, true);
    };
  }, []);
  useEffect(() => {
    if (keys.current && turn.whole && !turn.more) document.querySelector('[data-do=confirm]')?.focus({ preventScroll: true });
    else if (keys.current && asked && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [turn.whole, turn.more, turn.begun]);
  useEffect(() => {
    const back = (event) => {
      if (event.key === 'Escape' && turn.begun && !document.querySelector('dialog[open]')) turn.back();
    };
    addEventListener('keydown', back);
    return () => removeEventListener('keydown', back);
  });

  if (state.error && !board) return html`<main class="plain"><h1>This table cannot be shown</h1><p>${state.error.help ? sentence(state.error) : state.error.message}</p><p><a href="/">All games</a></p></main>`;
  if (!welcome || !board) return html`<p class="loading" role="status">${live ? 'The cards are dealt …' : 'Going to the table …'}</p>`;

  const groups = welcome.groups;
  const own = typeof you === 'number';
  const visible = new Set([
    ...(own ? board.seats[0].piles.filter(isHand) : []),
    ...[...board.seats.map((chair) => chair.piles), board.middle].flatMap((piles) => inOrder(piles, welcome.places, wish.all)),
  ].flatMap((pile) => pile.cards ?? []).map((face) => face.card));
  const why = (tried) => {
    dispatch({ type: 'settled' });
    if (asked) send({ why: { decision: state.decision, words: tried } });
  };
  // Of like cards that of the own hand is meant.
  const held = new Set(own ? board.seats[0].piles.filter(isHand).flatMap((pile) => pile.cards).map((face) => face.card) : []);
  const pick = (face, _, copy) => (asked && !held.has(face.card) ? turn.pickOf(face.card, copy) : {});
  const handPick = (face, _, copy) => ({ ...(asked ? turn.pickOf(face.card, copy) : {}), tried: asked ? (card) => why(turn.tryWords(card)) : undefined });
  const shown = steps?.board ?? board;

  return html`<div class=${`at-table ${wish.story ? 'with-story' : ''}`}>
    <header class="top">
      <a class="home" href="/" aria-label="all games"><img src="/assets/icon.svg" alt="" width="26" height="26" /></a>
      <div class="title"><h1>${welcome.title}</h1><span class="passes">${shown.passes.join(' · ')}</span></div>
      ${!live && html`<span class="tag lost" role="status">the line is lost; trying again</span>`}
      <nav>
        ${welcome.game && html`<a class="button" href=${`/api/games/${encodeURIComponent(welcome.game)}/book`} target="_blank" rel="noopener">Rules</a>`}
        <button type="button" aria-expanded=${wish.story ? 'true' : 'false'} onClick=${() => wished({ story: !wish.story })}>Story</button>
        <button type="button" aria-haspopup="dialog" onClick=${() => setOpen('menu')}>More</button>
      </nav>
    </header>
    <main>
      <${Board} board=${shown} groups=${groups} welcome=${welcome} waiting=${steps ? null : state.waiting} seats=${state.seats} moved=${steps ? steps.moved : state.moved} taken=${!steps && state.taken}
        pick=${steps ? undefined : pick} handPick=${steps ? () => ({}) : handPick} dim=${!steps && turn.ofCards} own=${own || Boolean(steps)} all=${wish.all}>
        ${steps ? html`<${Steps} ...${steps} />` : html`
        <h2 class=${`turn-words ${asked && !state.sent ? 'yours' : ''}`} tabindex="-1" ref=${heading}>${words}
          ${asked && asked.seconds_left !== null && asked.seconds_left !== undefined && html`<${Clock} key=${state.decision} left=${asked.seconds_left} />`}</h2>
        ${asked && !state.sent && html`<${Controls} asked=${asked} turn=${turn} groups=${groups} tried=${why} typed=${typed}
          say=${(said) => send({ act: { decision: state.decision, words: said } })} lies=${(card) => visible.has(card)} />
          <div class="helps"><button type="button" class="quiet" onClick=${() => send({ hint: { decision: state.decision } })}>Hint</button>
          <button type="button" class="quiet" aria-pressed=${typed ? 'true' : 'false'} onClick=${() => setTyped(!typed)}>Type it</button></div>`}
        ${state.hint && html`<${Hint} hint=${state.hint} />`}
        ${state.refused && html`<${Refused} refused=${state.refused} close=${() => dispatch({ type: 'settled' })} />`}
        ${state.error && html`<${Refused} refused=${{ reasons: [{ words: sentence(state.error) }] }} close=${() => dispatch({ type: 'settled' })} />`}
        ${state.undo && html`<${Undo} undo=${state.undo} names=${names} you=${you} answer=${(yes) => send({ agree: { decision: state.decision, yes } })} />`}
        ${over && html`<${Over} state=${state} table=${table} token=${token} names=${names} look=${setSteps} />`}`}
      <//>
      ${wish.story && html`<aside aria-label="story"><h2>The story so far</h2><${Story} words=${state.words} /></aside>`}
    </main>
    <${Told} words=${state.words} turn=${words} />
    ${open === 'menu' && html`<${Menu} state=${state} table=${table} token=${token} names=${names} wish=${wish} wished=${wished} send=${send} close=${() => setOpen(null)} />`}
  </div>`;
}

/** Somebody wants to take the last act back. */
function Undo({ undo, names, you, answer }) {
  const mine = undo.needed.includes(you) && !undo.agreed.includes(you);
  const by = undo.by === 'host' || undo.by === null ? 'The host' : undo.by === you ? 'You' : names.get(undo.by);
  if (undo.refused_by) return html`<p class="undo" role="status">${undo.refused_by === you ? 'You do' : `${names.get(undo.refused_by)} does`} not want the last act taken back.</p>`;
  return html`<div class="undo" role="group" aria-label="take back">
    <p>${by} ${undo.by === you ? 'want' : 'wants'} to take the last act back. ${undo.agreed.length} of ${undo.needed.length} agree.</p>
    ${mine && html`<button type="button" class="primary" onClick=${() => answer(true)}>I agree</button> <button type="button" onClick=${() => answer(false)}>No</button>`}</div>`;
}
