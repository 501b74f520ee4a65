import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { Line } from '../heavy/index.ts';
import { serveLine } from './leader.ts';
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
  const line = new Line({ places: 2, waiting: 2, waitingEach: 1, patienceMs: 60_000 });
  const [one, two] = [worker(), worker()];
  for (const { events } of [one, two]) serveLine(events, line);
  await one.asks({ turn: 1, who: 'ann' });
  // Of one person one is served, whichever worker she comes to; a third of hers is too many.
  await two.asks({ turn: 1, who: 'ann' });
  expect([one.told, two.told]).toEqual([[{ turn: 1 }], []]);
  await one.asks({ turn: 2, who: 'ann' });
  expect(one.told.at(-1)).toMatchObject({ turn: 2, refused: { code: 'HEAVY_RUNNING' } });
  await two.asks({ turn: 2, who: 'bob' });
  await two.asks({ turn: 3, who: 'eve' });
  expect(two.told).toEqual([{ turn: 2 }]);
  // Whose call is over lets the next one in; whoever is gone waits no more.
  await two.asks({ left: 3 });
  expect(two.told.at(-1)).toMatchObject({ turn: 3, refused: { code: 'HEAVY_BUSY' } });
  one.end();
  await new Promise(setImmediate);
  expect(two.told.at(-1)).toEqual({ turn: 1 });
  expect([line.served, line.waiting]).toEqual([2, 0]);
});
