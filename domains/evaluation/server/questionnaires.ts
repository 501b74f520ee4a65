import { sql } from 'drizzle-orm';
import { demandSound, type FormField } from '#domains/questions/server/index.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { askedTypes, longestText, mostTexts, type Section } from '../shapes.ts';
import { questionnaires } from './tables.ts';

/** What is asked. A period keeps its own copy when it starts, so that whatever is changed here changes nothing there. */

export const fieldsOf = (sections: readonly Section[]): FormField[] => sections.flatMap(({ fields }) => fields);

/** Nothing is asked by which somebody would be known, and little in words. */
function demandNameless(fields: readonly FormField[]): void {
  const faults = fields.flatMap((field, at) =>
    askedTypes.some((type) => type === field.type)
      ? []
      : [{ path: `fields.${at}.type`, code: 'EVALUATION_FIELD' as const }],
  );
  const texts = fields.filter(({ type }) => type === 'TEXTAREA').length;
  if (faults.length || texts > mostTexts) throw fail('EVALUATION_FIELD', { fields: faults, most: mostTexts });
}

export const questionnaire = resource(contract.questionnaire, {
  table: questionnaires,
  search: [sql`${questionnaires.title}::text`],
  sorts: { id: sql`${questionnaires.id}` },
  defaultSort: 'id',
  optionTitle: (locale) => localTitle(sql`${questionnaires.title}`, locale),
  present: (_call, rows) =>
    Promise.resolve(
      rows.map(({ institution_id: _i, deleted_at: _d, ...row }) => ({
        ...row,
        questions: fieldsOf(row.sections).length,
      })),
    ),
  prepare: (call, input, current) => {
    if (!input.sections) return input;
    const fields = fieldsOf(input.sections);
    demandNameless(fields);
    demandSound(call, fieldsOf(current?.sections ?? []), fields);
    return {
      ...input,
      // Texts are short, whatever the form says, so that all that is sealed has one size.
      sections: input.sections.map((one) => ({
        ...one,
        fields: one.fields.map((field) =>
          field.type === 'TEXTAREA' ? { ...field, max: Math.min(field.max ?? longestText, longestText) } : field,
        ),
      })),
    };
  },
});
