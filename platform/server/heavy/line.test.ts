import { expect, test } from 'vitest';
import { Line } from './line.ts';

const lineOf = (more = {}) => new Line({ places: 2, waiting: 6, waitingEach: 3, patienceMs: 1000, ...more });

test('serves one of each person, and takes turns however many one of them brings', async () => {
  const line = lineOf();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const come = (who: string, what: string) =>
    line.enter(who).then((leave) => {
      order.push(what);
      ends.push(leave);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  void come('a', 'a1');
  void come('a', 'a2');
  void come('a', 'a3');
  void come('b', 'b1');
  void come('c', 'c1');
  await settled();
  expect(order).toEqual(['a1', 'b1']);
  ends.shift()!();
  await settled();
  // Of a, who has just been served, two more wait; c has waited for longer than a since a turn.
  expect(order).toEqual(['a1', 'b1', 'a2']);
  ends.shift()!();
  await settled();
  expect(order).toEqual(['a1', 'b1', 'a2', 'c1']);
  ends.shift()!();
  await settled();
  expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  expect(line.waiting).toBe(0);
  for (const end of ends) end();
  expect(line.served).toBe(0);
});

test('refuses at once whoever would wait too long, and says when to come back', async () => {
  const line = lineOf({ places: 1 });
  const leave = await line.enter('a');
  const waiting = ['a', 'a', 'a'].map((who) => line.enter(who));
  await expect(line.enter('a')).rejects.toMatchObject({ code: 'HEAVY_RUNNING', status: 429 });
  const others = ['b', 'c', 'd'].map((who) => line.enter(who));
  await expect(line.enter('e')).rejects.toMatchObject({ code: 'HEAVY_BUSY', status: 503, data: { seconds: 15 } });
  leave();
  for (const one of [...waiting, ...others]) void one.then((end) => end());
  await Promise.all([...waiting, ...others]);
  expect([line.served, line.waiting]).toEqual([0, 0]);
});

test('waits no longer than it says, and not for who is gone', async () => {
  const line = lineOf({ places: 1, patienceMs: 30 });
  const leave = await line.enter('a');
  await expect(line.enter('b')).rejects.toMatchObject({ code: 'HEAVY_BUSY' });
  const gone = new AbortController();
  const waits = line.enter('c', gone.signal);
  gone.abort();
  await expect(waits).rejects.toMatchObject({ code: 'HEAVY_BUSY' });
  expect(line.waiting).toBe(0);
  leave();
  (await line.enter('d'))();
});
