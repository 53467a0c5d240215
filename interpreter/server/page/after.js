// After the game: scores by item, the game step by step, notes, the record, and whether the shuffle was settled beforehand.
import { html, useEffect, useRef, useState } from './html.js';
import { call } from './api.js';
import { moves } from './motion.js';

const list = (words) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words[0] ?? '');

/** Points of the same reason as one. */
function summed(items) {
  const sums = new Map();
  for (const { reason, points } of items) sums.set(reason, (sums.get(reason) ?? 0) + points);
  return [...sums];
}

function Scores({ over, names }) {
  const rows = over.scores.map((points, index) => ({ seat: index + 1, points, items: summed(over.items?.[index] ?? []) }));
  rows.sort((one, other) => Number(over.winners.includes(other.seat)) - Number(over.winners.includes(one.seat)) || other.points - one.points);
  const reasons = [...new Set(rows.flatMap((row) => row.items.map(([reason]) => reason)))];
  const of = (row, reason) => row.items.find(([other]) => other === reason)?.[1] ?? 0;
  return html`<div class="wide"><table class="scores"><caption class="hidden">scores by item</caption>
    <thead><tr><th scope="col">player</th>${reasons.map((reason) => html`<th scope="col" key=${reason}>${reason}</th>`)}<th scope="col">points</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.seat} class=${over.winners.includes(row.seat) ? 'winner' : ''}><th scope="row">${names.get(row.seat) ?? `seat ${row.seat}`}${over.winners.includes(row.seat) && html` <span class="tag tag-won">won</span>`}</th>
      ${reasons.map((reason) => html`<td key=${reason}>${of(row, reason)}</td>`)}<td><b>${row.points}</b></td></tr>`)}</tbody></table></div>`;
}

/** Whether the seed has the hash that was shown before. */
function Seed({ over }) {
  const [known, setKnown] = useState(null);
  useEffect(() => {
    if (!over.seed || !crypto.subtle) return;
    const bytes = Uint8Array.from(over.seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    crypto.subtle.digest('SHA-256', bytes).then((hash) => {
      setKnown([...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === over.commitment);
    });
  }, [over.seed]);
  if (!over.seed) return null;
  const words = { true: 'It is what was settled before the game: the hashes are the same.', false: 'It is not what was settled before the game!' }[String(known)] ?? '';
  return html`<details class="seed"><summary>The secret of the shuffle</summary><p><code class="link">${over.seed}</code></p><p>SHA-256 <code class="link">${over.commitment}</code></p><p role="status">${words}</p></details>`;
}

async function save(table, token, title) {
  const text = await call('GET', `/api/tables/${encodeURIComponent(table)}/record`, { token });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${title.toLowerCase().replace(/\W+/g, '-')}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function Notes({ table, token, at }) {
  const [notes, setNotes] = useState([]);
  useEffect(() => {
    call('GET', `/api/tables/${encodeURIComponent(table)}/notes`, { token }).then((found) => setNotes(found.notes), () => {});
  }, []);
  if (!notes.length) return null;
  return html`<section><h3>Notes</h3><ul class="noted">${notes.map((note, index) => html`<li key=${index}><b>${note.name}</b> <button type="button" class="quiet" onClick=${() => at(note.step)}>step ${note.step}</button><br />${note.text}</li>`)}</ul></section>`;
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;

/** Who chose what, and how long it took. */
function Acts({ table, token, at }) {
  const [acts, setActs] = useState(null);
  const load = (event) => {
    if (event.target.open && !acts) call('GET', `/api/tables/${encodeURIComponent(table)}/report`, { token }).then((report) => setActs(report.acts), () => setActs([]));
  };
  return html`<details class="acts" onToggle=${load}><summary>Who chose what, and how long it took</summary>
    ${acts && html`<div class="wide"><table class="scores"><thead><tr><th scope="col">player</th><th scope="col" class="words">choice</th><th scope="col">took</th><th scope="col">step</th></tr></thead>
      <tbody>${acts.map((act) => html`<tr key=${`${act.step} ${act.seat}`}><th scope="row">${act.name}</th><td class="words">${act.words}</td><td>${act.milliseconds === null ? '' : seconds(act.milliseconds)}</td><td><button type="button" class="quiet" onClick=${() => at(act.step)}>${act.step}</button></td></tr>`)}</tbody></table></div>`}
  </details>`;
}

export function Over({ state, table, token, names, look }) {
  const { over, welcome } = state;
  const [problem, setProblem] = useState('');
  const winners = over.winners.map((seat) => names.get(seat) ?? `seat ${seat}`);
  const end = over.stopped ? `The game was left: ${over.stopped}` : winners.length ? `${list(winners)} ${winners.length > 1 ? 'win' : 'wins'}` : 'Nobody wins';
  const tried = (act) => act().catch((error) => setProblem(error.message));
  const at = async (number, as) => {
    const seen = as ? `?seat=${as}` : '';
    const found = await call('GET', `/api/tables/${encodeURIComponent(table)}/steps/${number}${seen}`, { token });
    look({ board: found.board, number, most: found.steps, moved: new Map(), words: found.words, as, names, table, token,
      go: (next, other = as) => tried(() => at(next, other)), leave: () => look(null) });
  };
  const begin = () => tried(() => at(0, 'all'));
  return html`<div class="over" role="group" aria-label="the end">
    <h3 class="told">${end}</h3>
    <${Scores} over=${over} names=${names} />
    <p class="row-of"><button type="button" class="primary" onClick=${begin}>Look at the game step by step</button>
      <button type="button" onClick=${() => tried(() => save(table, token, welcome.title))}>Download the record</button>
      <a class="button" href="/">Another game</a></p>
    <p role="alert">${problem}</p>
    <${Notes} table=${table} token=${token} at=${(step) => tried(() => at(step, 'all'))} />
    <${Acts} table=${table} token=${token} at=${(step) => tried(() => at(step, 'all'))} />
    <${Seed} over=${over} /></div>`;
}

/** The game again, step by step. */
export function Steps({ number, most, words, as, names, go, leave, table, token }) {
  const [playing, setPlaying] = useState(false);
  const [hint, setHint] = useState(null);
  const latest = useRef(0);
  useEffect(() => {
    setHint(null);
    if (!playing) return undefined;
    if (number >= most) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(number + 1), moves() ? 900 : 1500);
    return () => clearTimeout(timer);
  }, [playing, number]);
  const drag = (value) => {
    latest.current = value;
    setPlaying(false);
    // While it is dragged only the last place is asked for.
    setTimeout(() => latest.current === value && go(value), 60);
  };
  const ask = async () => {
    try {
      setHint(await call('GET', `/api/tables/${encodeURIComponent(table)}/steps/${number}?hint=true`, { token }));
    } catch (problem) {
      setHint({ problem: problem.message });
    }
  };
  const best = hint?.hint?.best;
  return html`<div class="steps">
    <h2 class="turn-words" tabindex="-1">Step ${number} of ${most}</h2>
    <input type="range" min="0" max=${most} value=${number} aria-label="step of the game" onInput=${(event) => drag(Number(event.target.value))} />
    <p class="row-of"><button type="button" disabled=${number <= 0} onClick=${() => go(number - 1)}>Back</button>
      <button type="button" disabled=${number >= most} onClick=${() => go(number + 1)}>On</button>
      <button type="button" onClick=${() => setPlaying(!playing)}>${playing ? 'Stop' : 'Play it'}</button>
      <label>Cards as seen by <select onChange=${(event) => go(number, event.target.value)}><option value="all" selected=${as === 'all'}>all together</option>
        ${[...names].map(([seat, name]) => html`<option key=${seat} value=${seat} selected=${String(as) === String(seat)}>${name}</option>`)}</select></label>
      <button type="button" onClick=${ask}>What could have been done?</button>
      <button type="button" class="primary" onClick=${leave}>Back to the end</button></p>
    <ul class="happened" aria-live="polite">${words.slice(-8).map((entry, index) => html`<li key=${index} class=${entry.detail ? 'detail' : ''}>${entry.words}</li>`)}</ul>
    ${hint && html`<div class="hint" role="status">${hint.problem ?? (Array.isArray(best) && best.length ? html`<b>${names.get(hint.hint.seat)}, for a player that thinks</b><ol>${best.map((one) => html`<li key=${one.words}>${one.words}${one.share !== undefined && ` (${one.share} % of its tries)`}</li>`)}</ol>` : 'Nobody had a choice here.')}</div>`}
  </div>`;
}
