import { describe, expect, test } from 'vitest';
import { type Answers, checkAnswers, checkFields, type FormField, isAsked, stillReferred } from './answers.ts';
import { changesBetween } from './changes.ts';

const words = (uz: string) => ({ uz, ru: uz, en: uz });
const field = (key: string, more: Partial<FormField> = {}): FormField => ({
  key,
  type: 'TEXT',
  title: words(key),
  ...more,
});
const select = (key: string, values: string[], more: Partial<FormField> = {}) =>
  field(key, { type: 'SELECT', options: values.map((value) => ({ value, title: words(value) })), ...more });
const codes = (fields: FormField[], facts: string[] = []) =>
  checkFields(fields, { facts }).map(({ path, code }) => `${path} ${code}`);

/** Numbers by chance, the same ones again for the same seed. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

/** A form that can be filled in, made by chance: conditions and formulas hang on what stands before. */
function anyForm(seed: number): FormField[] {
  const roll = chance(seed);
  const fields: FormField[] = [];
  for (let at = 0; at < 3 + roll(12); at++) {
    const deciding = fields.filter(({ type }) => type === 'SELECT');
    const on = deciding[roll(deciding.length + 1)];
    const condition = on ? { field: on.key, in: [on.options?.[0]?.value ?? ''] } : null;
    const numbers = fields.filter(({ type }) => type === 'NUMBER' || type === 'FORMULA');
    const key = `f${at}`;
    const kind = roll(5);
    if (kind === 0) fields.push(select(key, ['a', 'b', 'c'], { condition, required: roll(2) === 0 }));
    else if (kind === 1) fields.push(field(key, { type: 'NUMBER', condition, required: true }));
    else if (kind === 2 && numbers.length)
      fields.push(field(key, { type: 'FORMULA', formula: `${numbers[roll(numbers.length)]?.key} * 2`, condition }));
    else if (kind === 3) fields.push(field(key, { type: 'FACT', fact: 'student.name', condition }));
    else fields.push(field(key, { condition, required: roll(2) === 0 }));
  }
  return fields;
}

describe('a form', () => {
  test('says what cannot be filled in', () => {
    expect(
      codes([
        field('a', { condition: { field: 'b', in: ['x'] } }),
        select('b', ['x', 'x'], { condition: { field: 'a', in: ['y'] } }),
        select('c', []),
        field('d', { condition: { field: 'b', in: ['z'] } }),
        field('e', { type: 'FACT', fact: 'student.shoe' }),
        field('f', { type: 'FORMULA', formula: '1 +' }),
        field('g', { type: 'FORMULA', formula: 'a + 1' }),
        field('h', { type: 'FORMULA', formula: 'h + 1' }),
        field('a'),
        field('i', { condition: { field: 'nowhere', in: ['x'] } }),
      ]),
    ).toEqual([
      'fields.0.condition CONDITION_CIRCLE',
      'fields.1.options OPTION_TWICE',
      'fields.2.options form_required',
      'fields.3.condition CONDITION_VALUE',
      'fields.4.fact FACT_UNKNOWN',
      'fields.5.formula FORMULA_UNREADABLE',
      'fields.6.formula FORMULA_UNKNOWN',
      'fields.7.formula CONDITION_CIRCLE',
      'fields.8.key FIELD_TWICE',
      'fields.9.condition CONDITION_UNKNOWN',
    ]);
  });

  test('keeps what others refer to', () => {
    const before = [select('a', ['x']), field('b', { condition: { field: 'a', in: ['x'] } }), field('c')];
    expect(
      stillReferred(before, before.slice(1)).map(({ field, by }) => [field.key, by.map(({ key }) => key)]),
    ).toEqual([['a', ['b']]]);
    expect(stillReferred(before, before.slice(2))).toEqual([]);
  });

  test('tells its versions apart in words, and what is not translated', () => {
    const before = [{ title: words('A'), fields: [field('a'), field('b'), select('c', ['x'])] }];
    const after = [
      {
        title: { uz: 'A', ru: '', en: 'A' },
        fields: [select('c', ['x', 'y']), field('a', { title: words('Other'), required: true }), field('d')],
      },
    ];
    expect(changesBetween(before, after).map(({ kind, key }) => `${key} ${kind}`)).toEqual([
      'c OPTIONS',
      'c MOVED',
      'a REQUIRED',
      'a WORDS',
      'a MOVED',
      'd ADDED',
      'b REMOVED',
    ]);
    expect(changesBetween(before, before)).toEqual([]);
  });
});

describe('answers', () => {
  const fields = [
    select('why', ['embassy', 'work']),
    field('embassy', { required: true, condition: { field: 'why', in: ['embassy'] } }),
    field('missed', { type: 'NUMBER' }),
    field('share', { type: 'FORMULA', formula: 'round(missed / 80 * 100, 1)' }),
    field('name', { type: 'FACT', fact: 'student.name' }),
  ];
  const facts = { 'student.name': 'Aliyev Vali' };

  test('are held against what is asked; facts and formulas are ours, whatever was sent for them', () => {
    const given: Answers = { why: 'work', embassy: 'hidden', missed: 3, share: 99, name: 'Somebody Else' };
    expect(checkAnswers(fields, given, true, facts)).toEqual({
      answers: { why: 'work', missed: 3, share: '3.8', name: 'Aliyev Vali' },
      faults: [],
    });
    expect(checkAnswers(fields, { why: 'embassy' }, true, facts).faults).toEqual([
      { path: 'answers.embassy', code: 'form_required' },
    ]);
    expect(checkAnswers(fields, { other: 'x' }, false).faults).toEqual([
      { path: 'answers.other', code: 'ANSWER_UNKNOWN' },
    ]);
  });

  test('mean the same in a copy of any form, sent to and fro as text', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const form = anyForm(seed);
      expect(checkFields(form, { facts: ['student.name'] }), `seed ${seed}`).toEqual([]);
      const copy: FormField[] = JSON.parse(JSON.stringify(form));
      const roll = chance(seed + 7);
      const given: Answers = Object.fromEntries(
        form
          .filter(({ type }) => type !== 'FACT' && type !== 'FORMULA')
          .map(({ key, type }) => [
            key,
            type === 'NUMBER' ? roll(50) : type === 'SELECT' ? (['a', 'b', 'c'][roll(3)] ?? 'a') : 'text',
          ]),
      );
      const first = checkAnswers(form, given, true, facts);
      expect(checkAnswers(copy, given, true, facts), `seed ${seed}`).toEqual(first);
      expect(changesBetween([{ title: words('A'), fields: form }], [{ title: words('A'), fields: copy }])).toEqual([]);
      // What was kept is found right again: nothing hidden is left in it, nothing that is asked is lost.
      expect(checkAnswers(copy, first.answers, true, facts), `seed ${seed}`).toEqual(first);
      for (const key of Object.keys(first.answers))
        expect(isAsked(copy, key, { ...given, ...first.answers })).toBe(true);
    }
  });
});

test('a form of thousands of questions, each hanging on another, is read in a moment', () => {
  const many = 3000;
  const long = `f0${' + f0'.repeat(40)}`;
  const chain = Array.from({ length: many }, (_, at) =>
    select(`f${at}`, ['a'], at ? { condition: { field: `f${at - 1}`, in: ['a'] } } : {}),
  );
  const back = Array.from({ length: many }, (_, at) =>
    field(`f${at}`, { type: 'FORMULA', formula: long, condition: { field: `f${(at + 1) % many}`, in: ['a'] } }),
  );
  const began = performance.now();
  expect(checkFields(chain)).toEqual([]);
  const { faults } = checkAnswers(chain, Object.fromEntries(chain.map(({ key }) => [key, 'a'])), true);
  expect(faults).toEqual([]);
  expect(checkFields(back).some(({ code }) => code === 'CONDITION_CIRCLE')).toBe(true);
  expect(performance.now() - began).toBeLessThan(10_000);
});
