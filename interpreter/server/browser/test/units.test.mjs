// What the page works out without a screen: what can be picked next, and what it knows from messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NOTHING, byAct, isListed, menu, range, stepped, ways } from '../../page/choices.js';
import { START, heard, placeKey, reduce } from '../../page/state.js';

const card = (name) => ({ card: name });
const choice = (act, ...picks) => ({ nth: 0, words: `${act} ${JSON.stringify(picks)}`, choice: { act, picks } });
const question = (...acts) => ({ acts: acts.map(([act, ...choices]) => ({ act, words: act, picks: [], choices })) });
const things = (next) => next.map((thing) => thing.thing);

test('one card is picked, and that is all', () => {
  const all = ways(question(['play', choice('play', { cards: [card('9')] }), choice('play', { cards: [card('10')] })], ['pass', choice('pass')]));
  const first = menu(all);
  assert.deepEqual(things(first.next), ['9', '10']);
  assert.deepEqual(first.alone.map((way) => way.act), ['pass']);
  assert.equal(first.whole, null);
  const then = menu(all, { act: 'play', picked: ['10'] });
  assert.equal(then.whole.choice.picks[0].cards[0].card, '10');
  assert.deepEqual(then.next, []);
});

test('of several cards only those are offered that still go with the others, and fewer may be enough', () => {
  const of = (...names) => choice('bid', { cards: names.map(card) });
  const all = ways(question(['bid', of('1'), of('2'), of('1', '2'), of('2', '3')]));
  assert.deepEqual(things(menu(all).next), ['1', '2', '3']);
  const begun = menu(all, { act: 'bid', picked: ['2'] });
  assert.deepEqual(things(begun.next), ['1', '3']);
  assert.deepEqual(begun.whole.things.map((thing) => thing.thing), ['2']);
  assert.equal(menu(all, { act: 'bid', picked: ['3'] }).whole, null);
});

test('like cards count as often as they are there', () => {
  const all = ways(question(['trade', choice('trade', { cards: [card('2'), card('2')] })]));
  assert.deepEqual(things(menu(all, { act: 'trade', picked: ['2'] }).next), ['2']);
  assert.deepEqual(menu(all, { act: 'trade', picked: ['2', '2'] }).next, []);
});

test('a second pick comes after the first: a card, then a suit', () => {
  const call = (name, suit) => choice('call', { cards: [card(name)] }, { value: suit, kind: 'suit' });
  const all = ways(question(['call', call('9', 'Hearts'), call('9', 'Spades'), call('10', 'Hearts')]));
  assert.deepEqual(things(menu(all).next), ['9', '10']);
  const then = menu(all, { act: 'call', picked: ['9'] }).next;
  assert.deepEqual(then.map(({ kind, thing }) => [kind, thing]), [['value', 'Hearts'], ['value', 'Spades']]);
});

test('numbers, seats and answers are things of their own', () => {
  const all = ways(question(
    ['bid', choice('bid', { number: 7 }), choice('bid', { number: 9 })],
    ['name', choice('name', { seat: 2 })],
    ['stay', choice('stay', { answer: true }), choice('stay', { answer: false })],
  ), (seat) => ['', 'Ann', 'Ben'][seat]);
  const { next } = menu(all);
  assert.deepEqual(next.map(({ kind, thing }) => `${kind} ${thing}`), ['number 7', 'number 9', 'seat Ben', 'answer yes', 'answer no']);
  assert.deepEqual(byAct(next).map(([act, of]) => [act, of.length]), [['bid', 2], ['name', 1], ['stay', 2]]);
  assert.deepEqual(range([9, 7]), { least: 7, most: 9, whole: false, sorted: [7, 9] });
});

test('a server tells what can be picked where there is too much to list', () => {
  assert.equal(isListed({ acts: [{ act: 'pass', picks: ['cards'] }] }), false);
  const step = {
    so_far: 'pass 2',
    steps: [{ act: 'pass', thing: '3', face: {} }],
    whole: { words: 'pass 2', choice: { act: 'pass', picks: [{ cards: [card('2')] }] } },
    at_once: [{ words: 'no', choice: { act: 'no', picks: [] } }],
  };
  const found = stepped(step, () => ({ kind: 'card' }));
  assert.deepEqual(found.next, [{ kind: 'card', thing: '3', act: 'pass' }]);
  assert.equal(found.whole.act, 'pass');
  assert.deepEqual(found.alone.map((way) => way.words), ['no']);
  assert.deepEqual(menu([], NOTHING).next, []);
});

test('a line that was lost goes on where it was, and lines that were taken back are gone', () => {
  const lines = (...told) => told.map((line) => ({ line }));
  let state = heard(START, { kind: 'lines', from: 0, lines: lines('game', 'phase') });
  state = heard(state, { kind: 'lines', from: 2, lines: lines('act') });
  // The same once more: nothing is there twice.
  state = heard(state, { kind: 'lines', from: 2, lines: lines('act', 'move') });
  assert.deepEqual(state.lines.map((line) => line.line), ['game', 'phase', 'act', 'move']);
  state = heard(state, { kind: 'again', from: 1 });
  assert.deepEqual(state.lines.map((line) => line.line), ['game']);
});

test('a new decision ends what was asked and refused before; the same one does not', () => {
  const asked = { kind: 'asked', decision: 4, count: 1, acts: [] };
  let state = heard(heard(START, { kind: 'board', decision: 4, board: {} }), asked);
  state = heard(state, { kind: 'refused', decision: 4, reasons: [{ words: 'no' }] });
  assert.equal(heard(state, { kind: 'board', decision: 4, board: {} }).asked, asked);
  const next = heard(state, { kind: 'board', decision: 5, board: {} });
  assert.equal(next.asked, null);
  assert.equal(next.refused, null);
});

test('an act that was sent is on its way until it is taken or refused', () => {
  const state = reduce(START, { type: 'sent', words: 'pass' });
  assert.equal(state.sent, 'pass');
  assert.equal(heard(state, { kind: 'taken', decision: 1 }).sent, null);
  assert.equal(heard(state, { kind: 'refused', decision: 1, reasons: [] }).sent, null);
});

test('a card is known to have come from the place that the record names', () => {
  let state = heard(START, { kind: 'lines', from: 0, lines: [{ line: 'move', cards: [card('9'), null], from: { place: 'hand', of: 2 }, to: { place: 'trick' } }] });
  state = heard(state, { kind: 'board', decision: 1, board: {} });
  assert.deepEqual([...state.moved], [['9', 'hand 2']]);
  assert.equal(placeKey({ place: 'lot' }), 'lot');
  assert.equal(heard(state, { kind: 'board', decision: 2, board: {} }).moved.size, 0);
});

test('what is not known changes nothing', () => {
  assert.equal(heard(START, { kind: 'of another version' }), START);
});
