import { expect } from 'vitest';
import { covered, type Entries, same } from './entry.ts';
import { callAt, pageAt } from './product.ts';

const complaints = 'domains/feedback/server/feedback.api.test.ts';
const cases = 'domains/misconduct/server/cases.api.test.ts';

/** Cases of misconduct, claims of extenuating circumstances, complaints, and the letters of the chancellery. */
export const entries: Entries = {
  R022: covered('tests/journeys/misconduct.test.ts', 'a case goes from the grid of marks to a panel'),
  R023: covered('tests/journeys/circumstances.test.ts', 'a claim goes from a phone to a decision and back'),
  R163: async ({ as }) => {
    const caller = await as('registrar_head');
    const [first] = (await caller.get('/offence/?size=1')).body.content;
    const { id, number } = (await caller.get(`/offence/${first.id}`)).body;
    expect((await caller.get(`/offence/${encodeURIComponent(number)}`)).body.id).toBe(id);
  },
  R199: covered(cases, 'to a panel, its penalty, an appeal, and the mark as it was given'),
  R204: same('R199'),
  R205: same('R199'),
  R206: same('R199'),
  R207: same('R199'),
  R217: covered(
    'domains/circumstances/server/circumstances.api.test.ts',
    'is written bit by bit, sent, decided one by one',
  ),
  R354: () => {
    for (const one of ['report', 'consultation_reports', 'invigilation', 'invigilation_minutes', 'type'])
      for (const call of [
        `GET /offence/${one}/`,
        `GET /offence/${one}/{id}`,
        `POST /offence/${one}/`,
        `GET /offence/${one}/all`,
        `DELETE /offence/${one}/{id}`,
      ])
        expect(callAt(call), call).toBeDefined();
  },
  R358: async ({ as }) => {
    const caller = await as('registrar_head');
    const both = await caller.get('/ec/?status=SUPPORTED,REJECTED&size=100');
    const one = async (status: string) => (await caller.get(`/ec/?status=${status}&size=100`)).body.total_elements;
    expect(both.body.total_elements).toBe((await one('SUPPORTED')) + (await one('REJECTED')));
  },
  R036: covered(complaints, 'is written under a name, changed until it is taken up, and goes from received to closed'),
  R213: same('R036'),
  R043: covered('tests/journeys/correspondence.test.ts', 'the chancellery enters a letter, and it has its number'),
  R098: () => {
    for (const path of [
      '/document-management/',
      '/document-management/incoming/{id}',
      '/document-management/outgoing/{id}',
    ])
      expect(pageAt(path), path).toBeDefined();
  },
  R099: () => {
    for (const path of ['/document-management/incoming', '/document-management/outgoing'])
      expect(pageAt(path), path).toBeDefined();
  },
};
