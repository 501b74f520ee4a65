import { eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { filledTemplate, notify, titleOf } from '#domains/messaging/server/index.ts';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { message, pattern } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { letterheadOf, longDate } from '#platform/server/documents/index.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { asStored, resource } from '#platform/server/records/resource.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import { letterCalls } from '../contract/letters.ts';
import type { Section } from '../shapes.ts';
import type { letterKindShape } from '../shapes-letters.ts';
import { type LetterKind, letterKind } from './hooks.ts';
import { type IssuedDocument, issueDocument } from './issue.ts';
import { letterTemplates } from './tables.ts';

/**
 * Letters to students: words from a template, a numbered paper in the student's documents, and a mail that says no more
 * than that there is one. What a letter is about stands on the paper alone: neither in its public page, nor in lists, nor in
 * the mail's subject or first line.
 */

/** Known to every letter, beside its own. */
const common = ['name', 'date', 'institution'] as const;
const blanksOf = (kind: LetterKind) => [...common, ...kind.blanks];
const blank = /\{\s*(\w+)\s*\}/g;

const kindsOf = (call: Pick<Call, 'kernel'>): LetterKind[] => followersOf(call.kernel, letterKind);

/** As the domain words it, its blanks open. */
const usual = (name: string, part: 'title' | 'text'): Title =>
  Object.fromEntries(locales.map((locale) => [locale, pattern(locale, `letter.${name}.${part}`)])) as Title;

export const templates = resource(letterCalls.template, {
  table: letterTemplates,
  search: [sql`${letterTemplates.kind}`, sql`${letterTemplates.title}::text`],
  sorts: { kind: sql`${letterTemplates.kind}`, id: sql`${letterTemplates.id}` },
  defaultSort: 'kind',
  optionTitle: () => sql`${letterTemplates.kind}`,
  present: asStored,
  prepare: (call, input, _current, next) => {
    const kind = kindsOf(call).find(({ name }) => name === next.kind);
    if (!kind) throw failField('kind', 'LETTER_UNKNOWN', { kind: next.kind });
    for (const part of ['title', 'text'] as const)
      for (const locale of locales)
        for (const [, name = ''] of (next[part][locale] ?? '').matchAll(blank))
          if (!blanksOf(kind).includes(name))
            throw failField(`${part}.${locale}`, 'LETTER_BLANK_UNKNOWN', {
              name,
              known: blanksOf(kind).join(', '),
            });
    return input;
  },
});

export async function letterKinds(call: Call): Promise<z.infer<typeof letterKindShape>[]> {
  const own = new Set(
    (
      await call.db
        .select({ kind: letterTemplates.kind })
        .from(letterTemplates)
        .where(isNull(letterTemplates.deleted_at))
    ).map((row) => row.kind),
  );
  return kindsOf(call).map((kind) => {
    const words = { title: usual(kind.name, 'title'), text: usual(kind.name, 'text') };
    return {
      id: kind.name,
      title: words.title[call.locale],
      blanks: blanksOf(kind),
      words,
      own: own.has(kind.name),
    };
  });
}

export interface Letter {
  /** Declared by `letterKind`. */
  kind: string;
  to: {
    student_id: number;
    account_id: number | null;
    name: string;
    /** Of the record; what the account says comes first. */
    email: string | null;
    locale: Locale;
  };
  /** The reader's, where it is not told. */
  language?: Locale | undefined;
  /** One for each blank of its own. */
  values: Record<string, string>;
  /** Stand between the words and the signature, on the paper alone. */
  facts?: readonly Section[];
  signatories?: readonly { role: string; name: string }[];
}

type Writer = Pick<Call, 'client' | 'db' | 'institution_id' | 'account_id' | 'kernel' | 'locale'>;

/** Writes a letter in the caller's transaction, keeps it, and tells its reader that it is there. */
export async function issueLetter(call: Writer, letter: Letter): Promise<IssuedDocument> {
  const kind = kindsOf(call).find(({ name }) => name === letter.kind);
  if (!kind) throw new Error(`no letter is called ${letter.kind}`);
  const {
    rows: [reader],
  } = await call.client.query<{ email: string | null; locale: Locale }>(
    'select email, locale from accounts where id = $1 and deleted_at is null',
    [letter.to.account_id],
  );
  const email = reader?.email ?? letter.to.email;
  const language = letter.language ?? reader?.locale ?? letter.to.locale;
  const [own] = await call.db
    .select({ title: letterTemplates.title, text: letterTemplates.text })
    .from(letterTemplates)
    .where(sql`${eq(letterTemplates.kind, kind.name)} and ${isNull(letterTemplates.deleted_at)}`);
  const words = own ?? { title: usual(kind.name, 'title'), text: usual(kind.name, 'text') };
  const institution = (await letterheadOf(call, language)).name;
  const values = {
    ...letter.values,
    name: letter.to.name,
    institution,
    date: longDate(await todayOf(call), language),
  };
  const say = (text: Title) => filledTemplate(text[language] || text.uz, values, false);
  const paper: Section[] = say(words.text)
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((text) => ({ kind: 'text', text }));
  const row = await issueDocument(call, {
    kind: 'LETTER',
    later: true,
    language,
    title: message(language, 'letter_public_title'),
    paper_title: say(words.title),
    student_id: letter.to.student_id,
    account_id: letter.to.account_id,
    subject_name: letter.to.name,
    sections: [{ kind: 'facts', rows: [[message(language, 'letter_addressee'), letter.to.name]] }],
    paper: [...paper, ...(letter.facts ?? [])],
    signatories: letter.signatories ?? [{ role: message(language, 'letter_signature'), name: '' }],
  });
  if (email)
    await sendMail(call, {
      to: email,
      language,
      subject: message(language, 'letter_mail_subject', { institution }),
      text: message(language, 'letter_mail_text', {
        number: row.number,
        link: `${call.kernel.settings.publicUrl}/issued-documents`,
      }),
    });
  if (letter.to.account_id)
    await notify(call, [letter.to.account_id], {
      type: 'letter',
      title: titleOf('notice_letter', { number: row.number }),
      link: '/issued-documents',
    });
  return row;
}
