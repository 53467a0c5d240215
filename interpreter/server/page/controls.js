// What may be done, as controls: buttons, numbers, suits and seats, and what was picked before it is done.
import { html, useEffect, useState } from './html.js';
import { Sign } from './card.js';
import { byAct, range } from './choices.js';

/** So few numbers are buttons. */
const FEW = 12;
/** Most things of two picks that are laid out as a table. */
const MOST_OF_A_GRID = 120;

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** A thing on a button: a suit with its sign; where it is `brief` a sign that everybody knows says it alone. */
function Thing({ thing, groups, brief = false }) {
  const group = groups.find((other) => other.name === thing);
  return html`${group && html`<${Sign} group=${group} />`}<span class=${brief && group?.symbol ? 'hidden' : ''}>${thing}</span>`;
}

/** A number between two others: a field with a slider; its button says what it does. `numbers` says from where to where. */
function NumberField({ act, numbers, become, tried }) {
  const { least, most, whole, sorted } = numbers;
  const [value, setValue] = useState(least);
  const number = Number(value);
  useEffect(() => setValue(least), [least, most]);
  const may = Number.isInteger(number) && (whole ? number >= least && number <= most : sorted.includes(number));
  const done = (event) => {
    event.preventDefault();
    if (may) become(number);
    else tried(`${act} ${value}`);
  };
  const to = (next) => setValue(Math.min(most, Math.max(least, next)));
  const id = `number-${act}`;
  return html`<form class="number" onSubmit=${done}>
    <label for=${id}>${act}</label>
    <button type="button" class="step" aria-label="less" disabled=${number <= least} onClick=${() => to(number - 1)}>−</button>
    <input id=${id} type="number" inputmode="numeric" step="1" value=${value} onInput=${(event) => setValue(event.target.value)} />
    <button type="button" class="step" aria-label="more" disabled=${number >= most} onClick=${() => to(number + 1)}>+</button>
    <input type="range" aria-label=${`${act}: from ${least} to ${most}`} min=${least} max=${most} value=${value} onInput=${(event) => setValue(event.target.value)} />
    <button class="primary" disabled=${value === ''}>${capital(act)} ${value}</button>
    <span class="faint">${whole ? `${least} to ${most}` : `${sorted.length} numbers from ${least} to ${most}`}</span>
  </form>`;
}

/** Two picks that are no cards, as a table: what is bid in rows, of what in columns. */
function Grid({ act, ways, groups, choose }) {
  const unique = (at) => [...new Set(ways.map((way) => way.things[at].thing))];
  const [rows, columns] = [unique(0), unique(1)];
  const at = (row, column) => ways.find((way) => way.things[0].thing === row && way.things[1].thing === column);
  return html`<table class="grid"><caption class="hidden">${act}</caption><tbody>${rows.map((row) => html`<tr key=${row}>${columns.map((column) => {
    const way = at(row, column);
    return html`<td key=${column}>${way && html`<button type="button" aria-label=${way.words} onClick=${() => choose(way)}><span>${row}</span><${Thing} thing=${column} groups=${groups} brief /></button>`}</td>`;
  })}</tr>`)}</tbody></table>`;
}

/** The ways of an act that picks two things and no cards, where they make a table. */
function grid(ways, act, picking) {
  const of = ways?.filter((way) => way.act === act) ?? [];
  const two = of.length > FEW && of.length <= MOST_OF_A_GRID && of.every((way) => way.things.length === 2 && way.things.every((thing) => thing.kind !== 'card'));
  return two && !picking.act ? of : null;
}

/** The things of an act that may be picked next, apart from cards that can be clicked where they lie. */
function Things({ act, things, menu, ways, picking, groups, choose, act_, tried, lies }) {
  const laid = grid(ways, act, picking);
  if (laid) return html`<div class="of-act"><span class="act">${act}</span><${Grid} act=${act} ways=${laid} groups=${groups} choose=${act_} /></div>`;
  const numbers = things.filter((thing) => thing.kind === 'number');
  if (numbers.length > FEW) {
    return html`<${NumberField} act=${act} numbers=${range(numbers.map((thing) => thing.number))} become=${(number) => choose(numbers.find((thing) => thing.number === number))} tried=${tried} />`;
  }
  const cards = things.filter((thing) => thing.kind === 'card');
  const shown = things.filter((thing) => thing.kind !== 'card' || !lies(thing.thing));
  const here = cards.length > shown.filter((thing) => thing.kind === 'card').length;
  // What takes the place of a picked card is chosen where it lies.
  if (!shown.length && picking.act && menu.whole) return null;
  const alone = things.length === 1 && things[0].kind === 'act';
  return html`<div class="of-act">
    ${!alone && html`<span class="act">${act}${here && !picking.act && html`<span class="faint"> — choose ${cards.length === 1 ? 'the card' : 'a card'}</span>`}${here && picking.act && !menu.whole && html`<span class="faint"> — choose another card</span>`}</span>`}
    ${shown.length > 0 && html`<div class="things">${shown.map((thing) => html`<button type="button" key=${`${thing.pick} ${thing.thing}`} onClick=${() => choose(thing)}>
      ${thing.kind === 'act' ? html`<span>${act} …</span>` : html`<${Thing} thing=${thing.thing} groups=${groups} />`}</button>`)}</div>`}
  </div>`;
}

/** What was picked so far, with what does it, and what puts it back. */
function Picked({ words, whole, more, confirm, back, clear, several }) {
  return html`<div class="picked" role="group" aria-label="what you picked">
    <span class="so-far">${words}${!whole && ' …'}</span>
    ${whole && html`<button type="button" class="primary" data-do="confirm" onClick=${confirm}>${capital(whole.words)}${more ? ' — no more' : ''}</button>`}
    <button type="button" data-do="back" onClick=${back}>Put back</button>
    ${several && html`<button type="button" onClick=${clear}>Put all back</button>`}
  </div>`;
}

/** Words that are typed, where there are too many acts for anything else. */
function InWords({ say, hint }) {
  const [words, setWords] = useState('');
  const done = (event) => {
    event.preventDefault();
    if (words.trim()) say(words.trim());
  };
  return html`<form class="in-words" onSubmit=${done}><label for="in-words">Say it in words</label>
    <input id="in-words" autocomplete="off" placeholder=${hint} value=${words} onInput=${(event) => setWords(event.target.value)} /><button>Do it</button></form>`;
}

/** The controls of a turn. */
export function Controls(props) {
  const { asked, turn, groups, tried, say, lies, typed } = props;
  const { menu, ways, picking, several, choose, prepare: act, whole, more, begun } = turn;
  // More numbers than can be listed: from where to where is known.
  const ranged = asked.acts.filter((one) => one.numbers);
  const fields = ranged.map((one) => html`<${NumberField} key=${one.act} act=${one.act} numbers=${{ ...one.numbers, whole: true }} become=${(number) => say(`${one.act} ${number}`)} tried=${tried} />`);
  if (!menu) {
    if (asked.picking) return html`<p class="faint">One moment …</p>`;
    return html`${fields}<${InWords} say=${say} hint=${asked.acts[0]?.words ?? ''} />`;
  }
  const next = turn.open.filter((thing) => !ranged.some((one) => one.act === thing.act && thing.kind !== 'card'));
  const words = whole?.words ?? [picking.act, picking.picked.join(', ')].filter(Boolean).join(' ');
  return html`
    ${begun && html`<${Picked} words=${words} whole=${whole} more=${more} confirm=${turn.confirm} back=${turn.back} clear=${turn.clear} several=${picking.picked.length > 1} />`}
    ${several.length > 0 && html`<div class="of-act"><span class="act">which?</span><div class="things">${several.map((thing) => html`<button type="button" key=${thing.act} onClick=${() => choose(thing)}>${thing.act} ${thing.thing}</button>`)}</div></div>`}
    ${fields}
    ${byAct(next).map(([name, things]) => html`<${Things} key=${name} act=${name} things=${things} menu=${menu} ways=${ways} picking=${picking} groups=${groups} choose=${choose} act_=${act} tried=${tried} lies=${lies} />`)}
    ${menu.others?.length > 0 && html`<div class="things">${menu.others.map((way) => html`<button type="button" key=${way.words} onClick=${() => act(way)}>${capital(way.words)}</button>`)}</div>`}
    ${menu.alone.length > 0 && html`<div class="things alone">${menu.alone.map((way) => html`<button type="button" key=${way.words} onClick=${() => act(way)}>${capital(way.words)}</button>`)}</div>`}
    ${typed && html`<${InWords} say=${say} hint=${ways?.[0]?.words ?? ''} />`}`;
}

/** Why something may not be done, or what went wrong, with the rule's own line. */
export function Refused({ refused, close }) {
  return html`<div class="refused" role="alert">
    <ul>${refused.reasons.map((reason, index) => html`<li key=${index}>${reason.words}${reason.clause && html`<blockquote><code>${reason.clause}</code>${reason.line && html`<span class="faint"> rule, line ${reason.line}</span>`}</blockquote>`}</li>`)}</ul>
    <button type="button" class="close" aria-label="close" onClick=${close}>×</button></div>`;
}

/** What a player that thinks would do. */
export function Hint({ hint }) {
  const best = hint.best ?? [];
  if (!best.length) return html`<p class="hint" role="status">There is no hint here.</p>`;
  return html`<div class="hint" role="status"><b>A player that thinks would</b><ol>${best.map((one) => html`<li key=${one.words}>${one.words}${one.share !== undefined && html` <span class="faint">${one.share} % of its tries</span>`}</li>`)}</ol></div>`;
}
