import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import type { ReportAnswer, ReportFilter } from '../../definition.ts';
import type { Moment } from './board.ts';
import { boards } from './boards.ts';

/** Every number of every dashboard against the rows that it opens, as those who look at them. */

let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 60 });
});
afterAll(() => api.close());

interface Value {
  value: number | null;
  open: { subject: string; filters: ReportFilter[] } | null;
}
interface Answer {
  series: { label: string }[];
  rows: { name: string; values: Value[] }[];
  compared: boolean | null;
  code?: string;
}
const anyDay: Moment = {
  today: '2026-11-26',
  year: { id: 1, starts_on: '2026-09-01', ends_on: '2027-06-30' },
  limits: { missed_above: 15, passed_below: 80 },
};
const rowsOf = async (who: Caller, open: NonNullable<Value['open']>, column: string, page: number) =>
  (
    await who.post<ReportAnswer>('/report/run', {
      definition: { ...open, columns: [column] },
      page,
      size: 200,
    })
  ).body;

/** What the number should be, reckoned from its rows as they are shown. */
async function reckoned(who: Caller, open: NonNullable<Value['open']>, what: string, field: string) {
  const cells: (string | number | boolean | null)[] = [];
  for (let page = 0; ; page += 1) {
    const { rows, total } = await rowsOf(who, open, field, page);
    cells.push(...rows.map((row) => row.cells[0] ?? null));
    if (what === 'rows') return total ?? 0;
    if (cells.length >= (total ?? 0)) break;
  }
  const numbers = cells.flatMap((cell) => (typeof cell === 'number' ? [cell] : []));
  const sum = numbers.reduce((whole, one) => whole + one, 0);
  return what === 'sum' ? sum : numbers.length ? sum / numbers.length : null;
}
const anyField: Record<string, string> = {
  students: 'student_no',
  staff: 'staff_no',
  requests: 'number',
  applications: 'number',
  debits: 'kind',
  payments: 'kind',
  lessons: 'date',
  absences: 'date',
  library: 'title',
};

const looked = ['director', 'dean', 'registrar_head', 'accounting_head', 'hr_head', 'quality_assurance_head'];
it.each(looked)(
  'of %s open exactly their rows',
  async (name) => {
    const who = await api.as(name);
    const offered = (await who.get<{ id: string; panels: { id: string }[] }[]>('/dashboard/board')).body;
    expect(offered.length).toBeGreaterThan(0);
    let numbers = 0;
    for (const { id, panels } of offered)
      for (const { id: panel } of panels) {
        const { status, body } = await who.get<Answer>(`/dashboard/board/${id}/${panel}`);
        expect([id, panel, status]).toEqual([id, panel, 200]);
        const own = boards.find((one) => one.id === id)!.panels.find((one) => one.id === panel)!;
        const single = own.kind === 'tiles' || own.kind === 'steps';
        const subjects = (await who.get<{ id: string }[]>('/report/fields')).body.map((one) => one.id);
        const parts = own.parts(anyDay).filter(({ ask }) => subjects.includes(ask.subject));
        for (const [at, row] of body.rows.entries()) {
          if (!single && at > 2) break;
          for (const [series, { value, open }] of row.values.entries()) {
            if (!open || value === null) continue;
            const { what = 'rows', field } = parts[single ? at : series]?.ask.measures?.[0] ?? {};
            const shown =
              what === 'people'
                ? Number(
                    (
                      await who.post<ReportAnswer>('/report/run', {
                        definition: { ...open, measures: [{ what: 'people' }] },
                      })
                    ).body.totals?.[0],
                  )
                : await reckoned(who, open, what, field ?? anyField[open.subject] ?? 'student_id');
            expect([id, panel, row.name, shown === null ? null : Number(shown.toFixed(1))]).toEqual([
              id,
              panel,
              row.name,
              Number(value.toFixed(1)),
            ]);
            numbers += 1;
          }
        }
      }
    expect(numbers).toBeGreaterThan(3);
  },
  240_000,
);

it('a dean has the numbers of the own faculty, and each office its own first', async () => {
  const first = async (name: string) => (await (await api.as(name)).get('/dashboard/board')).body[0]?.id;
  expect(await Promise.all(['director', 'dean', 'registrar_head', 'accounting_head', 'hr_head'].map(first))).toEqual([
    'university',
    'faculty',
    'registrar',
    'accounting',
    'hr',
  ]);
  expect(await first('library_moderator')).toBe('library');
  const dean = (await (await api.as('dean')).get<Answer>('/dashboard/board/faculty/tiles')).body;
  const whole = (await (await api.as('director')).get<Answer>('/dashboard/board/faculty/tiles')).body;
  expect(Number(dean.rows[0]?.values[0]?.value)).toBeLessThan(Number(whole.rows[0]?.values[0]?.value));
  const hr = await api.as('hr_head');
  expect((await hr.get('/dashboard/board/university/money')).status).toBe(404);
  expect((await (await api.as('teacher')).get('/dashboard/board')).status).toBe(403);
});

it('call a group at risk from limits that a dean sets for the own faculty', async () => {
  const [dean, director, teacher] = await Promise.all(['dean', 'director', 'teacher'].map((name) => api.as(name)));
  const usual = (await dean!.get('/dashboard/limits')).body;
  expect(usual).toEqual({ missed_above: 15, passed_below: 80, place: 'USUAL', version: null, can: { edit: true } });
  const atRisk = async (who: Caller) => (await who.get<Answer>('/dashboard/board/faculty/risk')).body.rows.length;
  const set = (who: Caller, missed_above: number, passed_below: number, version?: number | null) =>
    who.put('/dashboard/limits', { missed_above, passed_below, version });
  const saved = (await set(dean!, 0, 100)).body;
  expect(saved).toMatchObject({ missed_above: 0, passed_below: 100, place: 'FACULTY', version: 1 });
  const all = await atRisk(dean!);
  expect(all).toBeGreaterThan(0);
  // Somebody else set them meanwhile: nothing is overwritten unseen.
  expect((await set(dean!, 100, 0)).body.code).toBe('STALE');
  expect((await set(dean!, 100, 0, saved.version)).status).toBe(200);
  expect(await atRisk(dean!)).toBeLessThan(all);
  // The house has its own, and the dean keeps those of the faculty.
  expect((await set(director!, 20, 70)).body).toMatchObject({ place: 'INSTITUTION', missed_above: 20 });
  expect((await dean!.get('/dashboard/limits')).body).toMatchObject({ place: 'FACULTY', missed_above: 100 });
  const quality = await api.as('quality_assurance_head');
  expect((await quality.get('/dashboard/limits')).body).toMatchObject({ missed_above: 20, can: { edit: false } });
  expect([(await set(quality, 1, 1)).status, (await set(teacher!, 1, 1)).status]).toEqual([403, 403]);
  expect((await set(dean!, 101, 0)).status).toBe(400);
});

it('quality sees how long requests take, and of whom they are not', async () => {
  const quality = await api.as('quality_assurance_head');
  const { status, body } = await quality.get<Answer>('/dashboard/board/quality/time');
  expect(status).toBe(200);
  expect(body.rows.length).toBeGreaterThan(0);
  const fields = (await quality.get<{ id: string; fields: { id: string }[] }[]>('/report/fields')).body;
  expect(fields.some(({ id }) => id === 'requests')).toBe(false);
  const ids = fields.find(({ id }) => id === 'request_times')?.fields.map(({ id }) => id);
  expect(ids).toEqual(['type_id', 'status', 'submitted_on', 'days']);
});

it('of a past day they say what had happened, and where nothing is known that it is not', async () => {
  const director = await api.as('director');
  const get = (panel: string, on: string) => director.get<Answer>(`/dashboard/board/university/${panel}?on=${on}`);
  const money = (await get('money', '2020-01-01')).body;
  expect([money.compared, money.series.length]).toEqual([true, 4]);
  // Before the history begins nothing is known of states.
  const states = (await get('states', '2020-01-01')).body;
  expect([states.compared, states.series.length]).toEqual([false, 1]);
  const ahead = await get('money', '2099-01-01');
  expect([ahead.status, ahead.body.code]).toEqual([422, 'REPORT_DAY_AHEAD']);
});
