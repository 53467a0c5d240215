// Cards that moved are seen moving: each from where it was drawn before, or from the place that the record names, to where it is now.
import { useLayoutEffect, useRef } from './html.js';

const LASTS = 280;
const NEAR = 6;

/** Whether moving pictures are wanted. */
export const moves = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

function rects(root, attribute) {
  const base = root.getBoundingClientRect();
  const found = new Map();
  for (const element of root.querySelectorAll(`[${attribute}]`)) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const key = element.getAttribute(attribute);
    if (!found.has(key)) found.set(key, { x: left - base.left + width / 2, y: top - base.top + height / 2, width, element });
  }
  return found;
}

/** Moves the cards under a root to where they are drawn after each new board. */
export function useMotion(root, board, moved) {
  const before = useRef({ cards: new Map(), places: new Map() });
  useLayoutEffect(() => {
    if (!root.current) return;
    const [cards, places] = [rects(root.current, 'data-card'), rects(root.current, 'data-place')];
    if (moves()) {
      for (const [card, to] of cards) {
        const from = before.current.cards.get(card) ?? before.current.places.get(moved.get(card)) ?? places.get(moved.get(card));
        if (!from || from.element === to.element && Math.hypot(from.x - to.x, from.y - to.y) < NEAR) continue;
        const [x, y] = [from.x - to.x, from.y - to.y];
        if (Math.hypot(x, y) < NEAR) continue;
        const scale = before.current.cards.has(card) ? from.width / to.width : 1;
        to.element.querySelector('.face')?.animate(
          [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }],
          { duration: LASTS, easing: 'cubic-bezier(.2,.7,.3,1)' },
        );
      }
    }
    before.current = { cards, places };
  }, [board]);
}
