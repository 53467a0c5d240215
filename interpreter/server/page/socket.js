// The socket of a table: it says who it is, asks for what it missed, and comes back when the line was lost.

import { call } from './api.js';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

/** Opens it. `known` says how many lines are known; `hear` gets each message, `live` whether the line is there. */
export function openTable({ table, token, known, hear, live }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let closed = false;
  let timer = null;

  let welcome = false;
  // A table that there is not, or a link that is no seat, opens no socket: why is asked once.
  const why = async () => {
    try {
      await call('GET', `/api/tables/${encodeURIComponent(table)}`, { token });
    } catch (problem) {
      if (closed || !problem.status || problem.status >= 500) return;
      closed = true;
      clearTimeout(timer);
      hear({ kind: 'error', code: 'no-table', message: problem.message, help: '' });
    }
  };

  const open = () => {
    const url = new URL(`/api/tables/${encodeURIComponent(table)}/play`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    socket = new WebSocket(url);
    socket.onopen = () => socket.send(JSON.stringify({ hello: { token, last: known() } }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.kind === 'welcome') {
        [wait, welcome] = [FIRST_WAIT, true];
        live(true);
      }
      // Who is told to go does not come back by itself.
      if (message.kind === 'error' && FINAL.has(message.code)) closed = true;
      hear(message);
    };
    socket.onclose = () => {
      live(false);
      if (closed) return;
      if (!welcome) why();
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };
  // A phone that wakes up, or a line that is there again, does not wait.
  const hurry = () => {
    if (closed || document.hidden || socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    wait = FIRST_WAIT;
    open();
  };
  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  open();

  return {
    /** Whether it was sent. */
    send(message) {
      const there = socket.readyState === WebSocket.OPEN;
      if (there) socket.send(JSON.stringify(message));
      return there;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      socket.close();
    },
  };
}

/** Errors after which to ask again is no use. */
const FINAL = new Set(['no-such-table', 'wrong-token', 'no-onlookers', 'too-many', 'too-much-nonsense']);
