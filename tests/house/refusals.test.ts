import { expect, test } from 'vitest';
import { domains } from '#domains/server.ts';
import { commonErrors } from '#platform/contract/index.ts';
import { callsOf, refusalsOf } from '#platform/server/call/routes.ts';
import { filesOf, repositoryFiles } from './files.ts';
import { refusalsIn } from './refusals.ts';

/** What is read in a function that the call runs, and cannot happen there; `*` for any call of these. */
const impossible: Record<string, string> = {
  '* *undo CAPACITY_BELOW_CHOSEN': 'of a module whose places were made fewer, not of who is put back into one',
  '* *undo CONTRACT_ACCEPTED':
    'of what was accepted the text is not put back, and a draft that was accepted since was built on',
  '* *undo CONTRACT_NUMBER_TAKEN': 'a number is never given twice, so none is taken when its contract is put back',
  '* *undo CONTRACT_PLAN': 'neither the amount nor the instalments of a contract are put back',
  'accounting agreement.* (NO_AGREEMENT|RATE_*)': 'an answer to an offer makes no other',
  'accounting contract.step NO_AGREEMENT': 'a step of a contract offers nobody a place',
  'accounting payment.* (NO_AGREEMENT|RATE_*)': 'a payment offers nobody a place',
  'accounting refund.pay (NO_AGREEMENT|RATE_*)': 'money that goes back offers nobody a place',
  'accounting external.* (NO_AGREEMENT|RATE_*)': 'a payment offers nobody a place',
  'accounting debit.* (NO_AGREEMENT|RATE_*)': 'a debt offers nobody a place',
  'banking statement.undo (NO_AGREEMENT|RATE_*)': 'a payment offers nobody a place',
  'banking statement_row.* (NO_AGREEMENT|RATE_*)': 'a payment offers nobody a place',
  'gateways order.bank (NO_AGREEMENT|RATE_*)': 'a payment offers nobody a place',
  'accounting hold.save RULE_DAYS': 'the days of a hold are whole and few before they come so far',
  'accounting external.save OVERPAYMENT': 'a bank is not asked whether it means it',
  'accounting external.save PAYMENT_ALIKE': 'what a bank tells has its reference',
  'admissions *.application.save (NO_AGREEMENT|RATE_*)': 'whoever applies is offered nothing yet',
  'admissions *.application.save PAPERS_NOT_CHECKED': 'papers are checked after they were sent',
  'admissions *.application.update (NO_AGREEMENT|RATE_*)': 'whoever applies is offered nothing yet',
  'admissions *.application.update PAPERS_NOT_CHECKED': 'papers are checked after they were sent',
  'admissions *.application.status_undo (NO_AGREEMENT|RATE_*)': 'what is taken back offers nobody a place',
  'admissions *.application.qr_scan_check (NO_AGREEMENT|RATE_*)': 'who comes to an exam is offered nothing yet',
  'admissions exam.session.* (NO_AGREEMENT|RATE_*)': 'a seat offers nobody a place',
  'admissions guests.reset_exam (NO_AGREEMENT|RATE_*)': 'another date offers nobody a place',
  'admissions exam.ranking.unpublish (NO_AGREEMENT|RATE_*)':
    'a decision that is taken back is decided anew before anybody is offered its place',
  'assessment mark.* HELD_BY_CASE': 'there it is the name of a reason to keep a mark from its student',
  'assessment mark.* NOT_REGISTERED': 'a fault of the one field, within BAD_REQUEST',
  'assessment release.steps APPEALS_OPEN': 'why a step is not open is the answer',
  'assessment release.steps BOARD_NEEDED': 'why a step is not open is the answer',
  'assessment release.steps MARKS_MISSING': 'why a step is not open is the answer',
  'assessment release.steps SAME_MARKER': 'why a step is not open is the answer',
  'assessment release.steps SECOND_MARKS_MISSING': 'why a step is not open is the answer',
  'calendar feed.read SPAN_TOO_LONG': 'the span of a feed is its own',
  'enrollment * ALREADY_RECOGNISED': 'an enrolment recognises nothing by itself',
  'enrollment * RECOGNITION_CREDITS': 'an enrolment recognises nothing by itself',
  'enrollment candidates.undo FORM_REQUEST_OPEN': 'nothing is asked for again by whoever has left',
  'enrollment own.complete NOT_YOUR_COURSE': 'whoever completes names no group',
  'enrollment candidates.enroll (NO_AGREEMENT|RATE_*)': 'who enrols has a contract, or needs none',
  'identity person.* EMAIL_TAKEN': 'an account that a merge opens has no e-mail',
  'identity person.* PHONE_TAKEN': 'a phone that is taken is left out of the account that a merge opens',
  'identity person.* SIGN_IN_BUSY': 'an account that a merge opens has no password',
  'identity person.* USERNAME_TAKEN': 'a name that is taken is lengthened by the number of the record',
  'identity sign_up ACCOUNT_WITHOUT_ROLE': 'the role comes with the account',
  'identity installation.create ACCOUNT_WITHOUT_ROLE': 'the role comes with the account',
  'identity installation.create *_TAKEN': 'there is no other account yet',
  'identity account.profile USERNAME_TAKEN': 'the username is no part of it',
  'short-courses short_term_course.* (NO_AGREEMENT|RATE_*)': 'a place in a course is billed without an agreement',
  'messaging job.undo ALREADY_RECOGNISED': 'what is taken back recognises nothing',
  'messaging job.undo REPORT_*': 'said of what a report asks, which nothing takes back',
  'messaging job.undo RECOGNITION_CREDITS': 'what is taken back recognises nothing',
  'messaging job.undo FIELD_NOT_ALLOWED': 'said of the rows of a file, not when they are taken back',
  'messaging job.undo FORM_REQUEST_OPEN': 'nothing is asked for again by whoever has left',
  'messaging job.undo LUNCH_REVERSED': 'said of the rows of a file, not when they are taken back',
  'messaging job.undo NO_DAY_LEFT': 'said of the rows of a file, not when they are taken back',
  'messaging job.undo SAME_BUILDING': 'said of the rows of a file, not when they are taken back',
  'staff vacancy.status POSITION_INACTIVE': 'only a vacancy that is switched on needs its position',
  'staff vacancy.status VACANCY_PAST': 'only a vacancy that is switched on must lie ahead',
  'students remove* ALREADY_RECOGNISED': 'credits are recognised by a change of their own',
  'students remove* GROUP_FULL': 'only whoever chooses a group is told that it is full',
  'students remove* RECOGNITION_CREDITS': 'credits are recognised by a change of their own',
  'students restore ALREADY_RECOGNISED': 'credits are recognised by a change of their own',
  'students restore GROUP_FULL': 'only whoever chooses a group is told that it is full',
  'students restore RECOGNITION_CREDITS': 'credits are recognised by a change of their own',
  'students status.* ALREADY_RECOGNISED': 'credits are recognised by a change of their own',
  'students status.* GROUP_FULL': 'only whoever chooses a group is told that it is full',
  'students status.* RECOGNITION_CREDITS': 'credits are recognised by a change of their own',
  'students transfer ALREADY_RECOGNISED': 'credits are recognised by a change of their own',
  'students transfer GROUP_FULL': 'only whoever chooses a group is told that it is full',
  'forms request.change_status ALREADY_RECOGNISED':
    'a request asks for a leave, a return or another name, and recognises nothing',
  'forms request.change_status RECOGNITION_CREDITS':
    'a request asks for a leave, a return or another name, and recognises nothing',
  'forms request.change_status HELD_BY_CASE': 'a request confirms no marks',
  'forms request.change_status RETAKE_SAT': 'a request registers a retake and withdraws none',
  'forms request.change_status PASSPORT_TAKEN': 'a request changes the name alone',
  'forms request.change_status PINFL_TAKEN': 'a request changes the name alone',
  'forms request.change_status STUDENT_NO_TAKEN': 'a request changes the name alone',
  'forms request.change_status STUDENT_USERNAME_TAKEN': 'a request changes the name alone',
  'students transfer RECOGNITION_CREDITS': 'credits are recognised by a change of their own',
  'students life.undo FORM_REQUEST_OPEN': 'nothing is asked for again by whoever has left',
  'students status.undo FORM_REQUEST_OPEN': 'nothing is asked for again by whoever has left',
  'students life.undo ALREADY_RECOGNISED': 'credits are recognised by a change of their own',
  'students life.undo RECOGNITION_CREDITS': 'credits are recognised by a change of their own',
  'students (remove*|restore) RATE_*': 'whoever leaves or comes back moves to no other fee',
  'students (status.*|life.undo) RATE_*': 'a status moves nobody to another fee',
  'students remove* DATES_ORDER': 'a removal has no dates',
  'students remove* PERIOD_REQUIRED': 'a removal has no dates',
  'students profile.* STUDENT_NO_TAKEN': 'the number is no part of it',
  'students profile.* STUDENT_USERNAME_TAKEN': 'the username is no part of it',
  'students profile.* PASSPORT_TAKEN': 'the passport is a part of its own',
  'students profile.* PINFL_TAKEN': 'the passport is a part of its own',
  'students status.resume PERIOD_REQUIRED': 'only a leave has a planned end',
  'timetable draft.* SEARCH_LOST': 'told as the state of the search, which runs beside it',
};

// It reads every server; a machine that does other things too takes its time.
test('what a call may be refused with is declared by it', { timeout: 120_000 }, () => {
  const calls = new Map(callsOf(domains).map(({ domain, name, meta }) => [`${domain} ${name}`, meta]));
  const declared = new Set(domains.flatMap(({ errors = {} }) => Object.keys(errors)));
  const found = refusalsIn(repositoryFiles());
  const seen = new Set(found.map(({ domain, name }) => `${domain} ${name}`));
  expect(
    [...calls.keys()].filter((name) => !seen.has(name)),
    'a router is written so that it can be read: see refusals.ts',
  ).toEqual([]);
  const missing = found.flatMap(({ domain, name, codes }) => {
    const meta = calls.get(`${domain} ${name}`);
    // Others are faults of fields, answered as BAD_REQUEST.
    const own = codes.filter((code) => declared.has(code) && !(code in commonErrors));
    return meta
      ? own.filter((code) => !refusalsOf(meta).includes(code)).map((code) => `${domain} ${name} ${code}`)
      : [];
  });
  const excused = Object.keys(impossible).map((key) => ({
    key,
    fits: new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '.*')}$`),
  }));
  expect(
    missing.filter((one) => !excused.some(({ fits }) => fits.test(one))),
    'add it to `errors`, `deleteErrors` or `restoreErrors` of the contract, or say above why it cannot happen',
  ).toEqual([]);
  expect(
    excused.filter(({ fits }) => !missing.some((one) => fits.test(one))).map(({ key }) => key),
    'nothing of this is found any more: take the line away',
  ).toEqual([]);
});

const found = (texts: Record<string, string>) =>
  Object.fromEntries(refusalsIn(filesOf(texts)).map(({ domain, name, codes }) => [`${domain}.${name}`, codes]));

test('what rows may breach that are put back is found, of whoever kept them', () => {
  const codes = found({
    'domains/a/server/index.ts': `export default defineServerDomain({
      constraints: { lots_places: 'NO_ROOM', cars_plate: 'PLATE_TAKEN', keys_one: 'KEY_TAKEN' }, follows: [on(parked, keysOfParked)] });
      import { parked } from './hooks.ts';
      import { keysOfParked } from './keys.ts';`,
    'domains/a/server/hooks.ts': `export const parked = { name: 'a.parked' };`,
    'domains/a/server/tables.ts': `
      export const lots = pgTable('lots', {});
      export const cars = pgTable('cars', {});
      export const keys = pgTable('keys', {});`,
    'domains/a/server/keys.ts': `export const keysOfParked = async (call) => removeKept(call.client, 'keys', []);`,
    'domains/a/server/router.ts': `
      import { contract } from '../contract.ts';
      import { look, park, unpark } from './park.ts';
      const on = serve(contract);
      export const router = on.router({ park: on.park.handler(park), unpark: on.unpark.handler(unpark), look: on.look.handler(look) });`,
    'domains/a/server/park.ts': `
      import { parked } from './hooks.ts';
      const table = 'lots';
      export const park = async (call) => { await tell(call, parked, {}); return makeKept(call.client, table, []); };
      export const unpark = async (call, run) => undoKept(call.client, run.kept);
      export const look = async (call) => call;`,
  });
  expect(codes).toMatchObject({ 'a.unpark': ['KEY_TAKEN', 'NO_ROOM'], 'a.look': [] });
});

test('codes are found where they are thrown, however deep, and only there', () => {
  const codes = found({
    'domains/a/server/index.ts': 'export default defineServerDomain({ constraints: { lots_places: "NO_ROOM" } });',
    'domains/a/server/tables.ts': `export const lots = pgTable('lots', {});`,
    'domains/a/server/router.ts': `
      import { contract } from '../contract.ts';
      import { lots } from './lots.ts';
      import { others } from './checks.ts';
      const on = serve(contract);
      export const router = on.router({ park: { lot: crudHandlers(contract.park.lot, lots) }, other: crudHandlers(contract.other, others) });`,
    'domains/a/server/lots.ts': `
      import { contract } from '../contract.ts';
      import { taken } from '#domains/b/server/index.ts';
      import { demandEmpty as empty, others } from './checks.ts';
      import { lots as table } from './tables.ts';
      const demandOwn = async (call) => { if (!may(call)) throw failField('id', call.own ? 'NOT_OWN' : 'NOT_ANYBODYS'); };
      export const lots = resource(contract.park.lot, {
        table: lots,
        prepare: (call, input) => { if (input.places < 1) throw fail('NO_PLACES'); return others.save(call); },
        beforeDelete: async (call, row) => { await empty(call, row); await taken(call); },
        beforeRestore: demandOwn,
        optionTitle: () => { throw fail('UNTOLD'); },
      });`,
    'domains/a/server/checks.ts': `
      export async function demandEmpty(call, row) { await check(row); }
      const check = (row) => { if (row.taken) throw fail('LOT_TAKEN'); };
      export const others = resource(contract.other, { prepare: () => { throw fail('OTHER'); } });`,
    'domains/b/server/index.ts': `export const taken = () => { throw fail('FOREIGN'); };`,
  });
  expect(codes).toMatchObject({
    'a.park.lot.get': [],
    'a.park.lot.save': ['NO_PLACES', 'NO_ROOM', 'OTHER'],
    'a.park.lot.remove': ['FOREIGN', 'LOT_TAKEN'],
    'a.park.lot.restore': ['NOT_ANYBODYS', 'NOT_OWN'],
    'a.park.lot.all': ['UNTOLD'],
    'a.other.save': ['OTHER'],
    'a.other.remove': [],
  });
});

test('handlers are followed through resources, objects, makers of handlers and what other domains pass on', () => {
  const codes = found({
    'domains/a/server/index.ts': '',
    'domains/a/server/router.ts': `
      import { contract } from '../contract.ts';
      import { lots, tools, sheet } from './lots.ts';
      import * as signs from './signs.ts';
      import { refund } from '#domains/b/server/index.ts';
      const on = serve(contract);
      const park = on.park;
      function both(name) {
        const made = makeLots(name);
        return { ...crudHandlers(contract[name], { ...made, all: () => [] }), turn: on[name].turn.handler(() => signs.turn()) };
      }
      const makeLots = (name) => resource(contract[name], { prepare: () => { throw fail('NO_PLACES'); } });
      export const router = on.router({
        close: park.close.handler(({ input, context }) => lots.save(context, input)),
        tow: on.tow.handler(({ context }) => tools.tow(context)),
        look: on.look.handler(({ context }) => refusalOf('en', () => tools.tow(context))),
        pay: on.pay.handler(async ({ context }) => { await refund(context); }),
        guess: on.guess.handler(async ({ context }) => { try { await refund(context); } catch { throw fail('GUESSED'); } }),
        retry: on.retry.handler(async ({ context }) => { try { await refund(context); } catch (error) { throw error; } }),
        wash: on.wash.handler(({ context }) => makeLots('east').find(context)),
        east: both('east'),
        load: importHandlers(on.load, sheet),
      });`,
    'domains/a/server/signs.ts': `export const turn = () => { throw fail('RUSTY'); };`,
    'domains/a/server/lots.ts': `
      import { contract } from '../contract.ts';
      import { defineImport } from '#platform/server/records/imports.ts';
      export const lots = resource(contract.lot, { prepare: () => { throw fail('NO_PLACES'); } });
      export const sheet = defineImport({ check: () => { throw fail('BAD_SHEET'); }, apply: () => { throw fail('LATER'); } });
      const makeTools = (name) => { const also = name; return { tow: () => { throw fail('TOWED'); }, wash: () => { throw fail('WASHED'); } }; };
      export const tools = { ...makeTools('a'), load: sheet };`,
    'domains/b/server/index.ts': `export { give as refund } from './money.ts';`,
    'domains/b/server/money.ts': `export const give = (call) => { throw fail('NO_MONEY'); };`,
    'platform/server/records/imports.ts': 'export const defineImport = (of) => of;',
  });
  expect(codes).toMatchObject({
    'a.close': ['NO_PLACES'],
    'a.tow': ['TOWED'],
    'a.look': [],
    'a.pay': ['NO_MONEY'],
    'a.guess': ['GUESSED'],
    'a.retry': ['NO_MONEY'],
    'a.wash': [],
    'a.east.save': ['NO_PLACES'],
    'a.east.turn': ['RUSTY'],
    'a.load.preview': ['BAD_SHEET'],
  });
});

test('codes in variables, in what callers hand over, and of those who follow a hook are found', () => {
  const codes = found({
    'domains/a/server/index.ts': '',
    'domains/a/server/hooks.ts': `export const closed = { name: 'a.closed' };`,
    'domains/b/server/index.ts': `
      import { closed } from '#domains/a/server/hooks.ts';
      const follow = () => { throw fail('STILL_PAID'); };
      export default defineServerDomain({ follows: [on(closed, follow)], jobs: { tow: towing } });
      const towing = { run: () => { throw fail('LATER'); }, undo: () => { throw fail('TOWED'); } };`,
    'domains/a/server/router.ts': `
      import { contract } from '../contract.ts';
      import { closed } from './hooks.ts';
      const on = serve(contract);
      const uniques = [['number', 'NUMBER_TAKEN'], ['name', 'NAME_TAKEN']];
      const faultOf = (row) => { if (row.a) return 'FAULT_A'; return { code: 'FAULT_B' }.code; };
      const refuse = (code) => { throw fail(code); };
      export const router = on.router({
        list: on.list.handler(({ input }) => { for (const [field, code] of uniques) throw failField(field, code); }),
        fault: on.fault.handler(({ input }) => { const fault = faultOf(input); if (fault) throw fail(fault); }),
        told: on.told.handler(({ input }) => refuse(input.a ? 'TOLD_A' : 'TOLD_B')),
        close: on.close.handler(({ context }) => tell(context, closed, {})),
        undo: on.undo.handler(({ context }) => undoJob(context, 1)),
      });`,
  });
  expect(codes).toEqual({
    'a.list': ['NAME_TAKEN', 'NUMBER_TAKEN'],
    'a.fault': ['FAULT_A', 'FAULT_B'],
    'a.told': ['TOLD_A', 'TOLD_B'],
    'a.close': ['STILL_PAID'],
    'a.undo': ['TOWED'],
  });
});
