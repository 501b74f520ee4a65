import { issueDocument } from '#domains/credentials/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import { inLocale } from '#domains/identity/server/index.ts';
import type { Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { Declared } from './tables.ts';

/** The paper of an enrolment: what the person declared, to be printed, signed by hand and brought along. */

interface Paper {
  name: string;
  passport_id: string | null;
  number: string;
  course: Title | null;
  declared: Declared;
}

const phone = (digits: unknown): string =>
  typeof digits === 'string' && /^998\d{9}$/.test(digits)
    ? digits.replace(/^(\d{3})(\d{2})(\d{3})(\d{2})(\d{2})$/, '+$1 $2 $3 $4 $5')
    : String(digits ?? '');

/** Answers the id of the issued document. */
export async function issuePaper(call: Call, { name, passport_id, number, course, declared }: Paper): Promise<number> {
  const text = (key: string) => message(call.locale, `enrollment_paper.${key}`);
  const said = (key: string) => (typeof declared[key] === 'string' ? (declared[key] as string) : '');
  const language = said('native_language');
  const gender = said('gender');
  const rows = (...all: [string, string][]) =>
    all.filter(([, value]) => value).map(([key, value]): [string, string] => [text(key), value]);
  const row = await issueDocument(call, {
    kind: 'ENROLLMENT',
    language: call.locale,
    title: text('title'),
    account_id: call.account_id,
    subject_name: name,
    sections: [
      {
        kind: 'facts',
        rows: rows(
          ['name', name],
          ['passport', passport_id ?? ''],
          ['birthdate', paperDate(said('birthdate'))],
          ['gender', gender && message(call.locale, `enrollment_gender.${gender}`)],
          ['native_language', language && message(call.locale, `enrollment_language.${language}`)],
          ['course', course ? inLocale(course, call.locale) : ''],
          ['number', number],
        ),
      },
      {
        kind: 'facts',
        title: text('contact'),
        rows: rows(
          ['permanent_address', said('permanent_address')],
          ['current_address', said('current_address')],
          ['contact_phone', phone(declared.contact_phone)],
          ['home_phone', phone(declared.home_phone)],
          ['additional_phone1', phone(declared.additional_phone1)],
          ['additional_phone2', phone(declared.additional_phone2)],
          ['email', said('email')],
        ),
      },
      ...['confirmation', 'change_service', 'status'].map((key, at) => ({
        kind: 'text' as const,
        ...(at ? {} : { title: text('declaration') }),
        text: `${at + 1}. ${text(key)}`,
      })),
    ],
    signatories: [
      { role: text('signature'), name },
      { role: text('officer'), name: '' },
    ],
  });
  return row.id;
}

/** The paper with a fresh link and what to do with it; none where there is no paper. */
export async function paperLinks(call: Call, document_id: number | null) {
  if (document_id === null) return [];
  const { rows } = await call.client.query<{ number: string; file_id: number }>(
    'select number, file_id from issued_documents where id = $1',
    [document_id],
  );
  const [document] = rows;
  const file = document && (await evidenceRecords(call, [document.file_id])).get(document.file_id);
  return document && file
    ? [{ number: document.number, info_text: message(call.locale, 'enrollment_info_text'), info_link: file.src }]
    : [];
}
