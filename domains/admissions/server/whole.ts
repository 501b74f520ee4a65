import { and, asc, eq, isNull } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { fileRecords } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/context.ts';
import { documentsFor } from '../form.ts';
import type { ApplicationRow } from './applications.ts';
import type { FormRow } from './forms.ts';
import { applicationForms, applicationScores } from './tables.ts';

/** What one application shows beyond a row of a list: its papers, the files among its answers and its points. */
export async function detailsOf(call: Call, row: ApplicationRow, fields: readonly { key: string; type: string }[]) {
  const [form] = await call.db
    .select({ documents: applicationForms.documents })
    .from(applicationForms)
    .where(eq(applicationForms.id, row.form_id));
  const [course] = await call.db
    .select({ level: courses.level })
    .from(courses)
    .where(eq(courses.id, row.course_id ?? 0));
  const fileFields = fields.filter(({ type }) => type === 'FILE' || type === 'PHOTO');
  const idOf = (key: string) => (typeof row.answers[key] === 'number' ? (row.answers[key] as number) : null);
  const files = await fileRecords(
    call,
    fileFields.map(({ key }) => idOf(key)),
  );
  return {
    files: Object.fromEntries(
      fileFields.flatMap(({ key }) => {
        const file = files.get(idOf(key) ?? 0);
        return file ? [[key, file]] : [];
      }),
    ),
    required_documents: documentsFor(
      (form as Pick<FormRow, 'documents'> | undefined)?.documents ?? [],
      row.applicant_type,
      course?.level ?? null,
    ),
  };
}

/** Points by subject and source, each as it came. */
export const pointsOf = (call: Call, application: number) =>
  call.db
    .select({
      subject: applicationScores.subject,
      source: applicationScores.source,
      points: applicationScores.points,
    })
    .from(applicationScores)
    .where(and(eq(applicationScores.application_id, application), isNull(applicationScores.deleted_at)))
    .orderBy(asc(applicationScores.subject), asc(applicationScores.source));
