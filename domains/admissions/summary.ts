import { type Answers, type FormField, isAsked } from '#domains/questions/contract.ts';
import type { Title } from '#platform/contract/index.ts';
import type { Flavour } from './flavours.ts';
import type { RequiredDocument } from './form.ts';

/**
 * Everything that an application holds, in the order in which it is asked. What an applicant reads before sending it, what
 * they read after, and what an officer judges are drawn from this alone, so none of them can forget a field. No I/O.
 */

/** What is asked of a person, whatever they apply for. */
export const personFields = [
  'lastname',
  'firstname',
  'midname',
  'gender',
  'birthdate',
  'passport_id',
  'pinfl',
  'region_id',
  'address',
  'phone',
  'additional_phone',
  'photo_file_id',
] as const;
export type PersonField = (typeof personFields)[number];

const targets = {
  campaign: ['campaign_id', 'language', 'education_form_id', 'applicant_type', 'tuition', 'type_id'],
  vacancy: ['vacancy_id', 'type_id'],
  form: ['form_id', 'type_id'],
} as const satisfies Record<Flavour['target'], readonly string[]>;
export type TargetField = (typeof targets)[keyof typeof targets][number];

export interface Asked {
  batches: readonly { id: number; title: Title; fields: readonly FormField[] }[];
  papers: readonly RequiredDocument[];
}
interface Item {
  /** As an officer names it when something is returned. */
  path: string;
}
export type TargetItem = Item & { name: TargetField };
export type PersonItem = Item & { name: PersonField };
export type AnswerItem = Item & { field: FormField };
export type PaperItem = Item & { type: string; title: Title | null; required: boolean };
export type SummaryPart =
  | { of: 'target'; key: 'target'; items: TargetItem[] }
  | { of: 'person'; key: 'person'; items: PersonItem[] }
  | { of: 'answers'; key: string; title: Title; items: AnswerItem[] }
  | { of: 'papers'; key: 'papers'; items: PaperItem[] };

/** Of a form with these answers and these papers that were brought. What the form does not ask, given the answers, is left out. */
export function summaryOf(
  flavour: Pick<Flavour, 'target'>,
  { batches, papers }: Asked,
  answers: Answers,
  brought: readonly { type: string }[],
): SummaryPart[] {
  const all = batches.flatMap((batch) => batch.fields);
  const others = brought.filter(({ type }) => !papers.some((paper) => paper.type === type));
  const documents = [
    ...papers.map(({ type, title, required }) => ({ type, title, required })),
    ...others.map(({ type }) => ({ type, title: null, required: false })),
  ];
  return [
    { of: 'target', key: 'target', items: targets[flavour.target].map((name) => ({ path: name, name })) },
    { of: 'person', key: 'person', items: personFields.map((name) => ({ path: `profile.${name}`, name })) },
    ...batches.map((batch) => ({
      of: 'answers' as const,
      key: `part-${batch.id}`,
      title: batch.title,
      items: batch.fields
        .filter((field) => isAsked(all, field.key, answers))
        .map((field) => ({ path: `answers.${field.key}`, field })),
    })),
    ...(documents.length
      ? [
          {
            of: 'papers' as const,
            key: 'papers' as const,
            items: documents.map((paper) => ({ path: `documents.${paper.type}`, ...paper })),
          },
        ]
      : []),
  ];
}
