import { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';
import { locales, shownLocales } from './locales.ts';
import { phoneDigits } from './phone-digits.ts';

// Pages make no code of text: their policy forbids it, and zod's trying it would be reported as a breach.
if ('document' in globalThis) z.config({ jitless: true });

/** Shapes that many domains share. JSON field names are those of the database: snake_case. */

export const localeSchema = z.enum(locales);
export const shownLocaleSchema = z.enum(shownLocales);

/** A row's number: 1 … 2^31−1, PostgreSQL's integer. */
export const id = z.int().positive().max(2_147_483_647);

/**
 * What travels as text in an address and is read before it is checked: pages write `In`, which is a number, a switch or a
 * list as the handler gets it, and whoever calls by hand writes text. The one place where the type of an input is declared
 * and not found out by what reads it.
 */
export const readAs = <T extends z.ZodType, In = z.input<T>>(read: (value: unknown) => unknown, schema: T) =>
  z.preprocess<unknown, T, In>(read, schema);

/** `id or name` of the specification: digits are an id, anything else a name. */
export const idOrName = readAs<z.ZodString, string | number>(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string().min(1).max(200),
);

/** The version of a row as it was read; a save that carries an old one is refused with 409 STALE. */
export const version = z.int().positive().max(2_147_483_647);

// NUL cannot be stored by PostgreSQL; the other control characters are never meant.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/u;

/** A field that may be emptied: null or '' clears it, absence leaves it as it is. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  readAs((value) => (value === '' ? null : value), schema.nullable()).optional();

/** One line or a paragraph of plain text, trimmed; shorter than 9999 characters unless told. */
export const text = (max = 9998) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !unprintable.test(value), { error: 'unprintable' });
export const requiredText = (max?: number) => text(max).min(1);
/** Text of more than `min` and fewer than `max` characters, neither of the two itself. */
export const lengthBetween = (min: number, max = 9999) => text(max - 1).min(min + 1);

/** A title in the three languages; uz is what every other language falls back to. */
export const title = z.object({ uz: requiredText(300), ru: text(300), en: text(300) });
export type Title = z.infer<typeof title>;

/** Titles as stored may be older than today's rules, so answers are not checked for length. */
export const titleOut = z.object({ uz: z.string(), ru: z.string(), en: z.string() });

/**
 * Letters of one script, Latin or Cyrillic, so that none stands for one of the other that looks the same. Full-width and
 * other letters of the same meaning become the plain ones; names that only look alike are told apart by the database.
 */
export const usernameShape = requiredText(60)
  .normalize('NFKC')
  .refine((value) => /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u.test(value), { error: 'username' })
  .refine((value) => /^(?:[a-z\u00c0-\u017f0-9._@-]*|[\u0400-\u04ff0-9._@-]*)$/iu.test(value), {
    error: 'username_script',
  });

/** Calendar date `YYYY-MM-DD`, 1900 … 2199; never an instant. */
export const date = z.iso
  .date()
  .refine((value) => value >= '1900-01-01' && value < '2200-01-01', { error: 'date_range' });
/** Day of somebody's birth: none that lies ahead. */
export const birthdate = date.refine(
  (value) => value <= new Date(clock.now() + 86_400_000).toISOString().slice(0, 10),
  {
    error: 'birthdate_ahead',
  },
);
export const nativeLanguages = ['UZBEK', 'RUSSIAN', 'ENGLISH', 'OTHER'] as const;
/** In any case, as forms write it. */
export const nativeLanguage = readAs(
  (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
  z.enum(nativeLanguages),
);
/** Instant in UTC, ISO 8601. */
export const instant = z.iso.datetime();
/** Of sums over very many rows. */
export const countedAt = instant
  .nullable()
  .describe('null: as it is now; otherwise the time of which the numbers are true');

/** 12 to 15 digits with the country code, `998901234567`. Separators are dropped; nine digits get 998 put before. */
export const phone = z
  .string()
  .max(40)
  .transform((value) => value.replaceAll(/[\s()+\-.]/g, ''))
  .transform((value) => (/^\d{9}$/.test(value) ? `998${value}` : value))
  .pipe(z.string().regex(phoneDigits, { error: 'phone' }));

export const email = z
  .email()
  .max(254)
  .transform((value) => value.toLowerCase());

/** Amount of so'm as a decimal string with at most two places, so that no float touches money. */
export const money = z.string().regex(/^-?\d{1,14}(\.\d{1,2})?$/, { error: 'money' });

export const gender = z.enum(['MALE', 'FEMALE']);
/** Two letters and seven digits, as passports and ID cards of Uzbekistan have them. */
export const passportNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}\d{7}$/, { error: 'PASSPORT_FORMAT' });
/** The personal number of 14 digits. */
export const pinflNumber = z
  .string()
  .trim()
  .regex(/^\d{14}$/, { error: 'PINFL_FORMAT' });

/** Query strings repeat a key or join by commas: `ids=1,2&ids=3`. */
const list = (value: unknown) =>
  value === undefined || value === ''
    ? undefined
    : (Array.isArray(value) ? value : [value]).flatMap((part) => (typeof part === 'string' ? part.split(',') : [part]));
export const manyOf = <T extends z.ZodType>(item: T) => readAs(list, z.array(item).max(1000).optional());

/** Query strings carry numbers and switches as text. */
export const queryInt = (min = 0, max = 2_147_483_647) =>
  readAs(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
export const queryId = queryInt(1);
export const queryBoolean = readAs(
  (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value),
  z.boolean(),
);

/** What a selector offers. */
export const option = z.object({ id: z.number(), title: z.string() });
export type Option = z.infer<typeof option>;

/** Who a record speaks of, as lists and selectors show people. */
export const personRef = z.object({
  id: z.number(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
});

/** An uploaded file as the answer of POST /upload and as other records embed it. */
export const fileRecord = z.object({
  id: z.number(),
  original_name: z.string(),
  file_size: z.number().describe('bytes'),
  original_url: z.string().describe('short-lived link'),
  extension: z.string(),
  type: z.string().describe('media type, told from the content'),
  src: z.string(),
});
export type FileRecord = z.infer<typeof fileRecord>;

export const nothing = z.object({ ok: z.literal(true) });
/** A list as an xlsx file; of more rows than can be written at once the job that writes them, its file at `/job/{id}/file`. */
export const exportAnswer = nothing.extend({ job_id: z.number().optional() });
