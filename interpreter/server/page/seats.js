// Who sits where: a seat with its name, points, what it said last, what it has on the table.
import { html } from './html.js';
import { Notes, Pile, inOrder } from './piles.js';

/** How a seat stands, in words. */
export function standing(chair, { waiting, people }) {
  const words = [];
  if (waiting?.ready?.includes(chair.seat)) words.push('ready');
  else if (chair.to_choose || waiting?.for?.includes(chair.seat)) words.push('to play');
  if (chair.ahead) words.push('ahead');
  if (people?.player === 'person' && !people.connected) words.push('away');
  return words;
}

/** A seat. `own` is the one at the bottom; its hand is shown apart. */
export function Chair({ chair, own, groups, lies, waiting, people, pick, all }) {
  const words = standing(chair, { waiting, people });
  const piles = inOrder(chair.piles.filter((pile) => !(own && isHand(pile))), lies, all);
  const turn = words.includes('to play');
  const bot = people && people.player !== 'person';
  return html`<section class=${`chair ${own ? 'own' : ''} ${turn ? 'turn' : ''} ${chair.ahead ? 'ahead' : ''}`} aria-label=${`${chair.name}${own ? ' (you)' : ''}`}>
    <header>
      <span class="who">${chair.name}${bot && html` <span class="bot" title=${`a player that thinks: ${people.player}`}>bot</span>`}</span>
      <span class="points" title="points"><b>${chair.points}</b><span class="unit"> ${chair.points === 1 ? 'point' : 'points'}</span></span>
      <span class="standing">${words.map((word) => html`<span key=${word} class=${`tag tag-${word.replace(' ', '-')}`}>${word}</span>`)}</span>
    </header>
    ${chair.said && html`<p class="said">${chair.said}</p>`}
    <${Notes} notes=${chair.notes} all=${all} />
    ${piles.length > 0 && html`<div class="piles">${piles.map((pile) => html`<${Pile} key=${pile.name} pile=${pile} at=${`${pile.name} ${chair.seat}`} groups=${groups} pick=${pick} label=${`${pile.name} of ${chair.name}`} />`)}</div>`}
  </section>`;
}

/** Whether a pile is held in the hand: seen by who has it, and not by all. */
export function isHand(pile) {
  return pile.closed && pile.cards !== null;
}

/** Where the other seats sit, clockwise from the left of who looks: at the left, above, or at the right. */
export function sides(count) {
  return [[], ['top'], ['left', 'right'], ['left', 'top', 'right'], ['left', 'top', 'top', 'right']][count]
    ?? ['left', ...Array.from({ length: count - 2 }, () => 'top'), 'right'];
}
