import { inArray, sql } from 'drizzle-orm';
import { issueDocuments } from '#domains/credentials/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Locale, locales } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { letterheadOf, longDate } from '#platform/server/documents/index.ts';
import { numberOf, type RecordRow } from './numbers.ts';
import { achievementRecords as records } from './tables.ts';
import { verifiedOf } from './verified.ts';

/**
 * A badge is a certificate of `domains/credentials`, which is an Open Badge 3.0 for machines as well: a paper with a number, a code
 * and a signature that says what was reached. It is issued when a record is verified, by choice, and revoked with the record.
 */
export async function issueBadges(call: Call, rows: readonly RecordRow[]): Promise<void> {
  const people = await call.db
    .select({ id: students.id, account_id: students.account_id, name: students.full_name, locale: accounts.locale })
    .from(students)
    .leftJoin(accounts, sql`${accounts.id} = ${students.account_id}`)
    .where(
      inArray(
        students.id,
        rows.map(({ student_id }) => student_id),
      ),
    );
  const of = new Map(people.map((person) => [person.id, person]));
  const languageOf = (row: RecordRow): Locale => locales.find((one) => one === of.get(row.student_id)?.locale) ?? 'uz';
  const spoken = [...new Set(rows.map(languageOf))];
  const facts = new Map<Locale, Awaited<ReturnType<typeof verifiedOf>>>();
  const signers = new Map<Locale, { role: string; name: string }[]>();
  // One question for each of three languages at most.
  for (const language of spoken) {
    const ids = rows.filter((row) => languageOf(row) === language).map(({ student_id }) => student_id);
    facts.set(language, await verifiedOf(call, [...new Set(ids)], language));
    const { rector } = await letterheadOf(call, language);
    signers.set(language, [{ role: message(language, 'achievement_badge.rector'), name: rector ?? '' }]);
  }
  const documents = await issueDocuments(
    call,
    'CERTIFICATE',
    rows.map((row) => {
      const language = languageOf(row);
      const person = of.get(row.student_id);
      const said = facts.get(language)?.find(({ id }) => id === row.id);
      const text = (key: string, values: Record<string, unknown> = {}) =>
        message(language, `achievement_badge.${key}`, values);
      const name = person?.name ?? '';
      return {
        language,
        title: text('title'),
        subtitle: row.title,
        student_id: row.student_id,
        account_id: person?.account_id ?? null,
        subject_name: name,
        sections: [
          {
            kind: 'facts' as const,
            rows: [
              [text('person'), name],
              [text('achievement'), row.title],
              [text('type'), said?.type ?? ''],
              [text('grade'), said?.grade ?? ''],
              ...(row.organizer ? [[text('organizer'), row.organizer] satisfies [string, string]] : []),
              [text('achieved_on'), longDate(row.achieved_on, language)],
              [text('record'), numberOf(row.id)],
            ] satisfies [string, string][],
          },
          { kind: 'text' as const, text: text('criteria', { type: said?.type ?? '' }) },
        ],
        signatories: signers.get(language) ?? [],
      };
    }),
  );
  const badges = rows.map(({ id }, at) => ({ id, badge_id: documents[at]?.id }));
  await call.db.execute(sql`
    update ${records} r set badge_id = b.badge_id from jsonb_to_recordset(${JSON.stringify(badges)}::jsonb) b (id integer, badge_id integer)
     where r.id = b.id`);
}
