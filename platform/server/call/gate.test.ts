import { expect, test } from 'vitest';
import type { Rank } from '#platform/contract/index.ts';
import { type Coming, Gate, latest } from './gate.ts';

/** A gate whose clock stands still until it is moved, and what became of everybody. */
function scene(places = 2, patience = 1) {
  let at = 0;
  const gate = new Gate({ places, patience, time: () => at });
  const served: string[] = [];
  const refused = new Map<string, { at: number; seconds: number }>();
  const ends: (() => void)[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    gate,
    served,
    refused,
    async come(name: string, rank: Rank, more: Partial<Coming> = {}) {
      gate.enter({ rank, ...more }).then(
        (leave) => {
          served.push(name);
          ends.push(leave);
        },
        (error) => {
          expect(error).toMatchObject({ code: 'SERVER_BUSY', status: 503 });
          refused.set(name, { at, seconds: error.data.seconds });
        },
      );
      await settled();
    },
    async leave() {
      ends.shift()?.();
      await settled();
    },
    async pass(ms: number) {
      at += ms;
      await settled();
    },
  };
}

/** Two at work who leave by turns, one each `ms`, until the gate has learned it. */
async function paced(ms: number, places = 2, patience = 1) {
  const one = scene(places, patience);
  for (let many = 0; many < places; many++) await one.come('first', 'save');
  for (let round = 0; round < 400; round++) {
    await one.pass(ms);
    await one.leave();
    await one.come('first', 'save');
  }
  one.served.length = 0;
  return one;
}

test('whoever comes while there is room is served at once, whatever it is', async () => {
  const { gate, come, served, leave } = scene();
  await come('a', 'heavy');
  await come('b', 'list');
  expect(served).toEqual(['a', 'b']);
  await leave();
  await leave();
  expect([gate.working, gate.waiting]).toEqual([0, 0]);
});

test('saves come before reads, those before lists; nobody is overtaken for long', async () => {
  const { come, served, leave, pass } = await paced(1);
  await come('list', 'list');
  await come('read', 'read');
  await come('save', 'save');
  for (let many = 0; many < 3; many++) await leave();
  expect(served).toEqual(['save', 'read', 'list']);
  await come('old list', 'list');
  await pass(240);
  await come('read', 'read');
  await come('save', 'save');
  for (let many = 0; many < 3; many++) await leave();
  expect(served.slice(3)).toEqual(['save', 'old list', 'read']);
});

test('a list is turned away where a read still waits, and a read where a save does, each at once', async () => {
  const { gate, come, refused, pass } = await paced(20);
  const bounds: Record<Rank, number> = { heavy: 0, list: 0, read: 0, save: 0 };
  for (const rank of ['heavy', 'list', 'read', 'save'] as const) {
    while (!gate.turnsAway(rank)) {
      await come(`${rank} ${bounds[rank]}`, rank);
      bounds[rank]++;
      if (bounds[rank] > 200) break;
    }
  }
  // A place in the line costs 20 ms. Reads go before lists, saves before both, as far as 250 ms go.
  expect(bounds).toEqual({ heavy: 7, list: 15, read: 12, save: 41 });
  expect(gate.waiting).toBe(1_500 / 20);
  expect(gate.turnsAway('read')).toBeDefined();
  expect(refused.size).toBe(0);
  await come('late', 'list');
  expect(refused.get('late')!.at).toBe(8_000);
  await pass(0);
});

test('what was promised is kept: with the pace as it is nobody waits for longer than that', async () => {
  const { gate, come, leave, pass, refused } = await paced(10, 4);
  const waits = new Map<Rank, number>();
  gate.heard = { served: (rank, ms) => waits.set(rank, Math.max(ms, waits.get(rank) ?? 0)) };
  for (let round = 0; round < 500; round++) {
    for (const rank of ['save', 'read', 'read', 'list', 'list', 'heavy'] as const)
      if (rank !== 'save' || round % 3 === 0) await come(`${rank} ${round}`, rank);
    await pass(10);
    await leave();
  }
  expect(waits.get('save')).toBeLessThanOrEqual(1_500);
  expect(waits.get('read')).toBeLessThanOrEqual(600 + 250);
  expect(waits.get('list') ?? 0).toBeLessThanOrEqual(450 + 250 + 10);
  // Each was told when it came: within the same instant of this clock.
  for (const [name, { at }] of refused) expect(at - 4_000).toBe(Number(name.split(' ')[1]) * 10);
});

test('where nothing moves, those who come are told so, and those who wait after half a second more than promised', async () => {
  const { come, refused, pass, leave, served, gate } = await paced(1);
  await come('waits', 'read');
  await pass(610);
  await come('late', 'read');
  expect([...refused.keys()]).toEqual(['late']);
  await pass(600);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([...refused.keys()]).toEqual(['late', 'waits']);
  await leave();
  await leave();
  await come('next', 'list');
  expect(served).toEqual(['next']);
  expect([gate.waiting, gate.working]).toEqual([0, 1]);
});

test('whoever was let in before is served first and not turned away; who is gone is passed over', async () => {
  const { come, served, leave, refused, gate } = await paced(100);
  for (let many = 0; many < 14; many++) await come(`save ${many}`, 'save');
  expect(gate.turnsAway('save')).toBeUndefined();
  for (let many = 14; many < 18; many++) await come(`save ${many}`, 'save');
  expect(gate.turnsAway('save')).toBeDefined();
  let gone = false;
  await come('gone', 'heavy', { again: true, gone: () => gone });
  await come('back', 'heavy', { again: true });
  gone = true;
  await leave();
  expect(served).toEqual(['back']);
  expect(refused.has('gone')).toBe(true);
  expect(refused.has('back')).toBe(false);
});

test('one that carries fifty calls stands for fifty', async () => {
  const { come, gate, leave, pass } = await paced(10, 1);
  await come('page', 'read', { weight: 50 });
  expect(gate.turnsAway('list')).toBeDefined();
  expect(gate.turnsAway('read')).toBeUndefined();
  await leave();
  await pass(500);
  await leave();
  // It took fifty times as long, which changes nothing of what one takes.
  await come('a', 'read');
  for (let many = 0; many < 25; many++) await come(`c ${many}`, 'list');
  expect(gate.turnsAway('list')).toBeUndefined();
});

test('those who are sent away are told different times, and not more for a second than can be served in it', async () => {
  const { come, refused } = await paced(10, 2, 0);
  for (let many = 0; many < 700; many++) await come(`list ${many}`, 'list');
  const seconds = Map.groupBy(refused.values(), (one) => one.seconds);
  for (let second = 1; second < 10; second++) expect(seconds.get(second)!.length).toBeGreaterThan(55);
  for (const [second, those] of seconds) {
    expect(those.length).toBeLessThan(85);
    expect(second).toBeLessThanOrEqual(latest);
  }
  for (let many = 0; many < 3_000; many++) await come(`more ${many}`, 'list');
  for (const { seconds: told } of refused.values()) expect(told).toBeGreaterThan(0);
  for (const { seconds: told } of refused.values()) expect(told).toBeLessThanOrEqual(latest);
});

test('the line is short, however patient its people are', async () => {
  const { come, gate, refused } = scene(1, 1_000_000);
  for (let many = 0; many < 2_500; many++) await come(`read ${many}`, 'read');
  expect(gate.waiting).toBe(2_000);
  expect(refused.size).toBe(499);
});

test('where the event loop is late fewer are let in, and again as many once it is not', async () => {
  const { gate, come, leave } = scene(20);
  for (let many = 0; many < 30; many++) await come(`read ${many}`, 'read');
  expect([gate.working, gate.waiting]).toEqual([20, 10]);
  for (let times = 0; times < 10; times++) gate.felt(120);
  expect(gate.room).toBe(4);
  for (let many = 0; many < 16; many++) await leave();
  expect([gate.working, gate.waiting]).toEqual([4, 10]);
  for (let times = 0; times < 10; times++) gate.felt(0);
  expect(gate.working).toBeGreaterThan(4);
  for (let times = 0; times < 20; times++) gate.felt(0);
  expect([gate.room, gate.waiting]).toEqual([20, 0]);
});
