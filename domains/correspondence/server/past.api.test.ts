import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type LetterScene, letterScene, type OrderBody } from '#tests/support/letters.ts';

let scene: LetterScene;
beforeAll(async () => {
  scene = await letterScene();
});
afterAll(() => scene?.api.close());

/** Numbers by chance, the same ones again for the same seed. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % below;
  };
}

interface Line {
  id: number;
  state: string;
  control: boolean;
  due_on: string | null;
}

it('takes no order that is dated before its letter, and none for somebody who cannot open it', async () => {
  const { registered, order, director, ids, sql, day } = scene;
  const letter = await registered();
  const before = await order(director, letter, {
    executors: [{ staff_id: ids.dean, responsible: true }],
    due_on: await day(-1),
  });
  expect(before.body.data.fields).toMatchObject([{ path: 'due_on', code: 'ORDER_BEFORE_LETTER' }]);
  const [stranger] = await sql(
    "insert into staff (institution_id, staff_no, firstname, lastname, search) values (1, 'Z-1', 'Ali', 'Hisobsiz', 'ali') returning id",
  );
  const blind = await order(director, letter, { executors: [{ staff_id: stranger.id, responsible: true }] });
  expect(blind.body.data.fields).toMatchObject([{ path: 'executors', code: 'EXECUTOR_WITHOUT_ACCOUNT' }]);
  await sql(
    "update staff set status = 'LEFT', account_id = (select id from accounts where username = 'library_moderator') where id = $1",
    [stranger.id],
  );
  const gone = await order(director, letter, { executors: [{ staff_id: stranger.id, responsible: true }] });
  expect(gone.body.data.fields).toMatchObject([{ path: 'executors', code: 'UNKNOWN_REFERENCE' }]);
});

it('gives one number however often and by however many it is registered at once', async () => {
  const { clerk, step } = scene;
  const made = (await clerk.post('/document_management/', await scene.card())).body;
  const answers = await Promise.all(Array.from({ length: 8 }, () => step(clerk, made, 'REGISTERED')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [row] = await scene.sql('select count(*)::int as n from letters where id = $1 and serial is not null', [
    made.id,
  ]);
  expect(row.n).toBe(1);
  const numbers = await scene.sql(
    'select array_agg(serial order by serial) as all from letters where serial is not null and group_id = $1',
    [scene.incoming.id],
  );
  expect(numbers[0].all).toEqual(numbers[0].all.map((_: number, place: number) => place + 1));
});

// Last, for it moves the clock.
it('has a control journal that says of any day in the past what the cards said then', {
  timeout: 240_000,
}, async () => {
  const { api, sql, registered, to, ids } = scene;
  const roll = chance(20_261_126);
  const start = new Date((await sql("select (edulab_now() at time zone 'Asia/Tashkent')::date::text as day"))[0].day);
  const dayOf = (ahead: number) => new Date(start.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
  const letter = await registered();
  const snapshots: { day: string; lines: Line[] }[] = [];
  for (let day = 0; day < 9; day++) {
    await api.setClock(`${dayOf(day)}T12:00:00+05:00`);
    const [director, clerk, dean] = (await Promise.all(
      ['director', 'document_management_moderator', 'dean'].map((who) => api.as(who)),
    )) as [Caller, Caller, Caller];
    const card = async (): Promise<OrderBody[]> =>
      (await clerk.get(`/document_management/${letter.id}`)).body.orders as OrderBody[];
    // Some of these are refused, as they would be of people; what is taken is what counts.
    for (let act = 0; act < 5; act++) {
      const open = (await card()).filter(({ status }) => status === 'OPEN' || status === 'REPORTED');
      const one = open[roll(open.length || 1)];
      const kind = one ? roll(6) : 0;
      if (kind === 0 || !one)
        await scene.order(director, letter, {
          executors: to('dean'),
          due_on: dayOf(day + roll(4)),
          control: roll(2) === 0,
        });
      else if (kind === 1 || kind === 2)
        await clerk.post('/document_management/order', {
          ...one,
          letter_id: letter.id,
          control: !(one as unknown as Line).control,
          executors: [{ staff_id: ids.dean, responsible: true }],
        });
      else if (kind === 3) {
        const asked = await dean.post('/document_management/order/extension', {
          order_id: one.id,
          until: dayOf(day + 5 + roll(3)),
          reason: 'Kutilmoqda',
        });
        const wish = (asked.body.orders as OrderBody[] | undefined)?.find(({ id }) => id === one.id)?.extensions.at(-1);
        if (wish) await director.put('/document_management/order/extension', { id: wish.id, grant: roll(3) > 0 });
      } else if (kind === 4)
        await dean.post('/document_management/order/report', { order_id: one.id, text: 'Bajarildi', ends: true });
      else
        await clerk.put('/document_management/order/status', {
          id: one.id,
          version: one.version,
          status: roll(2) ? 'DONE' : 'CANCELLED',
          reason: 'tekshirildi',
        });
    }
    const today = dayOf(day);
    const before = new Map(snapshots.at(-1)?.lines.map((line) => [line.id, line]));
    const lines = ((await card()) as unknown as (Line & { status: string })[]).map(
      ({ id, status, control, due_on }) => {
        const closed = before.get(id)?.state;
        // Closed on an earlier day: how it was closed stays.
        if (closed && ['IN_TIME', 'AFTER', 'CANCELLED'].includes(closed)) return { id, state: closed, control, due_on };
        const late = due_on !== null && due_on < today;
        const state =
          status === 'CANCELLED'
            ? 'CANCELLED'
            : status === 'DONE'
              ? late
                ? 'AFTER'
                : 'IN_TIME'
              : late
                ? 'LATE'
                : 'OPEN';
        return { id, state, control, due_on };
      },
    );
    snapshots.push({ day: today, lines });
  }
  const clerk = await api.as('document_management_moderator');
  const past = await sql('select count(*)::int as n from letter_control_changes');
  expect(past[0].n).toBeGreaterThan(2);
  for (const { day, lines } of snapshots) {
    const { content } = (await clerk.get(`/document_management/journal?on=${day}&size=200&sort=id`)).body;
    const told = (content as Line[]).map(({ id, state, control, due_on }) => ({ id, state, control, due_on }));
    expect(told, day).toEqual([...lines].sort((a, b) => a.id - b.id));
    const narrowed = (await clerk.get(`/document_management/journal?on=${day}&size=200&control=true`)).body.content;
    expect(narrowed.length, day).toBe(lines.filter(({ control }) => control).length);
  }
});
