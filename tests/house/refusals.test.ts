import { expect, test } from 'vitest';
import { domains } from '#domains/server.ts';
import { commonErrors } from '#platform/contract/index.ts';
import { callsOf, refusalsOf } from '#platform/server/call/routes.ts';
import { filesOf, repositoryFiles } from './files.ts';
import { refusalsIn } from './refusals.ts';

test('what a record may be refused with when it is saved, deleted or restored is declared by its call', () => {
  const calls = new Map(callsOf(domains).map(({ domain, name, meta }) => [`${domain} ${name}`, meta]));
  const declared = new Set(domains.flatMap(({ errors = {} }) => Object.keys(errors)));
  const found = refusalsIn(repositoryFiles());
  expect(found.filter(({ codes }) => codes.length > 0).length).toBeGreaterThan(50);
  const missing = found.flatMap(({ domain, name, codes }) => {
    const meta = calls.get(`${domain} ${name}`);
    // Others are faults of fields, answered as BAD_REQUEST.
    const own = codes.filter((code) => declared.has(code) && !(code in commonErrors));
    return meta
      ? own.filter((code) => !refusalsOf(meta).includes(code)).map((code) => `${domain} ${name}: ${code}`)
      : [];
  });
  expect(missing, 'add it to `errors`, `deleteErrors` or `restoreErrors` of the contract').toEqual([]);
});

test('codes are found where they are thrown, however deep in the domain, and only there', () => {
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
    { domain: 'a', name: 'park.lot.save', codes: ['NO_PLACES'] },
    { domain: 'a', name: 'park.lot.remove', codes: ['LOT_TAKEN'] },
    { domain: 'a', name: 'park.lot.restore', codes: ['NOT_ANYBODYS', 'NOT_OWN'] },
    { domain: 'a', name: 'other.save', codes: ['OTHER'] },
    { domain: 'a', name: 'other.remove', codes: [] },
    { domain: 'a', name: 'other.restore', codes: [] },
  ]);
});
