import { inArray } from 'drizzle-orm';
import type { DocumentDraft } from '#domains/credentials/server/index.ts';
import { factsOfMany } from '#domains/forms/server/index.ts';
import type { students } from '#domains/students/server/index.ts';
import type { Locale, Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { files } from '#platform/server/database/tables.ts';
import { type Letterhead, letterheadOf } from '#platform/server/documents/index.ts';
import {
  blanksIn,
  type CertificateEvent,
  type Element,
  eventFields,
  filled,
  type Layout,
  type RowValues,
  rowFields,
} from '../shapes.ts';
import { fieldTitle, isGeneral, isOfPaper } from './fields.ts';
import { pictureOfElement } from './templates.ts';

/** From a template and somebody's data to a paper: the one way, for a look at it and for issuing alike. */

export type StudentRow = typeof students.$inferSelect;

/** Who gets a certificate: a student, or a name in a list. */
export interface Recipient {
  row: number;
  name: string;
  student: StudentRow | null;
  said: RowValues;
}

export interface Making extends Layout {
  title: Title;
  language: Locale;
  event: CertificateEvent;
}

type Part = NonNullable<DocumentDraft['layout']>['parts'][number];
type Made = Omit<DocumentDraft, 'kind' | 'later' | 'issued_at' | 'provisional'>;

export interface Maker {
  /** Fields of the event that the page says and nobody told. */
  lacks: string[];
  make(recipient: Recipient): {
    draft: Made;
    /** Fields that the page says and of which nothing is known. */
    lacks: string[];
  };
}

/** Reads once what all certificates need; then each is made without asking anybody. */
export async function makerOf(call: Call, of: Making, recipients: readonly Recipient[]): Promise<Maker> {
  const { language, elements } = of;
  const letterhead = await letterheadOf(call, language);
  const people = recipients.flatMap(({ student }) => student ?? []);
  const used = [...new Set(blanksIn(elements).flatMap(({ name, locale }) => (locale === language ? [name] : [])))];
  const facts = used.some((name) => name.startsWith('student.')) ? await factsOfMany(call, people) : new Map();
  const pictures = await picturesOf(call, elements);
  const general = generalValues(letterhead, of.event);
  const known = (name: string) => Boolean(general.get(name)) || isOfPaper(name);
  return {
    lacks: used.filter((name) => (name.startsWith('event.') || isGeneral(name)) && !known(name)),
    make(recipient) {
      const values = new Map(general);
      values.set('person.name', recipient.name);
      for (const name of rowFields) values.set(`row.${name}`, recipient.said[name] ?? '');
      const own = recipient.student ? facts.get(recipient.student.id)?.[language] : undefined;
      for (const [name, value] of Object.entries<string | null>(own ?? {})) values.set(name, value ?? '');
      return {
        draft: draftOf(of, letterhead, { values, used, pictures }, recipient),
        lacks: used.filter(
          (name) => !name.startsWith('event.') && !isGeneral(name) && !(values.get(name) ?? '').trim(),
        ),
      };
    },
  };
}

function generalValues(letterhead: Letterhead, event: CertificateEvent): Map<string, string> {
  return new Map([
    ['institution.name', letterhead.name],
    ['institution.rector', letterhead.rector ?? ''],
    ['institution.registrar', letterhead.registrar ?? ''],
    ...eventFields.map((name): [string, string] => [`event.${name}`, event[name] ?? '']),
  ]);
}

/** Hashes under which the pictures of a page are kept, by the number of the file. */
async function picturesOf(call: Call, elements: readonly Element[]): Promise<Map<number, string>> {
  const ids = elements.flatMap((one) => pictureOfElement(one) ?? []);
  if (ids.length === 0) return new Map();
  const rows = await call.db.select({ id: files.id, hash: files.hash }).from(files).where(inArray(files.id, ids));
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

const inLanguage = (text: Title, locale: Locale) => text[locale] || text.uz;

function draftOf(
  { title, language, page, elements }: Making,
  letterhead: Letterhead,
  given: { values: ReadonlyMap<string, string>; used: readonly string[]; pictures: ReadonlyMap<number, string> },
  recipient: Recipient,
): Made {
  const { values, used, pictures } = given;
  // What only issuing settles stays open until it is drawn.
  const say = (text: Record<Locale, string>) =>
    filled(
      inLanguage(text, language),
      new Map([...values, ...used.filter(isOfPaper).map((name): [string, string] => [name, `{${name}}`])]),
    );
  const hashOf = (file: number | null) => pictures.get(file ?? 0) ?? null;
  const signed = (one: Extract<Element, { kind: 'signature' }>) => ({
    role: say(one.role) || (one.signer === 'OTHER' ? '' : message(language, `certificate_signer.${one.signer}`)),
    name:
      one.signer === 'OTHER' ? one.name : ((one.signer === 'RECTOR' ? letterhead.rector : letterhead.registrar) ?? ''),
  });
  const reading = [...elements].sort((a, b) => a.y - b.y || a.x - b.x);
  // The public page says itself whose it is, and its number and date.
  const words = reading
    .filter((one) => !blanksIn([one]).some(({ name }) => isOfPaper(name)))
    .flatMap((one) => (one.kind === 'text' ? [filled(inLanguage(one.text, language), values).trim()] : []))
    .filter((text) => text !== '' && text !== recipient.name);
  const parts = elements.flatMap(({ id: _, ...one }): Part[] => {
    switch (one.kind) {
      case 'text':
        return [{ ...one, text: say(one.text) }];
      case 'picture': {
        const picture = hashOf(one.file_id);
        const { file_id: _file, ...rest } = one;
        return picture ? [{ ...rest, picture }] : [];
      }
      case 'signature': {
        const { signer: _signer, role: _role, name: _name, file_id, ...rest } = one;
        return [{ ...rest, ...signed({ ...one, id: '' }), picture: hashOf(file_id) }];
      }
      default:
        return [one];
    }
  });
  const facts = ['person.name', ...used.filter((name) => name !== 'person.name' && !isGeneral(name))]
    .map((name): [string, string] => [fieldTitle(language, name), values.get(name) ?? ''])
    .filter(([, value]) => value !== '');
  return {
    language,
    title: inLanguage(title, language),
    subtitle: '',
    student_id: recipient.student?.id ?? null,
    account_id: recipient.student?.account_id ?? null,
    subject_name: recipient.name,
    sections: [{ kind: 'facts', rows: facts }, ...words.map((text) => ({ kind: 'text' as const, text }))],
    signatories: elements.flatMap((one) => (one.kind === 'signature' ? [signed(one)] : [])),
    layout: { size: page.size, landscape: page.landscape, parts },
  };
}
