import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/**
 * Leafs through every list in every order that it offers, from the first page to the last: each record stands on one
 * page, once. Pages beyond the middle are read from the far end, so a sort that does not turn as a whole shows here.
 */
let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 60 });
});
afterAll(() => api.close());

const propertiesOf = (schema: unknown, io: 'input' | 'output') =>
  schema instanceof z.ZodType ? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }).properties ?? {}) : {};
interface Walk {
  path: string;
  caller: Caller;
  /** None where the order is the list's own. */
  sorts: string[];
}

it('all pages of every list, in every order, hold each record once', { timeout: 300_000 }, async () => {
  const callers: Caller[] = [];
  for (const name of ['super_admin', 'amo_crm_operator', 'registrar_head']) callers.push(await api.as(name));
  const {
    rows: [event],
  } = await api.database.owner.query<{ course_module_id: number }>(
    'select course_module_id from mark_events where institution_id = 1 group by 1 order by count(*) desc limit 1',
  );
  const {
    rows: [year],
  } = await api.database.owner.query<{ id: number }>(
    'select id from academic_years where institution_id = 1 and current',
  );
  const {
    rows: [student],
  } = await api.database.owner.query<{ id: number }>(
    'select student_id as id from contracts where institution_id = 1 and student_id is not null group by 1 order by count(*) desc, 1 limit 1',
  );
  const {
    rows: [letters],
  } = await api.database.owner.query<{ group_id: number; act_id: number }>(
    `with act as (insert into letter_destructions (institution_id, basis, author_id, signer_id)
       select 1, 'x', account_id, id from staff where institution_id = 1 and account_id is not null and deleted_at is null order by id limit 1 returning id),
     item as (insert into letter_destruction_items (institution_id, act_id, letter_id) select 1, act.id, l.id from act, letters l
       where l.institution_id = 1 and l.serial is not null and not exists (select 1 from letter_destruction_items i where i.letter_id = l.id and i.deleted_at is null))
     select act.id as act_id, (select group_id from letters where institution_id = 1 and serial is not null group by 1 order by count(*) desc limit 1) from act`,
  );
  /** What a list cannot be asked without. */
  const needed: Record<string, string> = {
    '/assessment/ledger/events': `course_module_id=${event?.course_module_id}`,
    '/census/people': 'census_id=1&line=TOTAL&column=01',
    '/certificate/issue/certificates': 'issue_id=1',
    '/document_management/destruction/letters': `act_id=${letters?.act_id}`,
    '/document_management/number': `group_id=${letters?.group_id}`,
    '/student/papers': `student_id=${student?.id}`,
    '/year_turn/student': `academic_year_id=${year?.id}`,
  };
  const walks: Walk[] = [];
  const unseen: string[] = [];
  for (const { meta, contract } of callsOf(domains)) {
    const { outputSchema } = contract['~orpc'];
    if (meta.method !== 'GET' || !('total_pages' in propertiesOf(outputSchema, 'output'))) continue;
    const path = `${meta.path}?${needed[meta.path] ?? ''}`;
    let walk: Walk | undefined;
    let answer = '';
    for (const caller of callers) {
      const { status, body } = await caller.get(`${path}&sort=no_such_sort`);
      answer ||= JSON.stringify(body);
      if (status === 200) walk ??= { path, caller, sorts: [] };
      if (body.data?.offered) walk ??= { path, caller, sorts: body.data.offered };
    }
    if (walk) walks.push(walk);
    else unseen.push(`${meta.path}: ${answer.slice(0, 200)}`);
  }
  expect(unseen).toEqual([]);

  const faults: string[] = [];
  let several = 0;
  for (const { path, caller, sorts } of walks) {
    const { total_elements: total } = (await caller.get(`${path}&size=1`)).body;
    const size = Math.min(200, Math.max(2, Math.ceil(total / 5)));
    for (const order of ['', ...sorts.flatMap((by) => [`&sort=${by}`, `&sort=${by},desc`])]) {
      const ids: unknown[] = [];
      for (let page = 0; page * size < total; page++) {
        const { status, body } = await caller.get(`${path}&size=${size}&page=${page}${order}`);
        if (status !== 200) faults.push(`${path} ${order}: ${status}`);
        ids.push(...(body.content ?? []).map((row: { key?: string; id?: number }) => row.key ?? row.id));
      }
      if (total > 2 * size) several++;
      if (ids.length !== total || new Set(ids).size !== total)
        faults.push(`${path} ${order}: ${total} records, ${ids.length} shown, ${new Set(ids).size} of them once`);
    }
  }
  expect(faults).toEqual([]);
  expect(several).toBeGreaterThan(100);
});
