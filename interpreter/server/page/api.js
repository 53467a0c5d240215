// Calls over HTTP, and what this browser keeps: its tables, and how it wants things.

/** What the server says went wrong, and what helps, as a sentence. */
export function sentence({ message, help }) {
  const words = [message, help].filter(Boolean).join('; ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** An answer of the server; what went wrong is thrown with the server's words. */
export async function call(method, path, { body, token } = {}) {
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Error('The server does not answer. Is it running, and are you connected?');
  }
  const text = await answer.text();
  const json = (answer.headers.get('Content-Type') ?? '').includes('json') && text ? JSON.parse(text) : null;
  if (!answer.ok) {
    const words = sentence(json?.error ?? { message: `the server says ${answer.status}` });
    throw Object.assign(new Error(words), { status: answer.status });
  }
  return json ?? text;
}

function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

const TABLES = 'bidlang tables';
const WISHES = 'bidlang wishes';
/** From this width on the story stands beside the table, unless it is sent away. */
const WIDE = 900;
const MOST_TABLES = 20;

/** The tables that were made or visited here, the newest first. */
export const tables = {
  all: () => kept(TABLES, []),
  add(table) {
    const before = kept(TABLES, []).find((other) => other.table === table.table) ?? {};
    const others = kept(TABLES, []).filter((other) => other.table !== table.table);
    keep(TABLES, [{ ...before, ...table }, ...others].slice(0, MOST_TABLES));
  },
  find: (id) => kept(TABLES, []).find((table) => table.table === id),
  remove: (id) => keep(TABLES, kept(TABLES, []).filter((table) => table.table !== id)),
};

/** How this browser wants things: `quick` plays with one click. */
export const wishes = {
  all: () => ({ quick: false, story: innerWidth >= WIDE, ...kept(WISHES, {}) }),
  set: (wish) => keep(WISHES, { ...wishes.all(), ...wish }),
};
