// A server of the command, for tests: on a port of its own, with a data folder that is thrown away.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../../', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(top, 'target');
const command = process.env.BIDLANG ?? join(target, 'debug', 'bidlang');

/** The address where a server says that it is. */
function said(child) {
  return new Promise((found, failed) => {
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
      const [address] = out.match(/http:\/\/[^/\s]+/) ?? [];
      if (address) found(address);
    });
    child.on('error', failed);
    child.on('exit', (code) => failed(new Error(`the server stopped with ${code}: ${out}`)));
  });
}

/** Starts one. `BIDLANG_AT` names one that runs already. */
export async function server() {
  if (process.env.BIDLANG_AT) return { address: process.env.BIDLANG_AT, stop() {} };
  const data = mkdtempSync(join(tmpdir(), 'bidlang-browser-'));
  const child = spawn(command, ['serve', join(top, 'games'), '--listen', '127.0.0.1:0', '--data', data], { stdio: ['ignore', 'pipe', 'ignore'] });
  const address = await said(child);
  return {
    address,
    stop() {
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
      child.on('exit', () => rmSync(data, { recursive: true, force: true }));
    },
  };
}

/** A table: seats are `person` or a level. Gives the links of the seats, and that of the host. */
export async function table(address, game, players, options = {}) {
  const names = ['Ann', 'Ben', 'Cat', 'Dora', 'Emil'];
  const seats = players.map((player, index) => ({ name: names[index], player }));
  const answer = await fetch(`${address}/api/tables`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ game, options, seats, turn_seconds: null, look_on: true }),
  });
  const made = await answer.json();
  if (!answer.ok) throw new Error(`${game}: ${JSON.stringify(made)}`);
  const link = (token) => `${address}/t/${made.table}#${token}`;
  return { id: made.table, host: link(made.host), look: `${address}/t/${made.table}`, seats: made.seats.map((seat) => (seat.token ? link(seat.token) : null)) };
}
