// The first screen: the games, a table to make, the tables of this browser.
import { html, useEffect, useMemo, useState } from './html.js';
import { call, tables } from './api.js';

const NAMES = ['Ann', 'Ben', 'Cat', 'Dora', 'Emil', 'Fay', 'Gus', 'Ida', 'Jon', 'Kay', 'Leo', 'Mia'];
const LEVELS = { random: 'takes anything', easy: 'easy', normal: 'normal', hard: 'hard' };
const LIMITS = [[null, 'as long as it takes'], [30, '30 seconds a turn'], [60, 'a minute a turn'], [180, '3 minutes a turn'], [86400, 'a day a turn']];

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1).replaceAll('-', ' ');
const many = ({ least, most }) => (least === most ? `${least} players` : `${least} to ${most} players`);

/** An option: a list, or a number between two. */
function Option({ option, value, become }) {
  const id = `option-${option.name}`;
  const numbers = !Array.isArray(option.values);
  return html`<div class="field"><label for=${id}>${capital(option.name)}</label>${numbers
    ? html`<input id=${id} type="number" min=${option.values.least} max=${option.values.most} value=${value} onInput=${(event) => become(Number(event.target.value))} />`
    : html`<select id=${id} value=${String(value)} onChange=${(event) => become(option.values.find((other) => String(other) === event.target.value))}>${option.values.map((one) => html`<option key=${one} value=${String(one)} selected=${one === value}>${one}</option>`)}</select>`}</div>`;
}

/** Making a table of a game. */
function Make({ game, levels, made, leave }) {
  const [count, setCount] = useState(Math.min(Math.max(game.players.least, 3), game.players.most));
  const [seats, setSeats] = useState(Array.from({ length: game.players.most }, (_, index) => ({ name: NAMES[index] ?? `Player ${index + 1}`, player: index ? 'normal' : 'person' })));
  const [options, setOptions] = useState(Object.fromEntries(game.options.map((option) => [option.name, option.default])));
  const [limit, setLimit] = useState(null);
  const [look, setLook] = useState(true);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const players = [];
  for (let number = game.players.least; number <= game.players.most; number += 1) players.push(number);
  const change = (at, more) => setSeats(seats.map((seat, index) => (index === at ? { ...seat, ...more } : seat)));
  const make = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const asked = { game: game.id, options, seats: seats.slice(0, count), turn_seconds: limit, look_on: look };
      made({ ...(await call('POST', '/api/tables', { body: asked })), title: game.title, game: game.id });
    } catch (error) {
      setProblem(error.message);
      setBusy(false);
    }
  };
  return html`<form class="make" onSubmit=${make} aria-label=${`a table of ${game.title}`}>
    <p class="row-of"><button type="button" class="quiet" onClick=${leave}>← All games</button></p>
    <h2>A table of ${game.title}</h2>
    ${game.description && html`<p class="faint">${game.description}</p>`}
    <fieldset><legend>Players</legend><div class="things">${players.map((number) => html`<label key=${number} class="radio"><input type="radio" name="players" checked=${number === count} onChange=${() => setCount(number)} /><span>${number}</span></label>`)}</div></fieldset>
    <fieldset><legend>Who plays</legend><p class="faint">Each person gets a link of their own. Clockwise around the table:</p>
      <ol class="seats">${seats.slice(0, count).map((seat, index) => html`<li key=${index}>
        <input aria-label=${`name of seat ${index + 1}`} required maxlength="40" value=${seat.name} onInput=${(event) => change(index, { name: event.target.value })} />
        <select aria-label=${`who plays seat ${index + 1}`} value=${seat.player} onChange=${(event) => change(index, { player: event.target.value })}>
          <option value="person" selected=${seat.player === 'person'}>a person</option>
          ${levels.map((level) => html`<option key=${level} value=${level} selected=${seat.player === level}>bot: ${LEVELS[level] ?? level}</option>`)}</select></li>`)}</ol></fieldset>
    ${game.options.length > 0 && html`<fieldset><legend>House rules</legend>${game.options.map((option) => html`<${Option} key=${option.name} option=${option} value=${options[option.name]} become=${(value) => setOptions({ ...options, [option.name]: value })} />`)}</fieldset>`}
    <fieldset><legend>Time and guests</legend>
      <div class="field"><label for="limit">Time</label><select id="limit" onChange=${(event) => setLimit(LIMITS[event.target.selectedIndex][0])}>${LIMITS.map(([seconds, words]) => html`<option key=${words} selected=${seconds === limit}>${words}</option>`)}</select></div>
      <label class="switch"><input type="checkbox" checked=${look} onChange=${(event) => setLook(event.target.checked)} /><span>Others may look on, and see what everybody may see</span></label></fieldset>
    <p role="alert" class="problem">${problem}</p>
    <p class="row-of"><button class="primary big" disabled=${busy}>Make the table</button></p>
  </form>`;
}

function Copy({ url, name }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setDone(true);
    } catch {
      document.getElementById(`link-${name}`)?.select();
    }
  };
  return html`<button type="button" onClick=${copy} aria-label=${`copy the link of ${name}`}>${done ? 'Copied' : 'Copy'}</button>`;
}

/** The links of a table that was made. */
function Made({ table }) {
  const first = table.links.find((link) => link.player === 'person');
  return html`<div class="made"><h2>The table is laid</h2>
    <p>Send each person their link. Whoever has it has the seat, so send it to nobody else.</p>
    <ul class="links">${table.links.map((link) => html`<li key=${link.seat}><label for=${`link-${link.name}`}>${link.name}</label>${link.url
      ? html`<input id=${`link-${link.name}`} readonly value=${link.url} onFocus=${(event) => event.target.select()} /><${Copy} url=${link.url} name=${link.name} />`
      : html`<span class="faint">bot, ${link.player}</span>`}</li>`)}</ul>
    <p class="row-of">${first && html`<a class="button primary big" href=${first.url}>Sit down as ${first.name}</a>`}
      <a class="button" href=${table.host}>Host's view</a><a class="button" href=${table.look}>Look on</a></p>
    <p class="faint">With the host's link you can let a bot play on for somebody who left, or end the table. This browser keeps it for you on the first page.</p></div>`;
}

/** Tables that were made or visited with this browser. */
function Kept() {
  const [all, setAll] = useState(tables.all());
  if (!all.length) return null;
  const gone = (table) => {
    tables.remove(table);
    setAll(tables.all());
  };
  const at = (table) => `/t/${encodeURIComponent(table.table)}${table.mine ? `#${table.mine.token}` : table.links?.find((link) => link.url) ? new URL(table.links.find((link) => link.url).url).hash : ''}`;
  return html`<section aria-label="your tables"><h2>Your tables</h2><ul class="kept">${all.map((table) => html`<li key=${table.table}>
    <a href=${at(table)}>${table.title ?? table.table}</a> ${table.hosted && html`<a class="faint" href=${table.hosted}>host</a>`}
    <button type="button" class="close" aria-label=${`forget the table of ${table.title}`} onClick=${() => gone(table.table)}>×</button></li>`)}</ul></section>`;
}

/** What a game is, in a line, with its first letters as its sign. */
function Game({ game, choose }) {
  const hue = [...game.id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 6, 7);
  return html`<li class="game"><button type="button" class="game-card" onClick=${() => choose(game)}>
      <span class=${`initial tint-${hue}`} aria-hidden="true">${game.title.replace(/^(The|A) /, '').charAt(0)}</span>
      <span class="about"><b>${game.title}</b><span class="faint">${many(game.players)}</span><span class="words">${game.description ?? ''}</span></span></button>
    <p class="game-links"><a href=${`/api/games/${encodeURIComponent(game.id)}/book`} target="_blank" rel="noopener" aria-label=${`rules of ${game.title}`}>Rules</a>
      <a href=${`/api/games/${encodeURIComponent(game.id)}/report?format=html`} target="_blank" rel="noopener" aria-label=${`report of ${game.title}`}>Report</a></p></li>`;
}

/** A rules file of one's own, where the server takes some. */
function Upload({ added }) {
  const [told, setTold] = useState('');
  const send = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const name = file.name.replace(/\.bid$/, '').toLowerCase().replace(/[^a-z0-9_-]+/g, '_');
    try {
      const { title } = await call('POST', '/api/games', { body: { name, text: await file.text() } });
      setTold(`${title} is among the games now.`);
      added();
    } catch (problem) {
      setTold(problem.message);
    }
    event.target.value = '';
  };
  return html`<section class="upload" aria-label="a game of your own"><h2>A game of your own</h2>
    <p><label>A rules file <input type="file" accept=".bid,text/plain" onChange=${send} /></label></p><pre role="status">${told}</pre></section>`;
}

export function Home() {
  const [known, setKnown] = useState(null);
  const [problem, setProblem] = useState('');
  const [wanted, setWanted] = useState('');
  const [game, setGame] = useState(null);
  const [made, setMade] = useState(null);
  const load = () => call('GET', '/api/games').then(setKnown, (error) => setProblem(error.message));
  useEffect(() => {
    document.title = 'bidlang: games';
    load();
  }, []);
  const shown = useMemo(() => (known?.games ?? []).filter((one) => `${one.title} ${one.description ?? ''}`.toLowerCase().includes(wanted.toLowerCase())), [known, wanted]);
  const laid = (table) => {
    const url = (token) => new URL(`/t/${encodeURIComponent(table.table)}#${token}`, location.href).href;
    const links = table.seats.map(({ seat, name, player, token }) => ({ seat, name, player, url: token ? url(token) : null }));
    const found = { table: table.table, title: table.title, game: table.game, links };
    tables.add({ ...found, hosted: url(table.host) });
    setMade({ ...found, host: url(table.host), look: `/t/${encodeURIComponent(table.table)}` });
    scrollTo(0, 0);
  };
  return html`<div class="front"><header class="brand"><a href="/"><img src="/assets/icon.svg" alt="" width="40" height="40" /><h1>bidlang</h1></a><p>Card games from their rules files. Make a table, send the links, play.</p></header>
    <main>
      ${made ? html`<${Made} table=${made} /><p><a href="/">All games</a></p>` : game ? html`<${Make} game=${game} levels=${known.levels} made=${laid} leave=${() => setGame(null)} />` : html`
      <${Kept} />
      <section aria-label="games"><div class="head"><h2>Games</h2><input type="search" aria-label="search the games" placeholder="Search" value=${wanted} onInput=${(event) => setWanted(event.target.value)} /></div>
        ${!known && !problem && html`<p role="status">One moment …</p>`}
        <p role="alert" class="problem">${problem}</p>
        <ul class="games">${shown.map((one) => html`<${Game} key=${one.id} game=${one} choose=${setGame} />`)}</ul>
        ${known && !shown.length && html`<p role="status">No game is called so.</p>`}</section>
      ${known?.upload && html`<${Upload} added=${load} />`}`}
    </main></div>`;
}
