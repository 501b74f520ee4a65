import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { type ApplicationRow, applicationDocuments, applicationForms, guestCertificates } from '../tables.ts';

/** Papers that came with an application and were not declined, and certificates of the person, by the names that its form gives them. */
export async function broughtPapers(call: Call, row: ApplicationRow) {
  const [form] = await call.db
    .select({ documents: applicationForms.documents })
    .from(applicationForms)
    .where(eq(applicationForms.id, row.form_id));
  const titles = new Map(form?.documents.map(({ type, title }) => [type, title[call.locale] || title.uz]));
  const papers = await call.db
    .select({ type: applicationDocuments.type, file_id: applicationDocuments.file_id })
    .from(applicationDocuments)
    .where(
      and(
        eq(applicationDocuments.application_id, row.id),
        isNull(applicationDocuments.deleted_at),
        ne(applicationDocuments.status, 'DECLINED'),
      ),
    )
    .orderBy(asc(applicationDocuments.id));
  const certificates = await call.db
    .select()
    .from(guestCertificates)
    .where(and(eq(guestCertificates.guest_id, row.guest_id), isNull(guestCertificates.deleted_at)))
    .orderBy(asc(guestCertificates.id));
  return [
    ...papers.map(({ type, file_id }) => ({ type, title: titles.get(type) ?? type, file_id })),
    ...certificates.map(({ subject, kind, file_id, number, issued_on, valid_until }) => ({
      type: 'CERTIFICATE',
      title: `${kind}, ${subject}`,
      file_id,
      number,
      issued_on,
      valid_until,
    })),
  ];
}
