// A card, drawn from what it is: its short form and the shapes of its groups; a card of a game's own says its words.
import { html } from './html.js';

const [WIDTH, HEIGHT] = [100, 140];

/** Colour words that a card may name; a patch of that colour stands beside the word. */
const COLOURS = new Set(['pink', 'red', 'orange', 'yellow', 'green', 'blue', 'violet', 'purple', 'brown', 'black', 'white', 'grey', 'turquoise']);

function shape(group, x, y, size, colour) {
  return html`<path class=${colour ? `tinted patch-${colour}` : `ink-${group.colour}`} d=${group.shape} transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`} />`;
}

/** Words that are no wider than so much. */
function fitting(words, size, width) {
  return Math.min(size, width / (Math.max(words.length, 1) * 0.62));
}

/** The attributes of a card that neither its groups nor its short form say. */
function unsaid(face, groups) {
  const said = new Set([...groups.map((group) => group.name), face.short]);
  const values = Object.values(face.attributes).flat().filter((value) => value !== null);
  return values.map(String).filter((value) => !said.has(value));
}

/** Where the shapes of so many groups stand in the middle. */
function middle(groups, y, colour) {
  const size = [54, 54, 38, 29][groups.length] ?? 22;
  const left = WIDTH / 2 - ((groups.length - 1) * (size + 4)) / 2;
  return groups.map((group, index) => shape(group, left + index * (size + 4), y, size, colour));
}

/** A face as an SVG. `all` are the groups of the game; `small` leaves out what cannot be read at that size. */
export function Face({ face, all, small = false }) {
  const groups = face.groups.map((group) => all[group]).filter(Boolean);
  const known = groups.length > 0 && groups.every((group) => group.symbol);
  const rest = unsaid(face, groups);
  // A card that says its colour has it.
  const colour = rest.map((value) => value.toLowerCase()).find((value) => COLOURS.has(value));
  const ink = groups.length && !colour ? `ink-${groups[0].colour}` : 'ink-black';
  const short = face.short || (groups.length ? '' : face.card);
  const corner = html`
    <text class=${`corner ${ink}`} x="8" y="31" font-size=${fitting(short, 30, groups.length ? 60 : 40)}>${short}</text>
    ${groups.map((group, index) => shape(group, 19 + index * 22, 47, groups.length > 2 ? 17 : 20, colour))}`;
  const words = known ? rest.filter((value) => value !== face.text) : [groups.map((group) => group.name).join(' · '), ...rest].filter(Boolean);
  const full = html`${corner}
    ${known && html`<g transform="rotate(180 50 70)">${corner}</g>`}
    ${groups.length ? middle(groups, known ? 72 : 80, colour) : html`<text class=${`corner ${ink}`} x="50" y="86" font-size=${fitting(short, 44, 84)} text-anchor="middle">${short}</text>`}
    ${words.slice(0, 2).map((value, index, list) => html`<${Words} value=${value} y=${index + 1 === list.length ? 132 : 117} />`)}`;
  const only = rest.find((value) => !value.startsWith(short)) ?? rest[0];
  const mini = html`
    <text class=${`corner ${ink}`} x="50" y=${groups.length ? 56 : 84} font-size=${fitting(short, 54, 90)} text-anchor="middle">${short}</text>
    ${middle(groups, 92, colour)}
    ${!known && only && html`<${Words} value=${only} y=${134} middle />`}`;
  return html`<svg class="face" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
    <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />${small ? mini : full}</svg>`;
}

function Words({ value, y, middle: centred }) {
  const colour = value.toLowerCase();
  const patch = COLOURS.has(colour);
  // Words begin at the left: there they are seen where cards overlap.
  const x = patch ? 27 : centred ? WIDTH / 2 : 8;
  return html`${patch && html`<rect class=${`patch patch-${colour}`} x="8" y=${y - 12} width="14" height="14" rx="3" />`}
    <text class="words" x=${x} y=${y} font-size=${fitting(value, centred ? 17 : 15, patch ? 66 : 86)} text-anchor=${centred && !patch ? 'middle' : 'start'}>${value}</text>`;
}

/** The back of a card. */
export function Back() {
  return html`<svg class="face" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
    <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
    <rect class="back" x="7" y="7" width="86" height="126" rx="6" />
    <path class="lace" d="M50 22L84 70L50 118L16 70ZM50 44L68 70L50 96L32 70Z" /></svg>`;
}

/** The sign of a group beside its name. */
export function Sign({ group }) {
  return html`<svg class="sign" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <path class=${`lit-${group.colour}`} d=${group.shape} /></svg>`;
}
