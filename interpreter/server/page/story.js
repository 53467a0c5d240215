// The story so far, in words; what is new is told to those who hear the screen.
import { html, useEffect, useRef, useState } from './html.js';

/** A phase that begins, as in `Deal 2`. */
const HEADING = /^[A-Z][\w-]* \d+$/;

/** Most entries that are drawn; the older ones are in the record. */
const MOST = 400;

export function Story({ words }) {
  const end = useRef(null);
  useEffect(() => {
    const list = end.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [words.length]);
  const shown = words.filter((entry) => entry.words.trim()).slice(-MOST);
  return html`<ol class="story" ref=${end} tabindex="0" aria-label="the story so far">${shown.map((entry, index) => {
    const detail = entry.detail ?? entry.words.startsWith(' ');
    const look = HEADING.test(entry.words) ? 'heading' : detail ? 'detail' : '';
    return html`<li key=${words.length - shown.length + index} class=${look}>${entry.words.trim()}</li>`;
  })}</ol>`;
}

/** Most entries that are read out at once. */
const MOST_TOLD = 6;

/** Tells each event in words to a screen reader; what there was before is not read out. */
export function Told({ words, turn }) {
  const before = useRef(0);
  const [news, setNews] = useState([]);
  useEffect(() => {
    const from = Math.min(before.current, words.length);
    before.current = words.length;
    const told = words.slice(from).map((entry, index) => ({ at: from + index, words: entry.words.trim() }));
    // Long news, as when one comes to the table, are read in the story itself.
    setNews(told.filter((entry) => entry.words).slice(-MOST_TOLD));
  }, [words]);
  return html`<div class="hidden"><div aria-live="polite" aria-atomic="false">${news.map((entry) => html`<p key=${`${entry.at} ${entry.words}`}>${entry.words}</p>`)}</div>
    <div role="status">${turn}</div></div>`;
}
