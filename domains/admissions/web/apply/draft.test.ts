import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers, FormField } from '../../form.ts';
import {
  chosen,
  clashes,
  delivered,
  nothingUnsent,
  sendable,
  shownAnswers,
  trying,
  typed,
  type Unsent,
} from './draft.ts';

const title = { uz: 'A', ru: '', en: '' };
const fields: FormField[] = [
  { key: 'school', type: 'TEXT', title, required: true, max: 20 },
  { key: 'year', type: 'NUMBER', title, min: 1970, max: 2030 },
  {
    key: 'benefit',
    type: 'SELECT',
    title,
    options: [
      { value: 'none', title },
      { value: 'orphan', title },
    ],
  },
  { key: 'paper', type: 'TEXT', title, required: true, condition: { field: 'benefit', in: ['orphan'] } },
];

describe('a draft', () => {
  it('sends what was typed, and nothing once it is as the server has it', () => {
    const saved: Answers = { school: '5' };
    const one = typed(nothingUnsent, saved, 'school', '17');
    expect(shownAnswers(saved, one)).toEqual({ school: '17' });
    expect(sendable(fields, saved, one)).toEqual({ school: '17' });
    expect(typed(one, saved, 'school', '5')).toBe(nothingUnsent);
    expect(typed(nothingUnsent, saved, 'year', null)).toBe(nothingUnsent);
    // The server cuts spaces off; that is no change.
    expect(typed(nothingUnsent, saved, 'school', '5 ')).toBe(nothingUnsent);
  });

  it('keeps what does not fit on the device, and sends the rest', () => {
    const unsent = typed(typed(nothingUnsent, {}, 'year', 1800), {}, 'school', '17');
    expect(sendable(fields, {}, unsent)).toEqual({ school: '17' });
    expect(shownAnswers({}, unsent)).toEqual({ year: 1800, school: '17' });
    expect(sendable(fields, {}, unsent, new Set(['school']))).toEqual({});
  });

  it('empties an answer', () => {
    const saved: Answers = { school: '5', year: 2020 };
    const unsent = typed(nothingUnsent, saved, 'year', null);
    expect(shownAnswers(saved, unsent)).toEqual({ school: '5' });
    expect(sendable(fields, saved, unsent)).toEqual({ year: null });
  });

  it('keeps what was typed while a save was under way', () => {
    const first = typed(nothingUnsent, {}, 'school', '1');
    const sent = sendable(fields, {}, first);
    const later = typed(first, {}, 'school', '17');
    const rest = delivered(later, sent, { school: '1' });
    expect(rest).toEqual({ answers: { school: '17' }, before: { school: '1' }, tried: [] });
    expect(clashes({ school: '1' }, rest)).toEqual([]);
    expect(delivered(first, sent, { school: '1' })).toBe(nothingUnsent);
  });

  it('asks where another device wrote something else, and loses neither', () => {
    const unsent = typed(typed(nothingUnsent, { school: '5' }, 'school', '17'), { school: '5' }, 'year', 2020);
    const now: Answers = { school: '9', benefit: 'none' };
    expect(clashes(now, unsent)).toEqual([{ key: 'school', mine: '17', theirs: '9' }]);
    expect(sendable(fields, now, unsent)).toEqual({ year: 2020 });
    expect(sendable(fields, now, chosen(unsent, now, 'school', 'mine'))).toEqual({ school: '17', year: 2020 });
    expect(shownAnswers(now, chosen(unsent, now, 'school', 'theirs'))).toMatchObject({ school: '9', year: 2020 });
    // Both wrote the same.
    expect(clashes({ school: '17' }, unsent)).toEqual([]);
  });

  it('ends as the server has it, however typing, saving and losing the network follow each other', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('type' as const),
        key: fc.constantFrom('school', 'year'),
        value: fc.constantFrom('1', '2', '', null),
      }),
      fc.record({ kind: fc.constant('send' as const), arrives: fc.boolean(), answered: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const all: FormField[] = [
          { key: 'school', type: 'TEXT', title },
          { key: 'year', type: 'TEXT', title },
        ];
        let server: Answers = {};
        let known: Answers = {};
        let unsent: Unsent = nothingUnsent;
        const wanted: Answers = {};
        const send = (arrives: boolean, answered: boolean) => {
          const sent = sendable(all, known, unsent);
          unsent = trying(unsent, sent);
          if (!arrives) return;
          server = shownAnswers(server, { ...nothingUnsent, answers: sent });
          if (!answered) return;
          known = server;
          unsent = delivered(unsent, sent, known);
        };
        for (const one of steps) {
          if (one.kind === 'type') {
            unsent = typed(unsent, known, one.key, one.value);
            wanted[one.key] = one.value;
          } else send(one.arrives, one.answered);
        }
        expect(shownAnswers(known, unsent)).toEqual(shownAnswers(wanted, nothingUnsent));
        // An answer was lost on the way: the page reads anew, and what it wrote itself is no clash to ask about.
        known = server;
        for (const { key } of clashes(known, unsent)) unsent = chosen(unsent, known, key, 'mine');
        send(true, true);
        expect(server).toEqual(shownAnswers(wanted, nothingUnsent));
      }),
    );
  });
});
