// The middle of the table: what lies there and is nobody's, the trick as it was laid, who is ahead.
import { html } from './html.js';
import { Card, Notes, Pile, inOrder } from './piles.js';

/** A card of a trick with who laid it; each lies towards its seat. */
function Laid({ laid, winner, first, at, groups }) {
  const wins = winner ? laid.name === winner : laid.ahead;
  const tags = [first && 'led', wins && (winner ? 'won' : 'ahead')].filter(Boolean);
  return html`<li class=${`laid ${wins ? 'ahead' : ''}`} style=${{ '--x': at.x, '--y': at.y }}>
    <${Card} face=${laid.face} groups=${groups} small />
    <span class="by">${laid.name}${tags.map((tag) => html` <span key=${tag} class=${`tag tag-${tag}`}>${tag}</span>`)}</span>
  </li>`;
}

/** Where a seat's card lies: on a ring, from the bottom clockwise, as the seats are. */
function towards(index, count) {
  const angle = Math.PI / 2 + (2 * Math.PI * index) / count;
  return { x: Math.cos(angle).toFixed(3), y: Math.sin(angle).toFixed(3) };
}

function Trick({ cards, winner, seats, groups }) {
  const place = (seat) => seats.findIndex((chair) => chair.seat === seat);
  return html`<div class="trick" data-place="trick" role="group" aria-label="trick"><ol class=${`ring of-${seats.length}`}>
    ${cards.map((laid, index) => html`<${Laid} key=${`${laid.seat} ${laid.face.card}`} laid=${named(laid, seats)} winner=${winner} first=${index === 0} at=${towards(place(laid.seat), seats.length)} groups=${groups} />`)}
  </ol></div>`;
}

const named = (laid, seats) => ({ ...laid, name: laid.name ?? seats.find((chair) => chair.seat === laid.seat)?.name });

function LastTrick({ last, seats, groups }) {
  return html`<div class="last-trick" role="group" aria-label="last trick"><span class="faint">last trick, won by ${last.winner}</span>
    <span class="cards">${last.cards.map((laid) => html`<span key=${`${laid.seat} ${laid.face.card}`} class="of" title=${named(laid, seats).name}><${Card} face=${laid.face} groups=${groups} small /></span>`)}</span></div>`;
}

/** Who is ahead in an auction, with what was said. */
function Ahead({ seats }) {
  const chair = seats.find((other) => other.ahead);
  return chair ? html`<p class="leading"><b>${chair.name}</b> is ahead${chair.said && html`: ${chair.said}`}</p>` : null;
}

/** `taken` says that a trick was completed just now: it lies there whole once more. */
export function Middle({ board, groups, lies, pick, all, taken }) {
  const last = board.last_trick;
  const whole = taken && !board.trick.length && last;
  const piles = inOrder(board.middle, lies, all);
  const open = piles.filter((pile) => pile.cards);
  const stacks = piles.filter((pile) => !pile.cards);
  const pile = (one) => html`<${Pile} key=${one.name} pile=${one} at=${one.name} groups=${groups} pick=${pick} small=${one.cards?.length > 4} />`;
  return html`<section class="middle" aria-label="the table">
    ${!board.trick.length && !whole && html`<${Ahead} seats=${board.seats} />`}
    <div class="center">
      ${board.trick.length > 0 && html`<${Trick} cards=${board.trick} seats=${board.seats} groups=${groups} />`}
      ${whole && html`<${Trick} cards=${last.cards} winner=${last.winner} seats=${board.seats} groups=${groups} />`}
      ${open.length > 0 && html`<div class="piles open-piles">${open.map(pile)}</div>`}
      ${stacks.length > 0 && html`<div class="piles">${stacks.map(pile)}</div>`}
    </div>
    ${last && !whole && html`<${LastTrick} last=${board.last_trick} seats=${board.seats} groups=${groups} />`}
    <${Notes} notes=${board.notes} all=${all} />
  </section>`;
}
