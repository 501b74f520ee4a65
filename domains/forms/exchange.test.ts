import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFields, type FormField } from '#domains/questions/contract.ts';
import { exportForm, type FormContent, importForm } from './exchange.ts';

const words = fc.string({ minLength: 1, maxLength: 20 }).map((text) => {
  const said = `m${text.trim()}`;
  return { uz: said, ru: said, en: said };
});

/** Questions by chance, of which those behind hang on those before. */
const fields = fc
  .array(fc.record({ title: words, kind: fc.integer({ min: 0, max: 3 }), on: fc.nat(20), required: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((rolled) => {
    const made: FormField[] = [];
    rolled.forEach(({ title, kind, on, required }, at) => {
      const deciding = made.filter(({ type }) => type === 'SELECT');
      const counted = made.filter(({ type }) => type === 'NUMBER');
      const asked = deciding.length ? { field: deciding[on % deciding.length]!.key, in: ['a'] } : null;
      const key = `f${at}`;
      if (kind === 0)
        made.push({ key, type: 'SELECT', title, required, options: ['a', 'b'].map((value) => ({ value, title })) });
      else if (kind === 1) made.push({ key, type: 'NUMBER', title, required, condition: asked });
      else if (kind === 2 && counted.length)
        made.push({ key, type: 'FORMULA', title, formula: `${counted[on % counted.length]!.key} * 2` });
      else made.push({ key, type: 'TEXT', title, required, condition: asked });
    });
    return made;
  });

const form = fc.record({ title: words, fields, cut: fc.nat(12), fee: fc.nat(100_000) }).map(
  ({ title, fields: all, cut, fee }): FormContent => ({
    title,
    description: null,
    sections: [
      { id: 7, title, note: null, fields: all.slice(0, cut) },
      { id: 3, title, note: title, fields: all.slice(cut) },
    ],
    steps: [{ key: 'check', title, roles: ['REGISTRAR_OFFICER'], action: 'CHECK', days: 2, change: null }],
    paper: {
      kind: 'REFERENCE',
      title,
      text: { uz: `{answers.${all[0]!.key}}`, ru: '', en: '' },
      facts: ['student.name'],
      signatories: [],
      valid_days: 30,
    },
    fee: `${fee}.00`,
    deliveries: ['PDF'],
    languages: ['uz'],
  }),
);

test('a form that goes out and comes in again is the same, and all that refers to something finds it', () => {
  fc.assert(
    fc.property(form, (sent) => {
      const come = importForm(exportForm(sent));
      expect(come).toEqual(sent);
      const twice = importForm(exportForm(come!));
      expect(twice).toEqual(sent);
      expect(checkFields(come!.sections.flatMap((one) => one.fields))).toEqual(
        checkFields(sent.sections.flatMap((one) => one.fields)),
      );
    }),
    { numRuns: 300 },
  );
});

test('what is no form is not taken for one', () => {
  for (const text of ['', '{', '[]', '{"format":"edulab-form-1"}', '{"format":"edulab-form-2","form":{}}'])
    expect(importForm(text)).toBeNull();
});
