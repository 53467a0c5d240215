// The own hand: sorted, fanned, laid so that all of it is seen, however narrow the screen.
import { html, useLayoutEffect, useRef, useState } from './html.js';
import { Card } from './piles.js';

/** The least of a card that has to be seen and hit, in pixels. */
const LEAST_SEEN = 30;
/** How far the outermost cards of a fan are turned, in degrees. */
const TURN = 7;

/** How many cards lie in each row, and how far apart they are. */
function laid(count, room, card) {
  for (let rows = 1; ; rows += 1) {
    const row = Math.ceil(count / rows);
    const apart = row > 1 ? Math.min(card * 0.82, (room - card) / (row - 1)) : card;
    if (apart >= LEAST_SEEN || row <= 1) return { row, apart };
  }
}

function useWidth(element) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return width;
}

/** Arrows go from card to card. */
function walk(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(document.activeElement) + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

/** `dim` says that some cards may be picked now: the others step back. */
export function Hand({ pile, at, groups, pick, dim }) {
  const element = useRef(null);
  const width = useWidth(element);
  const card = width < 560 ? 68 : 92;
  const { row, apart } = laid(pile.cards.length, Math.max(width - 8, 100), card);
  const rows = [];
  for (let start = 0; start < pile.cards.length; start += row) rows.push(pile.cards.slice(start, start + row));
  const fanned = rows.length === 1 && row > 2;
  let before = 0;
  return html`<div class=${`hand ${dim ? 'dim' : ''}`} ref=${element} data-place=${at} role="group" aria-label=${`your ${pile.name}: ${pile.cards.length} cards`} onKeyDown=${walk}>
    ${rows.map((faces, line) => html`<div key=${line} class="row">${faces.map((face, index) => {
      const middle = (faces.length - 1) / 2;
      const away = middle ? (index - middle) / middle : 0;
      const style = {
        '--apart': `${Math.round(apart - card)}px`,
        '--turn': fanned ? `${(away * TURN).toFixed(1)}deg` : '0deg',
        '--drop': fanned ? `${Math.round(away * away * 12)}px` : '0px',
      };
      const copy = pile.cards.slice(0, before).filter((other) => other.card === face.card).length;
      before += 1;
      return html`<div key=${`${face.card} ${copy}`} class="held" style=${style}><${Card} face=${face} groups=${groups} ...${pick(face, pile.name, copy)} /></div>`;
    })}</div>`)}
    <div class="label">${pile.name} <b>${pile.cards.length}</b>${pile.totals.map(([name, value]) => html`<span key=${name} class="totals">${name} ${value}</span>`)}</div>
  </div>`;
}
