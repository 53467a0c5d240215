// Somebody at the page: looks what can be clicked, and clicks it, with the mouse or with the keyboard alone.

/** Random numbers that are the same each time. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What can be done at the page now; runs in the page. */
function look([draw, draw2]) {
  if (document.querySelector('.over')) return { over: true };
  if (!document.querySelector('.turn-words.yours')) return { wait: true };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((button) => !button.disabled);
  const confirm = all('[data-do=confirm]');
  const things = all('button.may:not(.chosen), .controls .things button, .controls .grid button, .number .primary');
  const sure = confirm.length > 0 && (draw2 < 0.8 || things.length === 0);
  const from = sure ? confirm : things;
  const button = from[Math.floor(draw * from.length)];
  if (!button) return { wait: true };
  const words = button.getAttribute('aria-label') ?? button.textContent.trim();
  button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, width, height } = button.getBoundingClientRect();
  const points = [[12, 16], [width / 2, height / 2], [6, 30], [width - 10, 16], [10, height - 10]];
  for (const [x, y] of points) {
    const at = document.elementFromPoint(left + x, top + y);
    if (at?.closest('button') === button) return { x: left + x, y: top + y, words };
  }
  return { covered: words };
}

/** Waits until there is something to do, or the game is over. */
const due = (page, patience) => page.waitForFunction(
  () => document.querySelector('.over') || document.querySelector('.turn-words.yours'),
  null, { polling: 60, timeout: patience },
);

/** Plays with the mouse until the game is over, or so many clicks were made; gives how many were. */
export async function play(page, draw, { most = Infinity, patience = 90_000 } = {}) {
  let clicks = 0;
  let covered = 0;
  while (clicks < most) {
    const found = await page.evaluate(look, [draw(), draw()]);
    if (found.over) return clicks;
    if (found.wait) {
      await due(page, patience);
      await page.waitForTimeout(20);
    } else if (found.covered) {
      // It may be moving: what stays covered cannot be clicked by anybody.
      covered += 1;
      if (covered > 20) throw new Error(`cannot be clicked: ${found.covered}`);
      await page.waitForTimeout(50);
    } else {
      covered = 0;
      clicks += 1;
      await page.mouse.click(found.x, found.y);
    }
  }
  return clicks;
}

/** What has the keyboard, and whether it is a thing to do; runs in the page. */
function focused() {
  if (document.querySelector('.over')) return { over: true };
  if (!document.querySelector('.turn-words.yours')) return { wait: true };
  const at = document.activeElement;
  const does = at.matches('button.may:not(.chosen), .controls .things button, .controls .grid button, .number .primary');
  return { confirm: at.matches('[data-do=confirm]'), does, wants: Boolean(document.querySelector('[data-do=confirm]')) };
}

/** Plays with Tab, arrows and Enter alone; gives how many keys were pressed. */
export async function playByKeys(page, draw, { patience = 90_000 } = {}) {
  let keys = 0;
  const press = async (key) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  for (;;) {
    const at = await page.evaluate(focused);
    if (at.over) return keys;
    if (at.wait) {
      await due(page, patience);
      await page.waitForTimeout(20);
    } else if (at.confirm || (at.does && !at.wants && draw() < 0.5)) {
      await press(draw() < 0.5 ? 'Enter' : 'Space');
    } else {
      // What waits to be confirmed stands before what else could be done.
      await press(at.wants ? 'Shift+Tab' : draw() < 0.2 ? 'ArrowRight' : 'Tab');
    }
  }
}
