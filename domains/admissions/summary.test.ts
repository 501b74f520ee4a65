import { expect, test } from 'vitest';
import { type FormField, fieldTypes } from '#domains/questions/contract.ts';
import { flavourNames, flavours } from './flavours.ts';
import { type Asked, personFields, summaryOf } from './summary.ts';

const title = (uz: string) => ({ uz, ru: '', en: '' });
const fields: FormField[] = fieldTypes.map((type) => ({
  key: type.toLowerCase(),
  type,
  title: title(type),
  ...(type.endsWith('SELECT') ? { options: [{ value: 'a', title: title('A') }] } : {}),
}));
const asked: Asked = {
  batches: [
    { id: 1, title: title('Birinchi'), fields },
    {
      id: 2,
      title: title('Ikkinchi'),
      fields: [
        { key: 'hangs', type: 'TEXT', title: title('Hangs'), condition: { field: 'select', in: ['a'] } },
        { key: 'not_asked', type: 'TEXT', title: title('Not asked'), condition: { field: 'select', in: ['b'] } },
      ],
    },
  ],
  papers: [{ type: 'PASSPORT', title: title('Pasport'), applicant_types: [], levels: [], required: true }],
};

test.each(flavourNames)('every field of a form stands in the summary of an application: %s', (name) => {
  const parts = summaryOf(flavours[name], asked, { select: 'a' }, [{ type: 'OTHER' }]);
  const paths = parts.flatMap((part) => part.items.map(({ path }) => path));
  for (const field of fields) expect(paths).toContain(`answers.${field.key}`);
  for (const field of personFields) expect(paths).toContain(`profile.${field}`);
  // What must be known of a person is part of what is shown of them.
  for (const field of flavours[name].profile) expect(paths).toContain(`profile.${field}`);
  expect(paths).toContain('answers.hangs');
  expect(paths).not.toContain('answers.not_asked');
  expect(paths.filter((path) => path.startsWith('documents.'))).toEqual(['documents.PASSPORT', 'documents.OTHER']);
  expect(new Set(paths).size).toBe(paths.length);
});
