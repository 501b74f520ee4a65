import { expect } from 'vitest';
import { covered, type Entries, why } from './entry.ts';
import { area, callAt, expectSource, pageAt, say } from './product.ts';

const lessons = 'domains/lessons/server/lessons.api.test.ts';
const attendance = 'domains/attendance/server/attendance.api.test.ts';
const calendar = 'domains/calendar/server/calendar.api.test.ts';
const library = 'domains/library/server/library.api.test.ts';
const plan = 'domains/assessment/server/plan.api.test.ts';
const amendments = 'domains/assessment/server/amendments/amendments.api.test.ts';

/** What happens in a semester: lessons, registers, marks, the calendar, the library, reports, letters. */
export const entries: Entries = {
  R015: covered(lessons, 'are kept by who teaches the module, cleaned, and seen by students when published'),
  R100: () => {
    for (const path of ['/articulate', '/articulate/callback/{m}/{l}', '/articulate/{m}', '/articulate/{m}/{l}'])
      expect(pageAt(path), path).toBeDefined();
  },
  R016: covered(plan, 'a plan comes into use when its weights make 100 on every level'),
  R017: covered('domains/assessment/server/entry.api.test.ts', 'one mark by the call of the students'),
  R018: covered(amendments, 'goes through the one who asks, the one who checks, the one who decides'),
  R200: covered(plan, 'a plan comes into use when its weights make 100 on every level'),
  R214: covered('domains/assessment/server/walk.api.test.ts', 'never leaves the table'),
  R219: covered(amendments, 'is shown to its student when it is published, and hidden again for a reason'),
  R278: covered(plan, 'At least one assessment must be entered'),
  R289: covered('domains/assessment/server/entry.api.test.ts', 'what is no mark is refused in words'),
  R359: () => {
    const constants = ['bulk', 'attempt', 'copy', 'component'];
    for (const name of constants) expect(callAt(`POST /assessment/${name}`).meta.path).toBeDefined();
    for (const name of ['criteria/types', 'criteria/list', 'all', 'all/updated', 'overall-grade-history'])
      expect(callAt(`GET /assessment/${name}`).meta.path).toBeDefined();
  },
  R019: covered(attendance, 'has everybody present but whom it names, and counts hours against the limit'),
  R433: async ({ as }) => {
    const { body } = await (await as('registrar_head')).get('/attendance/settings');
    expect(body.hours_per_session).toBe(2);
  },
  R037: covered(calendar, 'are entered and changed by whom they concern'),
  R202: async ({ as }) => {
    const { body } = await (await as('registrar_head')).get('/calendar/event-types');
    expect(body.map((one: { name: string }) => one.name)).toEqual(['TEACHING_WEEK', 'GENERAL_EVENT']);
  },
  R255: covered(calendar, 'are offered by role, each under its kind'),
  R256: why('leaves open which role is offered which types; decision 49 of the design gives it'),
  R038: area('library_moderator', '/library', '/e_library/'),
  R101: () => {
    expect(say.en('library.papers.0.title')).toBe('Module Files');
    expect(say.en('library.papers.1.title')).toBe('Annual Monitoring');
    expectSource('domains/library/web/components/papers.tsx', 'const fixed = useMemo(() => ({ type }), [type]);');
  },
  R102: () => {
    expect(say.en('library.papers.2.title')).toBe('Student Policies');
    expect(say.en('library.papers.3.title')).toBe('Staff Policies');
  },
  R103: covered(library, 'shows students the policies for students and nothing else'),
  R039: area('registrar_head', '/report', '/report/'),
  R042: area('super_admin', null, '/email_template/'),
  R164: async ({ as }) => {
    const caller = await as('accounting_head');
    const [contract] = (await caller.get('/accounting/contract/')).body.content;
    const byNumber = await caller.get(`/accounting/contract/${encodeURIComponent(contract.number)}`);
    expect(byNumber.body.id).toBe(contract.id);
    expect(callAt('GET /email_template/{id}').meta.path).toBeDefined();
  },
  R044: async ({ as }) => {
    expect(pageAt('/timetable')).toBeDefined();
    expect((await (await as('registrar_head')).get('/timetable/all')).status).toBe(200);
    expect(callAt('POST /timetable/generate').meta.path).toBeDefined();
  },
  R029: covered('domains/accounting/server/contracts.api.test.ts', 'is opened and accepted by its person with a code'),
  R030: area('accounting_head', '/payments', '/accounting/payment/'),
  R031: area('accounting_head', '/debit', '/student/debit/'),
  R032: async ({ as }) => {
    expect((await (await as('accounting_head')).get('/student/external_payment/')).status).toBe(200);
    for (const call of ['POST /student/external_payment/', 'POST /student/external_payment/import'])
      expect(callAt(call).meta.path).toBeDefined();
  },
  R033: covered('domains/accounting/server/imports.api.test.ts', 'takes fines as debits'),
  R034: () => {
    for (const call of ['PUT /student/create/invoice', 'PUT /user/guest/create/invoice'])
      expect(callAt(call).meta.path).toBeDefined();
  },
  R087: async ({ api }) => {
    for (const degree of ['bachelor', 'master']) expect(pageAt(`/${degree}/contracts`)?.public, degree).toBe(true);
    expect((await api.anonymous.get('/contract/agreement/open?degree=bachelor')).status).toBe(200);
  },
  R093: () => {
    for (const path of ['/accounting/contract', '/payments', '/second-page']) expect(pageAt(path), path).toBeDefined();
    expect(say.en('shell.second.text')).toBe('There is nothing on this page yet.');
  },
  R193: () => {
    for (const [field, title] of [
      ['payment_type', 'Payment type'],
      ['payer', 'Payer'],
      ['report_number', 'Report number'],
      ['bank_name', 'Bank name'],
    ])
      expect(say.en(`accounting.field.${field}`)).toBe(title);
    expectSource('domains/accounting/web/pages/payments.tsx', 'payment_type', 'report_number', 'bank_name', 'payer');
  },
  R194: () => expectSource('domains/accounting/web/pages/contracts.tsx', "'amount'", "'fine_amount'", "'deadline'"),
  R221: covered('domains/accounting/server/contracts.api.test.ts', 'is opened and accepted by its person with a code'),
};
