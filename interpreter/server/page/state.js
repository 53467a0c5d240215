// What the page knows of a table, from the messages of the socket. It knows no screen.

/** Before anything was heard. */
export const START = {
  welcome: null,
  you: null,
  seats: [],
  lines: [],
  words: [],
  board: null,
  decision: null,
  step: null,
  asked: null,
  steps: null,
  waiting: null,
  refused: null,
  hint: null,
  undo: null,
  over: null,
  error: null,
  ended: null,
  sent: null,
  // Cards that moved since the board before this one, with where they came from.
  moved: new Map(),
  // Whether a trick was completed since the board before.
  taken: false,
  counted: 0,
};

/** A place as a key of the screen: `hand 2`, `lot`. */
export function placeKey(place) {
  if (!place) return '';
  return place.of === undefined ? place.place : `${place.place} ${place.of}`;
}

/** Where each card that can be named came from, by the lines told since the last board. */
function moves(lines) {
  const from = new Map();
  for (const line of lines) {
    if (line.line !== 'move' || !line.cards) continue;
    for (const card of line.cards) {
      if (card && !from.has(card.card)) from.set(card.card, placeKey(line.from));
    }
  }
  return from;
}

/** Lines from a number on take the place of what was there. */
function spliced(list, from, more) {
  return [...list.slice(0, from), ...more];
}

const HEARD = {
  welcome: (state, message) => ({ ...state, welcome: message, you: message.you, seats: message.seats, error: null }),
  lines: (state, { from, lines }) => ({ ...state, lines: spliced(state.lines, from, lines) }),
  words: (state, { from, entries }) => ({ ...state, words: spliced(state.words, from, entries) }),
  board: (state, { board, decision, step }) => {
    const moved = moves(state.lines.slice(state.counted));
    const same = decision === state.decision;
    const trick = JSON.stringify(board.last_trick ?? null);
    const taken = same ? state.taken : board.last_trick != null && trick !== JSON.stringify(state.board?.last_trick ?? null);
    return {
      ...state, board, taken, decision, step: step ?? decision, moved, counted: state.lines.length,
      asked: same ? state.asked : null, steps: same ? state.steps : null, sent: same ? state.sent : null,
      refused: same ? state.refused : null, hint: same ? state.hint : null, undo: same ? state.undo : null,
    };
  },
  asked: (state, message) => ({ ...state, asked: message, decision: message.decision, steps: null, sent: null }),
  step: (state, { decision, step }) => (decision === state.decision ? { ...state, steps: step } : state),
  waiting: (state, message) => ({ ...state, waiting: message }),
  refused: (state, message) => ({ ...state, refused: message, sent: null }),
  taken: (state, { decision }) => {
    const mine = state.asked?.decision === decision;
    return { ...state, asked: mine ? null : state.asked, steps: mine ? null : state.steps, sent: null, refused: null, hint: null };
  },
  hint: (state, message) => ({ ...state, hint: message }),
  people: (state, { seats }) => ({ ...state, seats }),
  undo: (state, message) => ({ ...state, undo: message }),
  again: (state, { from, words }) => ({
    ...state,
    lines: state.lines.slice(0, from),
    words: words === undefined ? state.words.filter((entry) => entry.line <= from) : state.words.slice(0, words),
    counted: Math.min(state.counted, from),
    asked: null, steps: null, sent: null, undo: null, over: null, refused: null,
  }),
  over: (state, message) => ({ ...state, over: message, asked: null, waiting: null, sent: null, undo: null }),
  error: (state, message) => ({ ...state, error: message, sent: null }),
};

/** The state after a message; of a kind that is not known it stays as it is. */
export function heard(state, message) {
  const after = HEARD[message.kind];
  return after ? after(state, message) : state;
}

/** What the page itself does to its state. */
export function reduce(state, { type, ...with_ }) {
  switch (type) {
    case 'heard': return heard(state, with_.message);
    case 'sent': return { ...state, sent: with_.words, refused: null };
    case 'settled': return { ...state, refused: null, hint: null, error: null };
    default: return state;
  }
}
