// The page in real browsers: whole games, a phone, a line that is lost, a keyboard alone, and what axe-core finds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

import { play, playByKeys, random } from '../player.mjs';
import { server, table } from '../server.mjs';

const LONG = Boolean(process.env.BIDLANG_LONG);
const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
let at;
before(async () => {
  at = await server();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--disable-component-update'],
  });
});
after(async () => {
  await browser?.close();
  at?.stop();
});

/** A browser of its own, as far as pages can tell: an empty profile. What goes wrong in it fails the test. */
async function open(t, address, { viewport = DESK, scheme = 'light', quick = false, ...more } = {}) {
  const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: 'reduce', ...more });
  if (quick) await context.addInitScript(() => localStorage.setItem('bidlang wishes', '{"quick":true}'));
  // The sockets of the page are kept, so that a test can cut them.
  await context.addInitScript(() => {
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
      constructor(url, ...more) {
        // Where the line is cut nobody answers.
        super(window.cut ? new URL('/nothing', url) : url, ...more);
        window.sockets.push(this);
      }
    };
  });
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    // A line that is lost on purpose is told by the browser, too.
    if (message.type() === 'error' && !/WebSocket|ERR_INTERNET_DISCONNECTED/.test(message.text())) wrong.push(message.text());
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(wrong, []);
  });
  await page.goto(address);
  return page;
}

/** What axe-core finds that is serious. */
async function accessible(page, where) {
  // The page's policy takes no script but its own; the test brings one by the driver.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map((node) => node.html).join(' ')}`), []);
}

/** Nothing of the page lies beyond the edge of a narrow screen. */
async function fits(page, where) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `${where} is ${wide} wide, with room for ${room}`);
}

/** The line of a page is lost, and there again. */
async function lost(page) {
  // Whether a browser that is said to be offline ends its sockets depends on the browser.
  await page.evaluate(() => new Promise((seen, failed) => {
    const look = () => document.querySelector('.lost') && seen();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    setTimeout(() => failed(new Error('it is not told that the line is lost')), 30_000);
    window.cut = true;
    window.sockets.forEach((socket) => socket.close());
    look();
  }));
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.cut = false;
    dispatchEvent(new Event('online'));
  });
  await page.waitForSelector('.lost', { state: 'detached' });
  // Who is back is asked anew.
  await page.waitForTimeout(500);
}

/** Plays a whole game with as many browsers as there are persons. */
async function whole(t, game, players, { options, quick = LONG, viewport } = {}) {
  const made = await table(at.address, game, players, options);
  const pages = await Promise.all(made.seats.filter(Boolean).map((link) => open(t, link, { quick, viewport })));
  const clicks = await Promise.all(pages.map((page, index) => play(page, random(index + 7))));
  for (const page of pages) assert.match(await page.textContent('.over .told'), /wins?$/);
  t.diagnostic(`${game}: ${clicks.reduce((sum, more) => sum + more)} clicks`);
  return pages;
}

const people = (count) => Array.from({ length: count }, () => 'person');

test('a table is made at the page, its link is a seat, and a whole game is played', async (t) => {
  const page = await open(t, at.address);
  await page.getByRole('button', { name: /Kuhn Poker/ }).click();
  await accessible(page, 'making a table');
  await page.getByLabel('name of seat 1').fill('Zoë <b>');
  await page.getByLabel('who plays seat 2').selectOption('random');
  await page.getByRole('button', { name: 'Make the table' }).click();
  await accessible(page, 'the links');
  await page.getByRole('link', { name: /^Sit down as Zoë <b>/ }).click();
  await page.waitForSelector('.board');
  assert.match(await page.title(), /Kuhn Poker/);
  await play(page, random(3));
  assert.match(await page.textContent('.over'), /SHA-256/);
  await accessible(page, 'the end');
  await page.getByText('Who chose what').click();
  await page.waitForSelector('.acts tbody tr');
  await page.getByRole('button', { name: /step by step/ }).click();
  await page.getByRole('button', { name: 'On', exact: true }).click();
  await page.getByText('Step 1 of').waitFor();
  await page.waitForSelector('.happened li');
  await accessible(page, 'the game step by step');
  await page.getByRole('button', { name: 'Back to the end' }).click();
  await page.getByRole('link', { name: 'Another game' }).click();
  await page.getByRole('region', { name: 'your tables' }).waitFor();
});

test('four browsers play a whole game', async (t) => {
  await whole(t, 'varg_bid', people(4));
});

test('a game with acts at once, several cards and suits, to its end', async (t) => {
  await whole(t, 'bid_war', ['person', 'person', 'random']);
});

for (const [game, players, options] of [
  ['varg_bid', people(4)],
  ['bid_war', people(4)],
  ['bid_fair', people(2)],
  ['auction_house', people(4)],
  ['do_my_bidding', people(4)],
  ['hearts', people(4)],
  ['modern_art', people(4)],
]) {
  test(`${game}: a whole game in ${players.length} browsers`, { skip: LONG ? false : 'only in the long form' }, async (t) => {
    await whole(t, game, players, { options });
  });
}

test('every game can be begun on a phone, and nothing lies beyond its edge', { skip: LONG ? false : 'only in the long form' }, async (t) => {
  const { games } = await (await fetch(`${at.address}/api/games`)).json();
  const page = await open(t, at.address, { viewport: PHONE, quick: true });
  for (const { id, players } of games) {
    const made = await table(at.address, id, ['person', ...Array.from({ length: players.least - 1 }, () => 'random')]);
    await page.goto(made.seats[0]);
    await page.waitForSelector('.board');
    await play(page, random(61), { most: 12 });
    await fits(page, id);
  }
  t.diagnostic(`${games.length} games`);
});

test('a phone of 360 pixels plays a whole game, and nothing lies beyond its edge', async (t) => {
  const made = await table(at.address, 'do_my_bidding', ['person', 'random', 'random']);
  const page = await open(t, made.seats[0], { viewport: PHONE, scheme: 'dark', hasTouch: true });
  await page.waitForSelector('.board');
  await fits(page, 'the table');
  await play(page, random(5), { most: 6 });
  await accessible(page, 'the table on a phone');
  await fits(page, 'the table');
  await play(page, random(6));
  await fits(page, 'the end');
  await page.goto(at.address);
  await page.waitForSelector('.games');
  await fits(page, 'the games');
});

test('who loses the line comes back, and has missed nothing', async (t) => {
  const made = await table(at.address, 'varg_bid', ['person', 'person', 'random']);
  const [ann, ben] = await Promise.all([open(t, made.seats[0]), open(t, made.seats[1])]);
  const bens = play(ben, random(12));
  await play(ann, random(11), { most: 8 });
  await lost(ann);
  await play(ann, random(13));
  await bens;
  // What was told is all there, and once: who comes anew is told the same.
  const fresh = await open(t, made.seats[0]);
  await fresh.waitForSelector('.over');
  assert.equal(await fresh.textContent('.story'), await ann.textContent('.story'));
});

test('what was picked is still picked when the line is there again', async (t) => {
  const made = await table(at.address, 'hearts', ['person', 'random', 'random', 'random']);
  const page = await open(t, made.seats[0]);
  await page.waitForSelector('.hand .may');
  await page.locator('.hand .may').nth(2).click({ position: { x: 10, y: 20 } });
  await page.waitForSelector('.hand .chosen');
  await lost(page);
  await page.waitForSelector('.hand .may');
  assert.equal(await page.locator('.hand .chosen').count(), 1);
  for (const nth of [4, 6]) {
    await page.locator('.hand .held').nth(nth).locator('button').click({ position: { x: 10, y: 20 } });
    await page.waitForTimeout(200);
  }
  await page.locator('[data-do=confirm]').click();
  await page.waitForSelector('.trick .laid, .last-trick');
});

test('a keyboard alone plays a whole game', async (t) => {
  const made = await table(at.address, 'varg_bid', ['person', 'random', 'random']);
  const page = await open(t, made.seats[0]);
  await page.waitForSelector('.board');
  const keys = await playByKeys(page, random(21));
  t.diagnostic(`${keys} keys`);
});

test('what may not be done says why, with the line of the rule', async (t) => {
  const made = await table(at.address, 'hearts', ['person', 'random', 'random', 'random']);
  const page = await open(t, made.seats[0]);
  const draw = random(31);
  // Until a suit has to be followed: that comes in the first tricks.
  for (let tries = 0; tries < 80 && !(await page.$('.hand.dim .may-not')); tries += 1) {
    await page.waitForSelector('.turn-words.yours');
    await play(page, draw, { most: 1 });
    await page.waitForTimeout(50);
  }
  await page.locator('.hand .may-not').first().click({ position: { x: 10, y: 20 } });
  await page.waitForSelector('.refused');
  assert.match(await page.textContent('.refused blockquote'), /rule, line \d+/);
  await page.keyboard.press('Escape');
});

test('what was picked is put back before it is done', async (t) => {
  const made = await table(at.address, 'hearts', ['person', 'random', 'random', 'random']);
  const page = await open(t, made.seats[0]);
  await page.waitForSelector('.hand .may');
  const first = page.locator('.hand .may').first();
  await first.click({ position: { x: 10, y: 20 } });
  await page.waitForSelector('.hand .chosen');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.hand .chosen', { state: 'detached' });
  assert.ok(await page.$('.turn-words.yours'));
});

test('a theme says how groups are drawn and where places lie', async (t) => {
  const { groups, places } = JSON.parse(readFileSync(new URL('../../../../games/do_my_bidding.theme.json', import.meta.url), 'utf8'));
  const shapes = readFileSync(new URL('../../../bidlang/src/board/shapes.txt', import.meta.url), 'utf8').split('\n');
  const drawn = (word) => shapes.find((line) => line.split(': ')[0].split(' ').includes(word)).split(': ')[1];
  const made = await table(at.address, 'do_my_bidding', ['person', 'random', 'random']);
  const page = await open(t, made.seats[0]);
  await page.waitForSelector('.middle [data-place] [data-card]');
  const seen = await page.evaluate(() => [...document.querySelectorAll('.board [data-card]')].map((card) => [card.dataset.card, [...card.querySelectorAll('path')].map((path) => path.getAttribute('d'))]));
  for (const [card, paths] of seen) {
    const group = Object.keys(groups).find((name) => card.includes(name));
    assert.ok(paths.includes(drawn(groups[group].shape)), `${card} is not drawn by its theme`);
  }
  assert.ok(seen.length > 0);
  const order = await page.evaluate(() => [...document.querySelectorAll('.middle .open-piles [data-place]')].map((pile) => pile.dataset.place));
  assert.equal(places.lot, 'first');
  assert.equal(order[0], 'lot', order.join());
});

test('axe-core finds nothing serious, in light and dark', async (t) => {
  for (const scheme of ['light', 'dark']) {
    const home = await open(t, at.address, { scheme });
    await home.waitForSelector('.games');
    await accessible(home, `the games, ${scheme}`);
    const made = await table(at.address, 'varg_bid', ['person', 'random', 'random', 'random']);
    const page = await open(t, made.seats[0], { scheme });
    await page.waitForSelector('.turn-words.yours');
    await play(page, random(51), { most: 5 });
    await page.waitForSelector('.turn-words.yours, .over');
    await accessible(page, `the table, ${scheme}`);
    await page.getByRole('button', { name: 'More' }).click();
    await accessible(page, `the menu, ${scheme}`);
    await page.keyboard.press('Escape');
  }
});

test('a link of no table, and one of no seat, say so', async (t) => {
  const made = await table(at.address, 'kuhn_poker', ['person', 'random']);
  const context = await browser.newContext();
  t.after(() => context.close());
  for (const link of [`${at.address}/t/nosuch`, `${made.look}#0123456789abcdef`]) {
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This table cannot be shown' }).waitFor();
  }
});

test('onlookers see no hand, and the host ends the table', async (t) => {
  const made = await table(at.address, 'varg_bid', ['person', 'person', 'random']);
  const [look, host] = await Promise.all([open(t, made.look), open(t, made.host)]);
  await look.waitForSelector('.board');
  assert.equal(await look.$('.hand'), null);
  await host.waitForSelector('.board');
  await host.getByRole('button', { name: 'More' }).click();
  await host.getByRole('button', { name: 'End the table' }).click();
  await host.getByRole('button', { name: 'End it' }).click();
  await look.waitForSelector('.over');
  assert.match(await look.textContent('.over .told'), /left/);
});

test('the last act is taken back if all agree, and a note is kept with its step', async (t) => {
  const made = await table(at.address, 'kuhn_poker', ['person', 'person']);
  const [ann, ben] = await Promise.all([open(t, made.seats[0], { quick: true }), open(t, made.seats[1], { quick: true })]);
  await ann.getByRole('button', { name: 'Bet' }).click();
  await ann.getByText('Ann bets', { exact: true }).first().waitFor();
  await ann.getByRole('button', { name: 'More' }).click();
  await ann.getByLabel(/^A note for the designer/).fill('This felt unfair: <i>why</i>?');
  await ann.getByRole('button', { name: 'Keep it' }).click();
  await ann.getByText('Your note is kept').waitFor();
  await ann.getByRole('button', { name: /^Ask to take/ }).click();
  await ben.getByRole('button', { name: 'I agree' }).click();
  await ann.getByRole('button', { name: 'Bet' }).waitFor();
  assert.doesNotMatch(await ann.textContent('.story'), /Ann bets/);
  assert.doesNotMatch(await ben.textContent('.story'), /Ann bets/);
});
