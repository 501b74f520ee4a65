import { expect, test } from 'vitest';
import { domains } from '#domains/server.ts';
import { commonErrors } from '#platform/contract/index.ts';
import { callsOf, refusalsOf } from '#platform/server/call/routes.ts';
import { filesOf, repositoryFiles } from './files.ts';
import { refusalsIn } from './refusals.ts';

/** What is read in a function that the call runs, and cannot happen there. */
const impossible: Record<string, string> = {
  'admissions exam.session.choose NO_AGREEMENT': 'a seat offers nobody a place',
  'admissions exam.session.assign NO_AGREEMENT': 'a seat offers nobody a place',
  'admissions exam.session.absent NO_AGREEMENT': 'who was absent held no place that others could be offered',
  'admissions guests.reset_exam NO_AGREEMENT': 'another date offers nobody a place',
  'admissions exam.ranking.unpublish NO_AGREEMENT':
    'a decision that is taken back is decided anew before anybody is offered its place',
  'calendar feed.read SPAN_TOO_LONG': 'the span of a feed is its own',
  'enrollment own.complete NOT_YOUR_COURSE': 'whoever completes names no group',
  'identity sign_up ACCOUNT_WITHOUT_ROLE': 'the role comes with the account',
  'identity installation.create ACCOUNT_WITHOUT_ROLE': 'the role comes with the account',
  'identity installation.create EMAIL_TAKEN': 'there is no other account yet',
  'identity installation.create PHONE_TAKEN': 'there is no other account yet',
  'identity installation.create USERNAME_TAKEN': 'there is no other account yet',
  'staff vacancy.status VACANCY_PAST': 'only a vacancy that is switched on must lie ahead',
  'students remove DATES_ORDER': 'a removal has no dates',
  'students remove PERIOD_REQUIRED': 'a removal has no dates',
  'students remove_many DATES_ORDER': 'a removal has no dates',
  'students remove_many PERIOD_REQUIRED': 'a removal has no dates',
  'students profile.save STUDENT_USERNAME_TAKEN': 'the username is no part of it',
  'students profile.personal STUDENT_USERNAME_TAKEN': 'the username is no part of it',
  'students profile.contact STUDENT_USERNAME_TAKEN': 'the username is no part of it',
  'students profile.passport STUDENT_USERNAME_TAKEN': 'the username is no part of it',
  'students profile.photo STUDENT_USERNAME_TAKEN': 'the username is no part of it',
  'students status.resume PERIOD_REQUIRED': 'only a leave has a planned end',
  'timetable draft.stop SEARCH_LOST': 'the search runs beside it',
  'timetable draft.progress SEARCH_LOST': 'the search runs beside it',
};

test('what a call may be refused with is declared by it', () => {
  const calls = new Map(callsOf(domains).map(({ domain, name, meta }) => [`${domain} ${name}`, meta]));
  const declared = new Set(domains.flatMap(({ errors = {} }) => Object.keys(errors)));
  const found = refusalsIn(repositoryFiles());
  expect(found.filter(({ codes }) => codes.length > 0).length).toBeGreaterThan(300);
  const missing = found.flatMap(({ domain, name, codes }) => {
    const meta = calls.get(`${domain} ${name}`);
    // Others are faults of fields, answered as BAD_REQUEST.
    const own = codes.filter((code) => declared.has(code) && !(code in commonErrors));
    return meta
      ? own.filter((code) => !refusalsOf(meta).includes(code)).map((code) => `${domain} ${name} ${code}`)
      : [];
  });
  expect(
    [...new Set(missing)].toSorted(),
    'add it to `errors`, `deleteErrors` or `restoreErrors` of the contract, or say here why it cannot happen',
  ).toEqual(Object.keys(impossible).toSorted());
});

test('codes are found where they are thrown, however deep, and only there', () => {
  const files = filesOf({
    'domains/a/server/lots.ts': `
      import { contract } from '../contract.ts';
      import { taken } from '#domains/b/server/index.ts';
      import { demandEmpty as empty, others } from './checks.ts';
      const demandOwn = async (call) => { if (!may(call)) throw failField('id', call.own ? 'NOT_OWN' : 'NOT_ANYBODYS'); };
      export const lots = resource(contract.park.lot, {
        prepare: (call, input) => { if (input.places < 1) throw fail('NO_PLACES'); return others.save(call); },
        beforeDelete: async (call, row) => { await empty(call, row); await taken(call); },
        beforeRestore: demandOwn,
        present: () => { throw fail('NEVER'); },
      });`,
    'domains/a/server/checks.ts': `
      export async function demandEmpty(call, row) { await check(row); }
      const check = (row) => { if (row.taken) throw fail('LOT_TAKEN'); };
      export const others = resource(contract.other, { prepare: () => { throw fail('OTHER'); } });`,
    'domains/b/server/index.ts': `export const taken = () => { throw fail('FOREIGN'); };`,
  });
  expect(refusalsIn(files)).toEqual([
    { domain: 'a', name: 'park.lot.save', codes: ['NO_PLACES', 'OTHER'] },
    { domain: 'a', name: 'park.lot.remove', codes: ['FOREIGN', 'LOT_TAKEN'] },
    { domain: 'a', name: 'park.lot.restore', codes: ['NOT_ANYBODYS', 'NOT_OWN'] },
    { domain: 'a', name: 'other.save', codes: ['OTHER'] },
    { domain: 'a', name: 'other.remove', codes: [] },
    { domain: 'a', name: 'other.restore', codes: [] },
  ]);
});

test('handlers are followed through resources, objects and what other domains pass on', () => {
  const files = filesOf({
    'domains/a/server/router.ts': `
      import { contract } from '../contract.ts';
      import { lots, tools } from './lots.ts';
      import { refund } from '#domains/b/server/index.ts';
      const on = serve(contract);
      const park = on.park;
      export const router = on.router({
        close: park.close.handler(({ input, context }) => lots.save(context, input)),
        tow: on.tow.handler(({ context }) => tools.tow(context)),
        look: on.look.handler(({ context }) => refusalOf('en', () => tools.tow(context))),
        pay: on.pay.handler(async ({ context }) => { await refund(context); }),
        guess: on.guess.handler(async ({ context }) => { try { await refund(context); } catch { throw fail('GUESSED'); } }),
        load: on.load.handler(({ context }) => tools.load.start(context)),
      });`,
    'domains/a/server/lots.ts': `
      import { contract } from '../contract.ts';
      export const lots = resource(contract.lot, { prepare: () => { throw fail('NO_PLACES'); } });
      const checks = () => { throw fail('BAD_SHEET'); };
      export const sheet = defineImport({ check: checks });
      const makeTools = (name) => { const also = name; return { tow: () => { throw fail('TOWED'); }, wash: () => { throw fail('WASHED'); } }; };
      export const tools = { ...makeTools('a'), load: sheet };`,
    'domains/b/server/index.ts': `export { give as refund } from './money.ts';`,
    'domains/b/server/money.ts': `export const give = (call) => { throw fail('NO_MONEY'); };`,
  });
  const found = Object.fromEntries(refusalsIn(files).map(({ name, codes }) => [name, codes]));
  expect(found).toMatchObject({
    'park.close': ['NO_PLACES'],
    tow: ['TOWED'],
    look: [],
    pay: ['NO_MONEY'],
    guess: ['GUESSED'],
  });
});
