import {
  type Control,
  type Field,
  type Fields,
  type StoredField,
  type StoredName,
  storedNames,
} from '#platform/contract/index.ts';
import { today } from '../../clock.ts';
import { codeId, type Family, type Translate } from '../../i18n.tsx';
import type { Option, OptionId } from '../controls/options.ts';
import type { FieldDefinition } from '../form/field-control.tsx';

/** Forms, pages, columns and histories of a record whose fields are declared: what a domain's `fields.ts` says is shown here. */

type Load = (search: string, ids?: OptionId[]) => Promise<readonly { id: OptionId; title: string }[]>;
/** A declaration whose codes have words. */
type ShownFields = Readonly<
  Record<
    string,
    Field & {
      readonly control?:
        | Exclude<Control, { kind: 'select' }>
        | (Extract<Control, { kind: 'select' }> & { readonly words: Family });
    }
  >
>;
type ControlOf<F extends Fields> = Extract<F[keyof F], { control: Control }>['control'];

export interface ShownRecord<F extends ShownFields = ShownFields> {
  readonly fields: F;
  /** Where the titles and the hints of its fields stand: `students.field`, `students.hint`; no hints where no field has one. */
  readonly titles: Family;
  readonly hints?: Family;
  /** Where the browser looks for what a field refers to, by the name that the declaration gives it. */
  readonly loaders: Readonly<Record<Extract<ControlOf<F>, { kind: 'reference' }>['to'], Load>>;
}

export const shownRecord = <const F extends ShownFields>(record: ShownRecord<F>) => record;

/** The stored field of this name, with where its values are looked for when it is a reference. */
export function shownField({ fields, loaders }: ShownRecord, name: string) {
  const field = fields[name];
  if (!field?.out) return undefined;
  const { control, sees, copied }: StoredField & { control: NonNullable<(typeof field)['control']> } = field;
  return { control, sees, copied, load: control.kind === 'reference' ? loaders[control.to] : undefined };
}

/** How each field that holds a number of another record finds its title. */
export const loadersOf = (record: ShownRecord): [name: string, Load][] =>
  storedNames(record.fields).flatMap((name) => {
    const load = shownField(record, name)?.load;
    return load ? [[name, load]] : [];
  });

export const fieldTitle = <F extends ShownFields>(t: Translate, record: ShownRecord<F>, name: keyof F & string) =>
  t(codeId(record.titles, name));

function definitionOf(
  t: Translate,
  record: ShownRecord,
  name: string,
  known: Option | null | undefined,
): FieldDefinition {
  const field = record.fields[name];
  const shown = shownField(record, name);
  if (!field?.out || !shown) throw new Error(`${record.titles}.${name} is not stored, so no form asks for it`);
  const { hint, wide } = field;
  const { control, load } = shown;
  const look = {
    name,
    label: fieldTitle(t, record, name),
    ...(hint && record.hints ? { description: t(codeId(record.hints, name)) } : {}),
    ...(wide ? { wide } : {}),
  };
  switch (control.kind) {
    case 'select':
      return {
        control: 'select',
        ...look,
        options: control.codes.map((code) => ({ id: code, title: t(codeId(control.words, code)) })),
      };
    case 'reference':
      return { control: 'async', ...look, load: load ?? (async () => []), ...(known ? { known: [known] } : {}) };
    case 'date':
      return { control: 'date', ...look, ...(control.until ? { max: today() } : {}) };
    default: {
      const { kind, ...own } = control;
      return { control: kind, ...look, ...own };
    }
  }
}

/** The controls of one part of the record. `known`: what its references are called already, so that nobody asks. */
export const formFields = <F extends ShownFields>(
  t: Translate,
  record: ShownRecord<F>,
  part: F[keyof F]['part'],
  known: { readonly [N in StoredName<F>]?: { id: OptionId; title: string } | null | undefined } = {},
): FieldDefinition[] => {
  const plain: Readonly<Record<string, Option | null | undefined>> = known;
  return storedNames(record.fields, part).flatMap((name) =>
    record.fields[name]?.save ? [definitionOf(t, record, name, plain[name])] : [],
  );
};
