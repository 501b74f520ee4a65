import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { AddressCounts } from '../call/address-counts.ts';
import { Line } from '../heavy/index.ts';
import { serveLines } from './leader.ts';
import type { ToLeader, ToWorker } from './messages.ts';

/** A worker that only remembers what it was told. */
function worker() {
  const told: ToWorker[] = [];
  const events = Object.assign(new EventEmitter(), {
    isConnected: () => true,
    send: (message: ToWorker) => void told.push(message),
  });
  const asks = async (message: ToLeader) => {
    events.emit('message', message);
    await new Promise(setImmediate);
  };
  return { told, events: events as unknown as Worker, asks, end: () => events.emit('exit', 0, null) };
}

test('the line is one for the people of all workers, and what a worker held is free when it ends', async () => {
  const limits = { places: 2, waiting: 2, waitingEach: 1, patienceMs: 60_000 };
  const line = new Line(limits);
  const lines = { door: line, pool: new Line(limits) };
  const [one, two] = [worker(), worker()];
  for (const { events } of [one, two]) serveLines(events, lines);
  await one.asks({ turn: 1, who: 'ann', line: 'door' });
  // Of one person one is served, whichever worker she comes to; a third of hers is too many.
  await two.asks({ turn: 1, who: 'ann', line: 'door' });
  expect([one.told, two.told]).toEqual([[{ turn: 1 }], []]);
  await one.asks({ turn: 2, who: 'ann', line: 'door' });
  expect(one.told.at(-1)).toMatchObject({ turn: 2, refused: { code: 'HEAVY_RUNNING' } });
  await two.asks({ turn: 2, who: 'bob', line: 'door' });
  await two.asks({ turn: 3, who: 'eve', line: 'door' });
  expect(two.told).toEqual([{ turn: 2 }]);
  // Who stands in one line waits for nobody in the other.
  await two.asks({ turn: 9, who: 'eve', line: 'pool' });
  expect(two.told.at(-1)).toEqual({ turn: 9 });
  // Whose call is over lets the next one in; whoever is gone waits no more.
  await two.asks({ left: 3 });
  expect(two.told.at(-1)).toMatchObject({ turn: 3, refused: { code: 'HEAVY_BUSY' } });
  one.end();
  await new Promise(setImmediate);
  expect(two.told.at(-1)).toEqual({ turn: 1 });
  expect([line.served, line.waiting]).toEqual([2, 0]);
});

test('what an address does is counted for all workers together', () => {
  const counts = new AddressCounts();
  const codes = { name: 'codes', most: 2, milliseconds: 60_000 };
  expect([counts.ask(codes, '10.0.0.1', 'look'), counts.ask(codes, '10.0.0.1', 'pass')]).toEqual([0, 0]);
  counts.ask(codes, '10.0.0.1', 'count');
  expect(counts.ask(codes, '10.0.0.1', 'look')).toBe(60);
  expect(counts.ask(codes, '10.0.0.1', 'pass')).toBe(60);
  expect(counts.ask(codes, '10.0.0.2', 'pass')).toBe(0);
  expect(counts.ask({ ...codes, name: 'letters' }, '10.0.0.1', 'pass')).toBe(0);
});
