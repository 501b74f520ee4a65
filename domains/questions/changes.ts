import type { Title } from '#platform/contract/index.ts';
import type { FormField } from './answers.ts';

/** How one version of a form differs from another, by the keys of its fields. No I/O. */

export interface AskedSection {
  title: Title;
  fields: readonly FormField[];
}
export const changeKinds = [
  'ADDED',
  'REMOVED',
  'WORDS',
  'TYPE',
  'REQUIRED',
  'OPTIONAL',
  'OPTIONS',
  'CONDITION',
  'BOUNDS',
  'SOURCE',
  'MOVED',
] as const;
export interface FieldChange {
  kind: (typeof changeKinds)[number];
  key: string;
  title: Title;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const words = (field: FormField) => [
  field.title,
  field.hint ?? null,
  (field.options ?? []).map((option) => option.title),
];

export function changesBetween(before: readonly AskedSection[], after: readonly AskedSection[]): FieldChange[] {
  const old = before.flatMap(({ fields }) => fields);
  const now = after.flatMap(({ fields }) => fields);
  const known = new Map(old.map((field) => [field.key, field]));
  const kept = new Set(now.map(({ key }) => key));
  const found: FieldChange[] = [];
  // What stands in both, in the order of each: whoever stands elsewhere there has moved.
  const orderBefore = old.filter(({ key }) => kept.has(key)).map(({ key }) => key);
  const orderNow = now.filter(({ key }) => known.has(key)).map(({ key }) => key);
  for (const field of now) {
    const was = known.get(field.key);
    const add = (kind: FieldChange['kind']) => found.push({ kind, key: field.key, title: field.title });
    if (!was) {
      add('ADDED');
      continue;
    }
    if (was.type !== field.type) add('TYPE');
    if (!was.required !== !field.required) add(field.required ? 'REQUIRED' : 'OPTIONAL');
    const values = ({ options = [] }: FormField) => options.map(({ value }) => value);
    if (!same(values(was), values(field))) add('OPTIONS');
    else if (!same(words(was), words(field))) add('WORDS');
    if (!same(was.condition, field.condition)) add('CONDITION');
    if (!same([was.min, was.max], [field.min, field.max])) add('BOUNDS');
    if (!same([was.fact, was.source, was.formula], [field.fact, field.source, field.formula])) add('SOURCE');
    if (orderBefore.indexOf(field.key) !== orderNow.indexOf(field.key)) add('MOVED');
  }
  for (const field of old)
    if (!kept.has(field.key)) found.push({ kind: 'REMOVED', key: field.key, title: field.title });
  return found;
}
