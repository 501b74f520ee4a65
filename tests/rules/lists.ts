import { QueryClient } from '@tanstack/react-query';
import { expect } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import { readListState, toListInput } from '#platform/web/kit/list/search-state.ts';
import { inPage } from './browser.ts';
import { covered, type Entries, same, why } from './entry.ts';
import { callAt, expectText, fieldsOf, say } from './product.ts';

const search = 'platform/web/kit/list/search-state.test.ts';
const asked = (address: Record<string, string>) => toListInput(readListState(address, []), []);

/** A remote piece of data as a page holds it, and the promise that brings it. */
function slot(bring: () => Promise<unknown>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = client.getQueryCache().build(client, { queryKey: ['slot'], queryFn: bring });
  return { client, query, done: query.fetch().catch(() => undefined) };
}
/** Calls that change the status of something and nothing else, of what is built. */
const steps =
  'PUT /user/guest/change/status, PUT /student/status, PUT /student/status/history, PUT /application/status/, PUT /hr/application/status/, PUT /st_course/application/status/, PUT /general/application/status/, PUT /enrollment/status, PUT /assessment/mark/change/status, PUT /amendment/publish, PUT /amendment/change/status, PUT /position/vacancy/activate/{id}, PUT /position/job/activate/{id}, POST /contract/agreement/accept';

/** Lists, selectors, and the states of what is fetched. */
export const entries: Entries = {
  R111: () =>
    expect(asked({ search: 'a', page: '1', sort: 'id', size: '20' })).toEqual({
      search: 'a',
      page: 1,
      sort: 'id',
      size: 20,
    }),
  R112: async ({ as }) => {
    expect(asked({}).page).toBe(0);
    const caller = await as('registrar_head');
    const first = (await caller.get('/student/?size=5&sort=id')).body.content;
    const second = (await caller.get('/student/?size=5&sort=id&page=1')).body.content;
    expect(second[0].id).toBeGreaterThan(first.at(-1).id);
  },
  R113: async ({ as }) => {
    expect(asked({}).size).toBe(10);
    const { body } = await (await as('registrar_head')).get('/student/');
    expect([body.content.length, body.pageable.pageSize, body.size]).toEqual([10, 10, 10]);
  },
  R114: covered(search, 'asks the server with flat filters'),
  R115: covered(search, 'starts at the first page after any other change'),
  R116: async ({ as }) => {
    const caller = await as('registrar_head');
    const [member] = (await caller.get('/group/assign')).body.groups.filter(
      (one: { students: unknown[] }) => one.students.length > 0,
    );
    const { group } = member;
    const ids = await inPage(async () => {
      location.search = `?group=${group.id}`;
      const load = studentOptions(async (question) => {
        expect(question).toMatchObject({ group: group.id });
        return (await caller.get(`/student/all?group=${group.id}`)).body;
      });
      return (await load('')).map((one) => ('id' in one ? one.id : one.value));
    });
    const listed = (await caller.get(`/student/?group_id=${group.id}&size=200`)).body.content;
    expect(ids.length).toBeGreaterThan(0);
    expect(listed.map((one: { id: number }) => one.id)).toEqual(expect.arrayContaining(ids));
  },
  R161: why('leaves the fields of most records open; those that are given have rules of their own'),
  R162: why('lists names that the other rules take up one by one'),
  R167: () => {
    const faults = callsOf(domains)
      .filter(({ meta }) => meta.method === 'GET' && /\/all$/.test(meta.path))
      .map(({ meta }) => meta.path)
      // Events, works and cards are no options: these answer whole records.
      .filter((path) => !/^\/(types|calendar|lesson\/assessment|student\/card)\//.test(path))
      .filter((path) => !['id', 'title'].every((key) => fieldsOf(`GET ${path}`).includes(key)));
    expect(faults).toEqual([]);
  },
  R168: () =>
    expect(fieldsOf('GET /course/all')).toEqual(
      expect.arrayContaining(['title', 'semester_title', 'id', 'authorized']),
    ),
  R169: async ({ as }) => {
    const keys = ['date', 'time', 'current_capacity', 'max_capacity'];
    expect(fieldsOf('GET /admission/session/all')).toEqual(expect.arrayContaining(keys));
    const caller = await as('exam_head');
    const [one] = (await caller.get('/admission/session/all')).body;
    const { body } = await caller.get(`/admission/session/${one.id}`);
    for (const key of keys) expect(one[key]).toBe(body[key]);
    expect([one.current_capacity, one.max_capacity]).toEqual([body.taken, body.capacity]);
  },
  R170: async ({ as }) => {
    const [one] = (await (await as('admin')).get('/account/all')).body;
    for (const key of ['lastname', 'firstname', 'midname', 'username', 'id']) expect(key in one, key).toBe(true);
    expect(one.title).toContain(one.lastname);
  },
  R171: () => {
    const keys = ['name', 'calendar_event_info', 'id', 'children'];
    expect(fieldsOf('GET /calendar/event-types')).toEqual(expect.arrayContaining(keys));
  },
  R172: async ({ as }) => {
    const caller = await as('registrar_head');
    const [one] = (await caller.get('/student/all')).body;
    const { body } = await caller.get(`/student/${one.id}`);
    for (const name of [body.lastname, body.firstname]) expect(one.title).toContain(name);
  },
  R181: async ({ as }) => {
    const { body } = await (await as('registrar_head')).get('/student/');
    const keys = 'content top_content size pageable total_elements total_pages last status';
    for (const key of keys.split(' ')) expect(key in body, key).toBe(true);
    expect([body.pageable.pageSize, body.status, body.last]).toEqual([10, 200, false]);
  },
  R182: same('R113'),
  R222: () => {
    for (const one of steps.split(', ')) expect(callAt(one).meta.path).toBeDefined();
  },
  R223: why('leaves states and their order open; life cycles are tables with tests of their own'),
  R224: () => {
    expect(say.en('kit.page.accepted')).toBe('Accepted');
    expect(say.en('kit.page.declined')).toBe('Declined');
    expect(say.en('admissions.state.EXPIRED')).toBe('Expired');
    expect(say.en('assessment.status.PUBLISHED')).toBe('Published');
  },
  R225: async () => {
    const { query, done } = slot(async () => 1);
    expect(query.state).toMatchObject({ status: 'pending', fetchStatus: 'fetching' });
    await done;
  },
  R226: async () => {
    const { query, done } = slot(async () => 1);
    await done;
    expect(query.state).toMatchObject({ status: 'success', fetchStatus: 'idle', data: 1, error: null });
  },
  R227: async () => {
    const { query, done } = slot(() => Promise.reject({ status: 500, message: 'broken' }));
    await done;
    expect(query.state).toMatchObject({
      status: 'error',
      data: undefined,
      error: { status: 500, message: 'broken' },
    });
  },
  R228: async () => {
    const { client, query, done } = slot(async () => 1);
    await done;
    client.setQueryData(['slot'], 2);
    expect(query.state.data).toBe(2);
    client.removeQueries();
    expect(client.getQueryData(['slot'])).toBeUndefined();
    const late = slot(
      ({ signal }: { signal?: AbortSignal } = {}) => new Promise((_, no) => signal?.addEventListener('abort', no)),
    );
    await late.client.cancelQueries();
    expect(late.query.state.fetchStatus).toBe('idle');
  },
  R398: () => expectText('kit.list.empty', 'No records to show'),
  R408: same('R113'),
  R439: why('leaves other limits of a page open; the product allows 200 rows'),
  R007: same('R338'),
  R409: same('R338'),
};
