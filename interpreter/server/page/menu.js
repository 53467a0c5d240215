// What is wanted now and then at a table: a note for the designer, taking back, who sits here, how things are shown, and the host's means.
import { html, useState } from './html.js';
import { Dialog } from './dialog.js';
import { call, tables } from './api.js';

export const MOST_OF_A_NOTE = 500;

/** A note for the designer, kept with the step. */
export function NoteForm({ send }) {
  const [text, setText] = useState('');
  const [told, setTold] = useState('');
  const done = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    const sent = send(text.trim());
    setTold(sent ? 'Your note is kept with this moment of the game.' : 'The line is lost: the note was not sent.');
    if (sent) setText('');
  };
  return html`<form class="note" onSubmit=${done}>
    <label for="note">A note for the designer, about this moment</label>
    <textarea id="note" rows="3" maxlength=${MOST_OF_A_NOTE} value=${text} onInput=${(event) => setText(event.target.value)} placeholder="This felt unfair, because …"></textarea>
    <div class="row-of"><button class="primary">Keep it</button><span class="faint">${text.length} of ${MOST_OF_A_NOTE}</span></div>
    <p role="status">${told}</p></form>`;
}

function Host({ table, token, state, close }) {
  const [levels, setLevels] = useState('normal');
  const [told, setTold] = useState('');
  const [sure, setSure] = useState(false);
  const tell = async (body) => {
    try {
      await call('POST', `/api/tables/${encodeURIComponent(table)}/host`, { body, token });
      close();
    } catch (problem) {
      setTold(problem.message);
    }
  };
  const people = state.seats.filter((seat) => seat.player === 'person');
  return html`<section><h3>Host</h3>
    ${people.map((seat) => html`<p key=${seat.seat} class="row-of">${seat.name}${!seat.connected && ' (away)'}: <button type="button" onClick=${() => tell({ do: 'replace', seat: seat.seat, by: levels })}>let a bot play on</button></p>`)}
    ${people.length > 0 && html`<p class="row-of"><label>Level of the bot <select value=${levels} onChange=${(event) => setLevels(event.target.value)}>${['random', 'easy', 'normal', 'hard'].map((level) => html`<option key=${level}>${level}</option>`)}</select></label></p>`}
    <p>${sure
      ? html`<span class="row-of">The game ends here for all. <button type="button" class="danger" onClick=${() => tell({ do: 'end' })}>End it</button> <button type="button" onClick=${() => setSure(false)}>No</button></span>`
      : html`<button type="button" onClick=${() => setSure(true)}>End the table …</button>`}</p>
    <p role="alert">${told}</p></section>`;
}

/** A switch with its words. */
function Switch({ on, turn, children }) {
  return html`<label class="switch"><input type="checkbox" checked=${on} onChange=${(event) => turn(event.target.checked)} /><span>${children}</span></label>`;
}

export function Menu({ state, table, token, wish, wished, send, close }) {
  const own = typeof state.you === 'number';
  const known = tables.find(table);
  return html`<${Dialog} title=${state.welcome.title} close=${close}>
    ${own && html`<section><${NoteForm} send=${(text) => send({ note: { step: state.step, text } })} /></section>`}
    ${own && !state.over && html`<section><h3>Take back</h3><p class="row-of"><button type="button" onClick=${() => { send({ undo: { decision: state.decision } }); close(); }}>Ask to take the last act back</button> <span class="faint">all have to agree</span></p></section>`}
    <section><h3>Who sits here</h3><ul class="people">${state.seats.map((seat) => html`<li key=${seat.seat}><b>${seat.name}</b>${seat.seat === state.you && ' (you)'} <span class="faint">${seat.player === 'person' ? (seat.connected ? 'here' : 'away') : `bot, ${seat.player}`}</span></li>`)}</ul>
      <p class="faint">Onlookers may come by <a href=${`/t/${encodeURIComponent(table)}`}>the table's address</a>. Your own link is your seat: keep it for yourself.</p></section>
    <section><h3>How it is shown</h3>
      <${Switch} on=${wish.quick} turn=${(quick) => wished({ quick })}>Play with one click, without confirming<//>
      <${Switch} on=${wish.all ?? false} turn=${(all) => wished({ all })}>Show all that the rules keep track of<//></section>
    ${known?.links?.length > 0 && html`<section><h3>Links of the seats</h3><ul class="people">${known.links.map((link) => html`<li key=${link.seat}>${link.name}: <code class="link">${link.url}</code></li>`)}</ul></section>`}
    ${state.you === 'host' && !state.over && html`<${Host} table=${table} token=${token} state=${state} close=${close} />`}
    <section class="faint"><h3>Keys</h3><p>Tab goes from one thing to the next, arrows along your hand, Enter or the space bar picks, Escape puts back what was picked.</p>
    ${state.welcome.commitment && html`<p>The shuffle is settled by a secret with the SHA-256 <code class="link">${state.welcome.commitment}</code>; it is published after the game.</p>`}</section>
  <//>`;
}
