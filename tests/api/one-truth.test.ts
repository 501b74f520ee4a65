import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { day } from '#tests/support/dates.ts';

/**
 * A number that stands in two places is the same in both: what homes count against the lists behind them, what lists tell
 * against the records, and so on, on one university. See docs/adr/0012.
 */
let api: Api;
const callers = new Map<string, Caller>();
beforeAll(async () => {
  api = await startApi({ students: 300 });
  for (const who of [
    'super_admin',
    'registrar_head',
    'dean',
    'teacher',
    'bachelor_student',
    'accounting_head',
    'marketing_head',
  ])
    callers.set(who, await api.as(who).catch(() => api.as('super_admin')));
});
afterAll(() => api.close());

/** What a call answers; whatever is refused fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the calls are told apart by what is expected of them
async function ask(who: string, path: string): Promise<any> {
  const { status, body } = await callers.get(who)!.get(path);
  expect(status, `${who} ${path}: ${JSON.stringify(body).slice(0, 200)}`).toBe(200);
  return body;
}
const total = async (who: string, path: string): Promise<number> =>
  (await ask(who, `${path}${path.includes('?') ? '&' : '?'}size=1`)).total_elements;
/** Every row of a list, all its pages. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function all(who: string, path: string): Promise<any[]> {
  const rows = [];
  for (let page = 0; ; page++) {
    const body = await ask(who, `${path}${path.includes('?') ? '&' : '?'}size=200&page=${page}`);
    rows.push(...body.content);
    if (body.last) return rows;
  }
}
const sum = (numbers: number[]) => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100;

describe('homes and the lists that they lead to', () => {
  it.each(['registrar_head', 'dean'])('students of %s', async (who) => {
    const { by_status, requests, course_transfers, gap_years_ending } = await ask(who, '/student/overview');
    for (const { status, count } of by_status)
      expect(await total(who, `/student?status=${status}`), status).toBe(count);
    expect(sum(by_status.map(({ count }: { count: number }) => count))).toBe(await total(who, '/student'));
    if (requests !== null) expect(await total(who, '/student/status/requests')).toBe(requests);
    if (course_transfers !== null) expect(await total(who, '/course/transfer?status=PENDING')).toBe(course_transfers);
    expect(await total(who, `/student?status=GAP_YEAR&status_until_to=${gap_years_ending.until}`)).toBe(
      gap_years_ending.count,
    );
  });

  it('accounts', async () => {
    const { active, closed, unverified } = await ask('super_admin', '/account/overview');
    expect(await total('super_admin', '/account?active=true')).toBe(active);
    expect(await total('super_admin', '/account?active=false')).toBe(closed);
    expect(await total('super_admin', '/account?active=true&required_action=VERIFY_EMAIL')).toBe(unverified);
  });

  it('applications that wait, also where some are left from a year before or have none', async () => {
    const sql = async (text: string) => (await api.database.owner.query(text)).rows;
    const [year] = await sql(
      'select id from academic_years y where institution_id = 1 and not exists (select 1 from applications a where a.academic_year_id = y.id) order by starts_on limit 1',
    );
    await sql(
      `update applications set academic_year_id = case when id % 2 = 0 then ${year?.id ?? 'null'} end
        where id in (select id from applications where flavour = 'plain' and status = 'SUBMITTED' order by id limit 4)`,
    );
    const { waiting, academic_year } = await ask('super_admin', '/admission/desk');
    const lists: Record<string, string> = {
      plain: `/application?academic_year_id=${academic_year.id}`,
      general: `/general/application?academic_year_id=${academic_year.id}`,
    };
    expect(waiting.length).toBeGreaterThan(0);
    for (const { flavour, status, count } of waiting)
      if (lists[flavour]) expect(await total('super_admin', `${lists[flavour]}&status=${status}`), status).toBe(count);
  });

  it('works and marks of a teacher, read on all pages', async () => {
    const works = await all('teacher', '/lesson?to_assess=true');
    for (const { id, homework } of works) {
      const students: { submission: { returned_at: string | null } | null }[] = await ask(
        'teacher',
        `/lesson/assessment/all?lesson_id=${id}`,
      );
      const waits = students.filter(({ submission }) => submission && !submission.returned_at);
      expect(waits.length).toBe(homework.to_assess);
    }
    // A module counts the registers of all who teach it; the home those of one's own lessons.
    const own = await all('teacher', '/class_session?mine=true&uncalled=true');
    const modules = await all('teacher', '/attendance/table/module?mine=true');
    for (const { id, uncalled } of modules) {
      const lessons = await all('teacher', `/class_session?course_module_id=${id}&uncalled=true`);
      expect(lessons.length, `module ${id}`).toBe(uncalled);
      const known = new Set(lessons.map((lesson) => lesson.id));
      for (const lesson of own) if (lesson.course_module_id === id) expect(known).toContain(lesson.id);
    }
  });

  it('marks to enter, of a teacher, in the grids of their modules', async () => {
    const waiting = await ask('teacher', '/assessment/waiting');
    expect(sum(waiting.map(({ enter }: { enter: number }) => enter))).toBeGreaterThan(0);
    const today = day(0);
    for (const { course_module_id, enter } of waiting) {
      const { components, leaves, students } = await ask(
        'teacher',
        `/assessment/gradebook?course_module_id=${course_module_id}`,
      );
      let [drafts, empty] = [0, 0];
      for (const [at, id] of leaves.entries()) {
        const { source, due_at, states } = components.find((one: { id: number }) => one.id === id);
        const awaited = source === 'MANUAL' && due_at !== null && due_at <= today;
        drafts += states.DRAFT ?? 0;
        if (awaited) empty += states.NOT_MARKED ?? 0;
        const cells = students
          .filter(({ left }: { left: boolean }) => !left)
          .map((one: { states: string }) => one.states[at]);
        expect(cells.filter((state: string) => state === 'D').length).toBe(states.DRAFT ?? 0);
      }
      expect([course_module_id, drafts + empty]).toEqual([course_module_id, enter]);
    }
  });

  it('notices, jobs and messages', async () => {
    for (const who of callers.keys())
      expect(await total(who, '/notice?unread=true'), who).toBe((await ask(who, '/notice/count')).unread);
    const jobs = await all('registrar_head', '/job');
    for (const state of ['queued', 'running', 'done', 'failed'])
      expect(await total('registrar_head', `/job?state=${state}`)).toBe(
        jobs.filter((job) => job.state === state).length,
      );
    const outbox = await all('super_admin', '/outbox');
    expect(await total('super_admin', '/outbox?state=failed')).toBe(
      outbox.filter(({ state }) => state === 'failed').length,
    );
  });
});

describe('groups', () => {
  it('have as many students in the list, on their page, among students and in the assignment', async () => {
    const groups = await all('registrar_head', '/group?status=ACTIVE&kind=MAIN');
    expect(groups.length).toBeGreaterThan(3);
    for (const { id, students, course_id, entry_year } of groups.slice(0, 12)) {
      expect((await ask('registrar_head', `/group/${id}`)).students).toBe(students);
      expect(await total('registrar_head', `/student?group=${id}`)).toBe(students);
      const of = `/group/assign?course_id=${course_id}&entry_year=${entry_year}&size=200`;
      const { groups: columns } = await ask('registrar_head', of);
      const column = columns.find((one: { group: { id: number } }) => one.group.id === id);
      expect(column.students.length).toBe(students);
    }
  });

  it('choices of modules: those who chose are those who take it', async () => {
    const offers = await ask('bachelor_student', '/module_choice');
    for (const { course_module_id, chosen } of offers) {
      const taken = await api.database.owner.query(
        "select count(*)::int as count from module_choices where course_module_id = $1 and state = 'CHOSEN' and deleted_at is null",
        [course_module_id],
      );
      expect(chosen).toBe(taken.rows[0].count);
    }
  });
});

describe('people', () => {
  it('who study are as many among students, in years of study, in groups and in the assignment', async () => {
    const { by_status } = await ask('registrar_head', '/student/overview');
    const counted = (status: string) =>
      by_status.find((one: { status: string }) => one.status === status)?.count ?? (0 as number);
    const studying = await total('registrar_head', '/student?status=ACTIVE');
    expect(counted('ACTIVE')).toBe(studying);
    expect(await total('registrar_head', '/enrollment?status=ACTIVE')).toBe(studying);
    const groups = await all('registrar_head', '/group?kind=MAIN');
    const waiting = await ask('registrar_head', '/group/assign/waiting');
    const without = sum(waiting.map(({ students }: { students: number }) => students));
    expect(sum(groups.map(({ students, away }) => students - away)) + without).toBe(studying);
    // Who is away keeps the place.
    expect(sum(groups.map(({ away }) => away))).toBe(counted('GAP_YEAR') + counted('INACTIVE'));
    const options = await ask('registrar_head', '/group/all?size=1000');
    for (const { id, students } of groups.slice(0, 12))
      expect(options.find((one: { id: number }) => one.id === id)?.students ?? students).toBe(students);
  });

  it('of each year of entry are as many at home as in the list of those who belong here', async () => {
    const { by_entry_year } = await ask('registrar_head', '/student/overview');
    expect(by_entry_year.length).toBeGreaterThan(1);
    for (const { entry_year, count } of by_entry_year) {
      const here = ['ACTIVE', 'GAP_YEAR', 'INACTIVE'].map((status) =>
        total('registrar_head', `/student?status=${status}&entry_year=${entry_year}`),
      );
      expect(sum(await Promise.all(here)), String(entry_year)).toBe(count);
    }
  });

  it('of a year are as many at its turn, in its lists and on its checklist as in years of study', async () => {
    const years = await all('registrar_head', '/academic_year');
    const year = years.find(({ current }) => current);
    const { counts } = await ask('registrar_head', `/year_turn/progression?academic_year_id=${year.id}`);
    for (const [outcome, some] of Map.groupBy(counts as { outcome: string; count: number }[], (row) => row.outcome))
      expect(
        await total('registrar_head', `/year_turn/student?academic_year_id=${year.id}&outcome=${outcome}`),
        outcome,
      ).toBe(sum(some.map(({ count }) => count)));
    const studies = async (...statuses: string[]) =>
      sum(
        await Promise.all(
          statuses.map((status) => total('registrar_head', `/enrollment?academic_year_id=${year.id}&status=${status}`)),
        ),
      );
    expect(sum(counts.map(({ count }: { count: number }) => count))).toBe(await studies('ACTIVE', 'SUSPENDED'));
    const { lines } = await ask('registrar_head', `/year_turn/checklist?academic_year_id=${year.id}`);
    const line = (code: string) => lines.find((one: { code: string }) => one.code === code);
    expect(line('seats').needed).toBe(await studies('PLANNED', 'ACTIVE', 'SUSPENDED'));
    const { parts } = await ask('registrar_head', `/year_turn/new_year?academic_year_id=${year.id}`);
    const part = (code: string) => parts.find((one: { code: string }) => one.code === code);
    const active = await all('registrar_head', '/group?status=ACTIVE');
    expect(part('groups').made + part('groups').there).toBe(active.filter(({ finishes_on }) => !finishes_on).length);
    const undecided = part('contracts').faults.filter(({ code }: { code: string }) => code === 'NO_PROGRESSION');
    expect(sum(undecided.map(({ count }: { count: number }) => count))).toBe(await studies('ACTIVE', 'SUSPENDED'));
  });

  it('who work here are as many in departments as in the list of staff', async () => {
    const departments = await all('super_admin', '/department');
    const known = await ask('super_admin', '/staff/departments');
    const people = new Map(
      known.map((one: { department_id: number; people: number }) => [one.department_id, one.people] as const),
    );
    const tops = departments.filter(({ parent_id }) => parent_id === null);
    const staff = await all('super_admin', '/staff');
    const here = staff.filter(
      ({ status, department_id, department }) => status !== 'LEFT' && (department_id ?? department),
    );
    expect(sum(tops.map(({ id }) => Number(people.get(id) ?? 0)))).toBe(here.length);
  });

  it('whose record was a mistake are counted nowhere, and are again once it is back', async () => {
    const [group] = (await all('registrar_head', '/group?status=ACTIVE&kind=MAIN')).filter((one) => one.students > 1);
    const [student] = await all('registrar_head', `/student?group=${group.id}`);
    const admin = callers.get('super_admin')!;
    const gone = await admin.delete(`/student/${student.id}`, { reason: 'Mistake' });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    expect(await ask('registrar_head', `/group/${group.id}`)).toMatchObject({ students: group.students - 1 });
    expect(await total('registrar_head', `/student?group=${group.id}`)).toBe(group.students - 1);
    expect((await admin.post('/student/restore', { ids: [student.id] })).status).toBe(200);
    expect(await ask('registrar_head', `/group/${group.id}`)).toMatchObject({ students: group.students });
  });
});

describe('exams', () => {
  it('are counted alike by the period, its list, its rooms and its seats', async () => {
    const periods = await all('super_admin', '/exam_period');
    expect(periods.length).toBeGreaterThan(0);
    for (const period of periods) {
      const exams = await all('super_admin', `/exam?period_id=${period.id}`);
      expect(exams.length).toBe(period.exams);
      expect(await total('super_admin', `/exam?period_id=${period.id}&placed=false`)).toBe(period.unplaced);
      expect(exams.filter(({ date, students }) => !date && students > 0).length).toBe(period.unplaced);
      const days = [...new Set(exams.flatMap(({ date }) => date ?? []))];
      const halls = (
        await Promise.all(days.map((day) => ask('super_admin', `/exam_hall?period_id=${period.id}&date=${day}`)))
      ).flat();
      const placed = exams.filter(({ date }) => date);
      expect(sum(halls.map(({ students }) => students))).toBe(sum(placed.map(({ students }) => students)));
      for (const exam of placed.slice(0, 5))
        expect(sum(exam.rooms.map(({ students }: { students: number }) => students))).toBe(exam.students);
      for (const hall of halls.slice(0, 5)) {
        const page = await ask('super_admin', `/exam_hall/${hall.id}`);
        expect(page.students).toBe(hall.students);
        expect(page.seats.filter(({ student }: { student: unknown }) => student).length).toBe(hall.students);
        expect(sum(hall.exams.map(({ students }: { students: number }) => students))).toBe(hall.students);
      }
    }
  });
});

describe('money', () => {
  it('of a student is the same in the list, on the contract, at home and among those who are late', async () => {
    const contracts = (await all('accounting_head', '/accounting/contract')).filter(({ student_id }) => student_id);
    expect(contracts.length).toBeGreaterThan(10);
    const byStudent = Map.groupBy(contracts, ({ student_id }) => student_id);
    for (const [student_id, own] of [...byStudent].slice(0, 25)) {
      for (const contract of own) {
        const balance = await ask('accounting_head', `/accounting/payment/balance?contract_id=${contract.id}`);
        const page = await ask('accounting_head', `/accounting/contract/${contract.id}`);
        const seen = { amount: contract.amount, paid: contract.paid, left: contract.left, credit: contract.credit };
        expect(balance).toMatchObject(seen);
        expect(page).toMatchObject({ ...seen, overdue: contract.overdue });
        const payments = await all('accounting_head', `/accounting/payment?contract_id=${contract.id}`);
        const counted = payments.filter(({ state }) => state === undefined || state === 'DONE' || state === 'POSTED');
        if (counted.every(({ kind }) => kind === 'PAYMENT'))
          // What was paid above what is owed is part of what was paid.
          expect(sum(counted.map(({ amount }) => Number(amount)))).toBe(Number(contract.paid));
      }
      const standing = await ask('accounting_head', `/student/debit/standing?student_id=${student_id}`);
      if (own.length === 1) expect(standing).toMatchObject({ overdue: own[0].overdue });
    }
    const overview = await ask('accounting_head', '/student/debit/overview');
    const late = await all('accounting_head', '/accounting/contract?late=true');
    expect(new Set(late.map(({ student_id }) => student_id)).size).toBe(overview.debtors);
    expect(sum(late.map(({ overdue }) => Number(overdue)))).toBe(Number(overview.overdue));
    expect(sum(overview.courses.map(({ debtors }: { debtors: number }) => debtors))).toBe(overview.debtors);
  });
});

describe('what else is counted', () => {
  it('the library counts by type what its list shows', async () => {
    const types = await ask('super_admin', '/e_library/types');
    expect(types.length).toBeGreaterThan(1);
    for (const { id, count } of types) expect(await total('super_admin', `/e_library?type=${id}`), id).toBe(count);
    expect(sum(types.map(({ count }: { count: number }) => count))).toBe(await total('super_admin', '/e_library'));
  });

  it('a message reaches those who stand in the list of the group, each once', async () => {
    const groups = (await all('registrar_head', '/group?status=ACTIVE&kind=MAIN')).filter(
      ({ students }) => students > 1,
    );
    const admin = callers.get('super_admin')!;
    const reach = async (body: object) => {
      const { status, body: answer } = await admin.post('/email_template/recipients', body);
      expect(status, JSON.stringify(answer).slice(0, 200)).toBe(200);
      expect(answer.reachable + answer.without_email_count + answer.without_account).toBe(answer.total);
      return answer.total;
    };
    for (const group of groups.slice(0, 6)) {
      const members = await all('registrar_head', `/student?group=${group.id}`);
      const ids = members.map(({ id }) => id);
      expect(members.length).toBe(group.students);
      expect(await reach({ student_ids: ids })).toBe(ids.length);
      expect(await reach({ group_ids: [group.id] })).toBe(group.students);
      expect(await reach({ group_ids: [group.id], student_ids: ids })).toBe(group.students);
    }
  });

  it('a board counts the students of the gradebook, and of those who wait as many as each screen says', async () => {
    const waiting = await ask('teacher', '/assessment/waiting');
    const modules = waiting.map(({ course_module_id }: { course_module_id: number }) => course_module_id).slice(0, 8);
    expect(modules.length).toBeGreaterThan(0);
    for (const id of modules) {
      const board = await ask('super_admin', `/assessment/board/ready?course_module_id=${id}`);
      const { students } = await ask('super_admin', `/assessment/gradebook?course_module_id=${id}`);
      expect(board.students, `module ${id}`).toBeLessThanOrEqual(students.length);
      expect(sum(board.waiting.map(({ count }: { count: number }) => count)), `module ${id}`).toBe(board.gaps);
      expect(board.passed + board.failed).toBeLessThanOrEqual(board.students);
      expect(sum(board.distribution.map(({ count }: { count: number }) => count))).toBe(board.passed + board.failed);
    }
  });

  it('debtors are people: as many at home as in the lists of debits and of contracts, with the same sums', async () => {
    const overview = await ask('accounting_head', '/student/debit/overview');
    const debits = await all('accounting_head', '/student/debit');
    const owes = debits.filter(({ state }) => state === 'OVERDUE');
    const late = await all('accounting_head', '/student/debit?state=OVERDUE');
    expect(late.length).toBe(owes.length);
    const who = (rows: { student_id: number }[]) => new Set(rows.map(({ student_id }) => student_id)).size;
    expect(who(late)).toBe(overview.debtors);
    expect(who(debits)).toBe(sum(overview.courses.map(({ students }: { students: number }) => students)));
    expect(sum(late.map(({ left }) => Number(left)))).toBe(Number(overview.overdue));
    expect(sum(debits.map(({ total: owed }) => Number(owed)))).toBe(Number(overview.total));
    const payments = await all('accounting_head', '/accounting/payment');
    const { rows } = await api.database.owner.query(
      'select count(distinct student_id)::int as payers from payments where institution_id = 1 and student_id is not null and deleted_at is null',
    );
    expect(who(payments.filter(({ student_id }) => student_id))).toBe(rows[0].payers);
  });

  it('candidates of a degree, and proposals at the turn of the year, are as many as their lists say', async () => {
    const candidates = await all('registrar_head', '/award/candidate');
    expect(new Set(candidates.map(({ student }) => student.id)).size).toBe(
      await total('registrar_head', '/award/candidate'),
    );
    const kinds = await all('registrar_head', '/student/status/requests');
    const { requests } = await ask('registrar_head', '/student/overview');
    expect(kinds.filter(({ state }) => state === 'PROPOSED').length).toBe(requests);
    expect(await total('registrar_head', '/assessment/retake?unpaid=true')).toBe(
      (await all('registrar_head', '/assessment/retake')).filter(({ left }) => Number(left ?? 0) > 0).length,
    );
  });
});

describe('imports', () => {
  /** Sends a table and takes it in; what the preview announced and what the receipt says. */
  async function taken(who: string, path: string, start: string, rows: (string | number)[][]) {
    const caller = callers.get(who)!;
    const sent = await caller.upload('jadval.csv', Buffer.from(rows.map((row) => row.join(';')).join('\n')));
    const file_id = [sent.body].flat()[0].id;
    const preview = (await caller.post(`${path}/preview`, { file_id })).body;
    expect(preview, JSON.stringify(preview.faults?.slice(0, 3))).toMatchObject({ faulty: 0, rows: rows.length - 1 });
    const started = await caller.post(start, { file_id });
    const { state, receipt } = await api.finished(started.body.job_id);
    const { new: fresh, changed, unchanged, rows: all } = preview;
    expect({ state, receipt }).toMatchObject({ state: 'done', receipt: { new: fresh, changed, unchanged } });
    expect(fresh + changed + unchanged).toBe(all);
    return { fresh, changed, unchanged };
  }

  it('of students bring as many as they announced, and the list has as many more', async () => {
    const head = 'Talaba raqami;Familiya;Ism;Daraja;Taʼlim tili;Kirgan yili;Toʻlov shakli;HEMIS kodi'.split(';');
    const rows = Array.from({ length: 5 }, (_, at) => [
      ...[
        `X-${at}`,
        'Importov',
        ['Ali', 'Vali', 'Gani', 'Soli', 'Boqi'][at]!,
        'Bakalavr',
        'oʻzbek',
        2026,
        'kontrakt',
        `H-${at}`,
      ],
    ]);
    const before = await total('registrar_head', '/student');
    const first = await taken('super_admin', '/student/import', '/student/import', [head, ...rows]);
    expect(first).toEqual({ fresh: 5, changed: 0, unchanged: 0 });
    expect(await total('registrar_head', '/student')).toBe(before + 5);
    expect(await total('registrar_head', '/student?search=Importov')).toBe(5);
    const changed = [[...rows[0]!.slice(0, 7), 'H-new'], rows[1]!, ['X-9', ...rows[2]!.slice(1, 7), 'H-9']];
    const second = await taken('super_admin', '/student/import', '/student/import', [head, ...changed]);
    expect(second).toEqual({ fresh: 1, changed: 1, unchanged: 1 });
    expect(await total('registrar_head', '/student')).toBe(before + 6);
  });

  it('of payments bring as many as they announced, and the contracts have them', async () => {
    const contracts = (await all('accounting_head', '/accounting/contract?late=true')).slice(0, 3);
    const today = day(-1);
    const head = ['Payment reference', 'Contract number', 'Amount', 'Date', 'Payment type'];
    const rows = contracts.map(({ number }, at) => [`OT-${at}`, number, '1000', today, 'BANK']);
    const base = '/student/external_payment/import';
    const before = await total('accounting_head', '/accounting/payment');
    const paid = await taken('accounting_head', base, base, [head, ...rows]);
    expect(paid).toEqual({ fresh: rows.length, changed: 0, unchanged: 0 });
    expect(await total('accounting_head', '/accounting/payment')).toBe(before + rows.length);
    for (const contract of contracts) {
      const page = await ask('accounting_head', `/accounting/contract/${contract.id}`);
      expect(sum([Number(page.paid), -Number(contract.paid)])).toBe(1000);
    }
    const more = [...rows.slice(0, 1), ['OT-9', contracts[0]!.number, '500', today, 'BANK']];
    expect(await taken('accounting_head', base, base, [head, ...more])).toEqual({ fresh: 1, changed: 0, unchanged: 1 });
    expect(await total('accounting_head', '/accounting/payment')).toBe(before + rows.length + 1);
  });

  it('of marks bring as many as they announced, and the grid has them', async () => {
    const waiting = await ask('teacher', '/assessment/waiting');
    const grids = [];
    for (const { course_module_id } of waiting)
      grids.push(await ask('teacher', `/assessment/gradebook?course_module_id=${course_module_id}`));
    const free = grids.flatMap((grid) =>
      grid.leaves.flatMap((id: number, at: number) => {
        const component = grid.components.find((one: { id: number }) => one.id === id);
        const students = grid.students.filter(
          (one: { left: boolean; values: string; specials: string; states: string; student_no: string | null }) =>
            !one.left && one.student_no && one.values.split(',')[at] === '' && !/[A-Z]/.test(one.states[at] ?? ''),
        );
        return component.source === 'MANUAL' && !component.anonymous && students.length > 2
          ? [{ grid, at, component, students }]
          : [];
      }),
    );
    const place = free[0]!;
    const course_module_id = place.grid.course_module.id;
    const code = place.grid.course_module.code;
    const head = ['Student number', 'Module code', 'Component', 'Mark'];
    const rows = place.students
      .slice(0, 3)
      .map(({ student_no }: { student_no: string }, at: number) => [student_no, code, place.component.code, 60 + at]);
    const states = async () => {
      const grid = await ask('teacher', `/assessment/gradebook?course_module_id=${course_module_id}`);
      return grid.components.find((one: { id: number }) => one.id === place.component.id).states;
    };
    const before = await states();
    const told = await taken('teacher', '/assessment/import', '/assessment/import-marks', [head, ...rows]);
    expect(told).toEqual({ fresh: 3, changed: 0, unchanged: 0 });
    const after = await states();
    expect((after.DRAFT ?? 0) - (before.DRAFT ?? 0)).toBe(3);
    const more = [rows[0], [...rows[1]!.slice(0, 3), 77]];
    const again = await taken('teacher', '/assessment/import', '/assessment/import-marks', [head, ...more]);
    expect(again).toEqual({ fresh: 0, changed: 1, unchanged: 1 });
    expect(await states()).toEqual(after);
  });
});

describe('attendance', () => {
  it('of a student is the same at home, in the tables and in sums', async () => {
    const home = await ask('bachelor_student', '/dashboard/student');
    const modules = await all('bachelor_student', '/attendance/table/student');
    const [student] = await all('bachelor_student', '/attendance/table');
    const counted = home.modules.flatMap((one: { attendance: object | null }) => one.attendance ?? []);
    for (const field of ['attended_hours', 'missed_hours', 'explained_hours'] as const) {
      expect(sum(counted.map((one: Record<string, number>) => one[field]))).toBe(student[field]);
      expect(sum(modules.map((one) => one[field]))).toBe(student[field]);
    }
    const { attended_hours: attended, missed_hours: missed } = student;
    expect(home.attendance.attended).toBe(Math.round((attended * 1000) / (attended + missed)) / 10);
    for (const { course_module_id, attendance } of home.modules) {
      const row = modules.find((one) => one.course_module_id === course_module_id);
      if (attendance) expect(row).toMatchObject({ share: attendance.share, standing: attendance.standing });
      const office = await all('super_admin', `/attendance/table/student?student_id=${student.id}`);
      if (attendance)
        expect(office.find((one) => one.course_module_id === course_module_id)).toMatchObject({
          share: attendance.share,
          missed_hours: attendance.missed_hours,
        });
    }
    for (const standing of ['NEAR', 'OVER']) {
      const rows = await all('super_admin', `/attendance/table/student?standing=${standing}`);
      expect((await ask('super_admin', '/attendance/overview'))[standing.toLowerCase()]).toBe(rows.length);
      const ofModules = await all('super_admin', '/attendance/table/module');
      expect(sum(ofModules.map((one) => one[standing.toLowerCase()]))).toBe(rows.length);
      const ofStudents = await all('super_admin', '/attendance/table');
      expect(sum(ofStudents.map((one) => one[standing.toLowerCase()]))).toBe(rows.length);
    }
  });

  it('of groups is that of their students, as many as the lists say', async () => {
    const groups = await all('super_admin', '/attendance/group');
    const students = await all('super_admin', '/attendance/table');
    const inGroup = Map.groupBy(students, ({ group }) => group?.id);
    for (const { group, students: people, attended_hours, missed_hours, near, over } of groups) {
      const own = inGroup.get(group.id) ?? [];
      expect(own.length, group.title).toBe(people);
      expect(sum(own.map((one) => one.attended_hours))).toBe(attended_hours);
      expect(sum(own.map((one) => one.missed_hours))).toBe(missed_hours);
      expect([own.filter((one) => one.near > 0).length, own.filter((one) => one.over > 0).length]).toEqual([
        near,
        over,
      ]);
    }
  });

  it('the classes of a day are the same at home, in the week, the calendar and the list', async () => {
    const home = await ask('bachelor_student', '/dashboard/student');
    const week = await ask('bachelor_student', '/timetable/week');
    const today = week.dates.today;
    // After the weeks of lessons the timetable counts no more.
    expect(week.dates.number ?? home.semester.week).toBe(home.semester.week);
    const lessons = await all('bachelor_student', `/class_session?from=${today}&to=${today}`);
    const ids = lessons.map(({ id }) => id).sort();
    expect(home.today.map(({ session_id }: { session_id: number }) => session_id).sort()).toEqual(ids);
    const stands = week.entries.filter(({ date }: { date: string }) => date === today);
    expect(stands.map(({ id }: { id: number }) => id).sort()).toEqual(ids);
  });
});

describe('a draft of a timetable', () => {
  it('costs the same in the list, on the board and in the finding, also after a change by hand', async () => {
    const office = callers.get('super_admin')!;
    const started = await office.post('/timetable/generate', { seconds: 2 });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    const id = started.body.timetable_id;
    await expect.poll(async () => (await ask('super_admin', `/timetable_draft/${id}`)).running).toBe(false);
    const costs = async () => {
      const listed = (await all('super_admin', '/timetable_draft')).find((one) => one.id === id);
      const shown = await ask('super_admin', `/timetable_draft/${id}`);
      const judged = await ask('super_admin', `/timetable/judge/${id}`);
      expect([listed.cost, shown.cost]).toEqual([judged.cost, judged.cost]);
      expect(sum(judged.rules.map(({ price }: { price: number }) => price))).toBe(judged.cost);
      expect([listed.lessons, listed.unplaced]).toEqual([
        await total('super_admin', `/timetable?timetable_id=${id}`),
        await total('super_admin', `/timetable?timetable_id=${id}&placed=false`),
      ]);
      return judged.cost as number;
    };
    const found = await costs();
    const { line } = await ask('super_admin', `/timetable/progress/${id}`);
    expect(line.at(-1).cost).toBe(found);
    const entries = await all('super_admin', `/timetable?timetable_id=${id}&sort=id`);
    let changed = found;
    for (const entry of entries) {
      const places = await ask('super_admin', `/timetable/places/${entry.id}`);
      const free = places.find((one: { reasons: []; price: number }) => one.reasons.length === 0 && one.price !== 0);
      if (!free) continue;
      const { day, session, room_id } = free;
      const moved = await office.post('/timetable/', { id: entry.id, version: entry.version, day, session, room_id });
      expect(moved.status).toBe(200);
      changed = await costs();
      if (changed !== found) break;
    }
    expect(changed).not.toBe(found);
    // A wish that is entered later counts as well, in all places.
    const [lesson] = (await all('super_admin', `/timetable?timetable_id=${id}&sort=id`)).filter(
      ({ staff_id, day }) => staff_id && day,
    );
    await office.post('/timetable_wish/', {
      staff_id: lesson.staff_id,
      day: lesson.day,
      from_session: lesson.session,
      to_session: lesson.session,
      kind: 'RATHER_NOT',
      weight: 10,
    });
    expect(await costs()).toBeGreaterThan(changed);
    const copy = (await office.post('/timetable/copy', { id })).body;
    expect(copy.cost).toBe((await ask('super_admin', `/timetable/judge/${copy.id}`)).cost);
  });
});
