import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers, FormField } from '#domains/questions/contract.ts';
import {
  clashesOf,
  nothingUnsent,
  sendableAnswers,
  shownAnswers,
  type Unsent,
  withChoice,
  withDelivered,
  withTried,
  withTyped,
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
    const one = withTyped(nothingUnsent, saved, 'school', '17');
    expect(shownAnswers(saved, one)).toEqual({ school: '17' });
    expect(sendableAnswers(fields, saved, one)).toEqual({ school: '17' });
    expect(withTyped(one, saved, 'school', '5')).toBe(nothingUnsent);
    expect(withTyped(nothingUnsent, saved, 'year', null)).toBe(nothingUnsent);
    // The server cuts spaces off; that is no change.
    expect(withTyped(nothingUnsent, saved, 'school', '5 ')).toBe(nothingUnsent);
  });

  it('keeps what does not fit on the device, and sends the rest', () => {
    const unsent = withTyped(withTyped(nothingUnsent, {}, 'year', 1800), {}, 'school', '17');
    expect(sendableAnswers(fields, {}, unsent)).toEqual({ school: '17' });
    expect(shownAnswers({}, unsent)).toEqual({ year: 1800, school: '17' });
    expect(sendableAnswers(fields, {}, unsent, new Set(['school']))).toEqual({});
  });

  it('empties an answer', () => {
    const saved: Answers = { school: '5', year: 2020 };
    const unsent = withTyped(nothingUnsent, saved, 'year', null);
    expect(shownAnswers(saved, unsent)).toEqual({ school: '5' });
    expect(sendableAnswers(fields, saved, unsent)).toEqual({ year: null });
  });

  it('keeps what was typed while a save was under way', () => {
    const first = withTyped(nothingUnsent, {}, 'school', '1');
    const sent = sendableAnswers(fields, {}, first);
    const later = withTyped(first, {}, 'school', '17');
    const rest = withDelivered(later, sent, { school: '1' });
    expect(rest).toEqual({ answers: { school: '17' }, before: { school: '1' }, tried: [] });
    expect(clashesOf({ school: '1' }, rest)).toEqual([]);
    expect(withDelivered(first, sent, { school: '1' })).toBe(nothingUnsent);
  });

  it('asks where another device wrote something else, and loses neither', () => {
    const unsent = withTyped(withTyped(nothingUnsent, { school: '5' }, 'school', '17'), { school: '5' }, 'year', 2020);
    const now: Answers = { school: '9', benefit: 'none' };
    expect(clashesOf(now, unsent)).toEqual([{ key: 'school', mine: '17', theirs: '9' }]);
    expect(sendableAnswers(fields, now, unsent)).toEqual({ year: 2020 });
    expect(sendableAnswers(fields, now, withChoice(unsent, now, 'school', 'mine'))).toEqual({
      school: '17',
      year: 2020,
    });
    expect(shownAnswers(now, withChoice(unsent, now, 'school', 'theirs'))).toMatchObject({ school: '9', year: 2020 });
    // Both wrote the same.
    expect(clashesOf({ school: '17' }, unsent)).toEqual([]);
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
          const sent = sendableAnswers(all, known, unsent);
          unsent = withTried(unsent, sent);
          if (!arrives) return;
          server = shownAnswers(server, { ...nothingUnsent, answers: sent });
          if (!answered) return;
          known = server;
          unsent = withDelivered(unsent, sent, known);
        };
        for (const one of steps) {
          if (one.kind === 'type') {
            unsent = withTyped(unsent, known, one.key, one.value);
            wanted[one.key] = one.value;
          } else send(one.arrives, one.answered);
        }
        expect(shownAnswers(known, unsent)).toEqual(shownAnswers(wanted, nothingUnsent));
        // An answer was lost on the way: the page reads anew, and what it wrote itself is no clash to ask about.
        known = server;
        for (const { key } of clashesOf(known, unsent)) unsent = withChoice(unsent, known, key, 'mine');
        send(true, true);
        expect(server).toEqual(shownAnswers(wanted, nothingUnsent));
      }),
    );
  });
});
