// Cards that lie together: a fan of a hand, cards in a row, a stack that nobody sees, with counts and totals in words.
import { html } from './html.js';
import { Back, Face } from './card.js';

/** Most cards of an open pile that are shown one beside the other. */
const MOST_SHOWN = 30;

const cards = (count) => (count === 1 ? '1 card' : `${count} cards`);

/** Cards that take no part lie in the box. */
const BOX = 'box';

/** Piles in the order in which they lie: `lies` says of a place whether it is first, last, or apart, where it is seen only when `all` is asked for. */
export function inOrder(piles, lies = {}, all = false) {
  const of = (pile) => lies[pile.name] ?? (pile.name === BOX ? 'apart' : '');
  const rank = { first: 0, '': 1, last: 2, apart: 3 };
  return piles.filter((pile) => all || of(pile) !== 'apart').sort((one, other) => rank[of(one)] - rank[of(other)]);
}

/** The totals of a pile in words. */
function totals(pile) {
  return pile.totals.map(([name, value]) => `${name} ${value}`).join(', ');
}

/** How many cards like this one lie before it. */
const copies = (faces, index) => faces.slice(0, index).filter((other) => other.card === faces[index].card).length;

/** A card that may be chosen, or one that lies there. `may` says what it may be picked for; one without is tried all the same, to hear why not. */
export function Card({ face, groups, small, may, chosen, choose, tried, number }) {
  const drawn = html`<${Face} face=${face} all=${groups} small=${small} />`;
  if (!may && !tried) return html`<span class="card" role="img" aria-label=${face.card} data-card=${face.card}>${drawn}</span>`;
  const look = `card ${chosen ? 'chosen' : may ? 'may' : 'may-not'}`;
  const label = chosen ? `${face.card}, picked` : may ? `${face.card}: ${may}` : `${face.card}: not now`;
  return html`<button type="button" class=${look} data-card=${face.card} aria-pressed=${chosen ? 'true' : 'false'}
    title=${face.card} onClick=${() => (may || chosen ? choose(face.card) : tried(face.card))}><span class="hidden">${label}</span>${drawn}${number > 0 && html`<span class="order" aria-hidden="true">${number}</span>`}</button>`;
}

/** A pile of a seat or of the table. `pick` tells how its cards may be chosen, see `picks` of the table. */
export function Pile({ pile, at, groups, pick, small = true, label }) {
  const { name, cards: seen, count, closed } = pile;
  const sum = totals(pile);
  const words = `${label ?? name}: ${seen ? (seen.length ? seen.map((face) => face.card).join(', ') : 'empty') : cards(count)}${sum && `, ${sum}`}`;
  const stack = !seen;
  const shown = seen?.slice(-MOST_SHOWN) ?? [];
  return html`<div class=${`pile ${stack ? 'stack' : 'open'} ${closed ? 'closed' : ''}`} data-place=${at} role="group" aria-label=${words}>
    <div class="cards">${stack
      ? html`<span class="card" aria-hidden="true"><${Back} /></span>`
      : shown.map((face, index) => html`<${Card} key=${`${face.card} ${index}`} face=${face} groups=${groups} small=${small} ...${pick?.(face, name, copies(shown, index))} />`)}</div>
    <div class="label"><span class="name">${name}</span>${(stack || shown.length > 1) && html` <b>${count}</b>`}${sum && html`<span class="totals">${sum}</span>`}</div>
  </div>`;
}

/** Tracks and their values; what says nothing yet is left out unless `all`. */
export function Notes({ notes, all = false }) {
  const told = notes.filter((note) => all || !(note.idle || note.working));
  if (!told.length) return null;
  return html`<dl class="notes">${told.map((note) => html`<div key=${note.name}><dt>${note.name}</dt><dd>${note.value}</dd></div>`)}</dl>`;
}
