import { eq, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import { letterheadOf } from '#platform/server/documents/index.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { shareOf } from '../money.ts';
import { fineOf } from '../shapes.ts';
import type { ContractRow } from './issue.ts';
import { foreignOf } from './rates/rates.ts';
import { contractAgreements } from './tables.ts';
import { fillContractText } from './text.ts';

/** The text of a contract in a language, as it stands until it is accepted. Empty for one that came by a file. */
export async function textOf(
  call: Pick<Call, 'client' | 'db' | 'institution_id' | 'kernel'>,
  row: ContractRow,
  locale: Locale,
): Promise<string> {
  if (row.agreement_id === null) return '';
  const [found] = await call.db
    .select({
      text: contractAgreements.text,
      year: academicYears.name,
      course: sql<
        string | null
      >`(select ${localTitle(courses.title, locale)} from ${courses} where ${courses.id} = ${row.course_id})`,
      form: sql<
        string | null
      >`(select ${localTitle(educationForms.title, locale)} from ${educationForms} where ${educationForms.id} = ${row.education_form_id})`,
    })
    .from(contractAgreements)
    .innerJoin(academicYears, eq(academicYears.id, row.academic_year_id))
    .where(eq(contractAgreements.id, row.agreement_id));
  if (!found) return '';
  return fillContractText(
    found.text[locale] || found.text.uz,
    {
      number: row.number,
      issued_on: row.issued_on ?? (await todayOf(call)),
      name: row.payer_name,
      passport: row.payer.passport,
      phone: row.payer.phone,
      institution: (await letterheadOf(call, locale)).name,
      course: found.course,
      education_form: found.form,
      academic_year: found.year,
      amount: row.amount,
      foreign: foreignOf(row),
      earned_before: row.earned_before,
      minimum_share: row.minimum_share,
      minimum_amount: shareOf(row.amount, row.minimum_share),
      plan: row.plan,
      fine: fineOf(row.fine),
    },
    locale,
  );
}
