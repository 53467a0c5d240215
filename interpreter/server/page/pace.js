// What comes at once is shown one after the other, so that one can see who did what.
import { moves } from './motion.js';

/** So long a board stands before the next one, in milliseconds. */
const STANDS = 420;
/** So long where a trick was completed: one wants to see it whole. */
const STANDS_WHOLE = 1100;
/** With more boards than these behind it a board is passed over. */
const BEHIND = 8;

/** Takes messages as they come, and gives them on: boards not faster than one can look. */
export function paced(give) {
  const queue = [];
  let timer = null;
  let last = 'null';
  const boards = () => queue.filter((message) => message.kind === 'board').length;
  const drain = () => {
    timer = null;
    while (queue.length) {
      const message = queue.shift();
      give(message);
      const left = boards();
      const trick = message.kind === 'board' ? JSON.stringify(message.board.last_trick ?? null) : last;
      const whole = trick !== last && last !== 'null';
      last = trick;
      if (message.kind === 'board' && left > 0 && left < BEHIND && moves() && !document.hidden) {
        timer = setTimeout(drain, whole ? STANDS_WHOLE : STANDS);
        return;
      }
    }
  };
  return {
    take(message) {
      queue.push(message);
      if (timer === null) drain();
    },
    stop() {
      clearTimeout(timer);
      queue.length = 0;
    },
  };
}
