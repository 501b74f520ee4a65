import { expect, test } from 'vitest';
import type { FormContent } from './exchange.ts';
import { textsOf, untranslated, withTexts } from './texts.ts';

const say = (uz: string, ru = uz, en = uz) => ({ uz, ru, en });
const form: Pick<FormContent, 'title' | 'description' | 'sections' | 'steps' | 'paper'> = {
  title: say('Ariza', '', 'Request'),
  description: null,
  sections: [
    {
      id: 1,
      title: say('Boʻlim'),
      note: say('', '', ''),
      fields: [
        {
          key: 'what',
          type: 'SELECT',
          title: say('Nima'),
          options: [{ value: 'A', title: say('Bir', 'Один', ' ') }],
        },
      ],
    },
  ],
  steps: [{ key: 'check', title: say('Tekshirish'), roles: ['DEAN'], action: 'CHECK', days: 1 }],
  paper: null,
};

test('what lacks a language is told by its place; a note that is not there needs none', () => {
  expect(untranslated(form)).toEqual([
    { path: 'title', lacks: ['ru'] },
    { path: 'sections.0.fields.0.options.0.title', lacks: ['en'] },
  ]);
});

test('a text is put where it stands, and nothing else changes', () => {
  const done = withTexts(form, {
    title: say('Ariza', 'Заявление', 'Request'),
    'sections.0.fields.0.options.0.title': say('Bir', 'Один', 'One'),
  });
  expect(untranslated(done)).toEqual([]);
  expect(
    withTexts(done, { title: form.title, 'sections.0.fields.0.options.0.title': say('Bir', 'Один', ' ') }),
  ).toEqual(form);
  for (const { path, text } of textsOf(done)) expect(withTexts(done, { [path]: text })).toEqual(done);
});
