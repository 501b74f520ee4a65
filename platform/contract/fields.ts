import type { z } from 'zod';
import type { Locale } from './locales.ts';

/**
 * The home of a field: what it is called, how it is saved and answered, who sees it, where on the page and in the files it
 * stands. A domain declares the fields of a record in its `fields.ts`, in the order in which forms and pages show them;
 * shapes, presenters, imports, exports, forms, pages and columns are read from there.
 */

export type Words = Record<Locale, string>;

/** How a cell of a spreadsheet is read, and how its column looks in files. */
export type Reading =
  | { readonly as: 'text' | 'name'; readonly max: number }
  | { readonly as: 'phone' | 'email' | 'passport' | 'pinfl' | 'money' }
  | { readonly as: 'date'; readonly min?: string; readonly until?: 'tomorrow' }
  | { readonly as: 'integer'; readonly min: number; readonly max: number }
  /** Codes with the words that stand for each: in Uzbek, Russian and English, then any others. */
  | {
      readonly as: 'code';
      readonly words: Readonly<Record<string, readonly [string, string, string, ...string[]]>>;
    };

/** A column of the files in which records come and go. */
export interface Sheet {
  /** Its key where that is not the name of the field. */
  readonly key?: string;
  /** Its heading where that is not the title of the field. */
  readonly titles?: Words;
  /** Other headings under which it comes in. */
  readonly aliases?: readonly string[];
  readonly required?: true;
  readonly read: Reading;
  /** As it would be typed. */
  readonly example: string | number;
  readonly note?: Words;
  /** The key of the column behind which it stands; without it the columns stand as the fields are declared. */
  readonly after?: string;
  /** The cell names a record of this table, by title or code, of those that are so; `of` is the field that holds its number. */
  readonly refers?: { readonly table: string; readonly of: string; readonly where?: string };
}

/** What a form asks with, and with that how the page shows the value. */
export type Control =
  | { readonly kind: 'text' | 'phone' | 'email'; readonly placeholder?: string }
  | {
      readonly kind: 'number';
      readonly min?: number;
      readonly max?: number;
      readonly step?: number;
      readonly decimals?: number;
    }
  | { readonly kind: 'switch' }
  | { readonly kind: 'date'; readonly until?: 'today' }
  /** `words`: the messages that say the codes, `students.level` for `students.level.MASTER`. */
  | { readonly kind: 'select'; readonly codes: readonly string[]; readonly words: string }
  /** The number of a record of another list; `to` names it for the browser, which knows how to look in it. */
  | { readonly kind: 'reference'; readonly to: string };

interface Declared<Part extends string, Sees extends string> {
  readonly titles: Words;
  /** What stands below the field in a form. */
  readonly hint?: Words;
  /** The part of the record: a section of the form and of the page, and what one call of change takes. */
  readonly part: Part;
  /** The permission that shows it. */
  readonly sees: Sees;
  readonly sheet?: Sheet;
}

interface Stored {
  /** As it is saved; none where another call writes it, so that no form asks for it. */
  readonly save?: z.ZodType;
  /** As it is answered to those who see it. */
  readonly out: z.ZodType;
  readonly control: Control;
  /** It takes the whole width of a form. */
  readonly wide?: true;
  /** The page offers to copy it, for what is often carried to another system. */
  readonly copied?: true;
}

/** What lists carry, and may be chosen as a column there. What they do not carry, the record itself says. */
type Listed =
  | { readonly listed: true; readonly column?: 'choosable' }
  | { readonly listed: false; readonly column?: undefined };

/** A field of a record; or a column of its files that is no field, such as the code of what a field names by title. */
export type Field<Part extends string = string, Sees extends string = string> = Declared<Part, Sees> &
  (
    | (Stored & Listed)
    | { readonly sheet: Sheet; readonly out?: undefined; readonly save?: undefined; readonly listed?: undefined }
  );

/** A field that is stored and answered. */
export type StoredField = Extract<Field, Stored>;

export type Fields = Readonly<Record<string, Field>>;
/** What a domain's `fields.ts` declares as `declared`: the fields of a record by its table. */
export type DeclaredFields = Readonly<Record<string, Fields>>;

/** Names of the fields that are so: `NamesOf<typeof studentFields, {part: 'contact'}>`. */
export type NamesOf<F, Q> = { [K in keyof F & string]: F[K] extends Q ? K : never }[keyof F & string];
/** Names of what is stored. */
export type StoredName<F> = NamesOf<F, { out: z.ZodType }>;

/** Names of the stored fields that are so, in their order: `namesOf(studentFields, {part: 'contact'})`. */
export const namesOf = <
  F extends Fields,
  const Q extends { part?: string; sees?: string; listed?: boolean; column?: 'choosable' },
>(
  fields: F,
  query: Q,
) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.out && Object.entries(query).every(([key, value]) => field[key as keyof Field] === value) ? [name] : [],
  ) as NamesOf<F, Q & { out: z.ZodType }>[];

type SaveOf<F, P> = {
  [K in NamesOf<F, { part: P; save: z.ZodType }>]: F[K] extends { save: infer S extends z.ZodType } ? S : never;
};
/** What a save of one part of the record carries. */
export const saveOf = <F extends Fields, const P extends F[keyof F]['part']>(fields: F, part: P) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.save && field.part === part ? [[name, field.save]] : [])),
  ) as SaveOf<F, P>;

type OutOf<F, S> = {
  [K in NamesOf<F, { sees: S; out: z.ZodType }>]: F[K] extends { out: infer O extends z.ZodType } ? O : never;
};
/** What is answered to those who hold this permission. */
export const outOf = <F extends Fields, const S extends F[keyof F]['sees']>(fields: F, sees: S) =>
  Object.fromEntries(namesOf(fields, { sees }).map((name) => [name, (fields[name] as StoredField).out])) as OutOf<F, S>;

/** Names of all stored fields, or of those of one part of the record, in their order. */
export const storedNames = <F extends Fields>(fields: F, part?: F[keyof F]['part']) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.out && (part === undefined || field.part === part) ? [name] : [],
  ) as StoredName<F>[];

/** Fields that one permission shows. `absent` laid over an answer leaves them out: JSON has no undefined, and taking them out one by one costs ten times as much. */
interface Kept<S extends string, N extends string> {
  readonly sees: S;
  readonly fields: readonly N[];
  readonly absent: Readonly<Record<N, undefined>>;
}
/**
 * What is kept from whoever lacks a permission: the fields of each, but for those that everybody sees who sees the record.
 * Presenters, exports and histories hide by this, so that no second list says what is private.
 */
export function keptBehind<F extends Fields, const E extends F[keyof F]['sees']>(
  fields: F,
  everybody: E,
): Kept<Exclude<F[keyof F]['sees'], E>, StoredName<F>>[];
export function keptBehind(fields: Fields, everybody: string): Kept<string, string>[] {
  const permissions = new Set(Object.values(fields).map(({ sees }) => sees));
  permissions.delete(everybody);
  return [...permissions].map((sees) => {
    const names = storedNames(fields).filter((name) => fields[name]?.sees === sees);
    return { sees, fields: names, absent: Object.fromEntries(names.map((name) => [name, undefined])) };
  });
}

/** The mask that leaves these fields out of a shape, or keeps only them. */
export const maskOf = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<N, true>;

/** Ids of the messages that a declaration brings along. */
export type WordIds<Domain extends string, D extends DeclaredFields> = {
  [Table in keyof D]:
    | `${Domain}.field.${keyof D[Table] & string}`
    | `${Domain}.hint.${NamesOf<D[Table], { hint: Words }>}`;
}[keyof D];

/** The messages of the declared fields in each language: `<domain>.field.<name>`, and `<domain>.hint.<name>`. */
export const wordsOf = (domain: string, declared: DeclaredFields, locale: Locale): Record<string, string> =>
  Object.fromEntries(
    Object.values(declared)
      .flatMap((fields) => Object.entries(fields))
      .flatMap(([name, { titles, hint }]) => [
        [`${domain}.field.${name}`, titles[locale]],
        ...(hint ? [[`${domain}.hint.${name}`, hint[locale]]] : []),
      ]),
  );
