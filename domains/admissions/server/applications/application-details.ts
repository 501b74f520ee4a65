import { and, asc, eq, isNull } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { evidenceRecords, fileRecords } from '#domains/files/server/index.ts';
import { states } from '#domains/institutions/server/index.ts';
import { type FormField, isFile } from '#domains/questions/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { flavours } from '../../flavours.ts';
import { documentsFor } from '../../form.ts';
import type { FormRow } from '../intake/forms.ts';
import type { ApplicationRow } from '../tables.ts';
import { applicationForms, applicationScores, guests } from '../tables.ts';

/** Who applies, as the form asked: for themselves, and for those who judge it. */
async function personOf(call: Call, row: ApplicationRow) {
  const [guest] = await call.db.select().from(guests).where(eq(guests.id, row.guest_id));
  const { family } = flavours[row.flavour];
  if (!guest || (guest.account_id !== call.account_id && !may(call, `${family}.check`) && !may(call, 'guest.read')))
    return undefined;
  const { lastname, firstname, midname, gender, birthdate, passport_id, pinfl, address, phone, additional_phone } =
    guest;
  return {
    ...{ lastname, firstname, midname, gender, birthdate, passport_id, pinfl, address, phone, additional_phone },
    region: (await titlesOf(call, states, [guest.region_id])).get(guest.region_id ?? 0) ?? null,
    photo: (await fileRecords(call, [guest.photo_file_id])).get(guest.photo_file_id ?? 0) ?? null,
  };
}

/** What one application shows beyond a row of a list: who applies, its papers, the files among its answers. */
export async function detailsOf(call: Call, row: ApplicationRow, fields: readonly FormField[]) {
  const [form] = await call.db
    .select({ documents: applicationForms.documents })
    .from(applicationForms)
    .where(eq(applicationForms.id, row.form_id));
  const [course] = await call.db
    .select({ level: courses.level })
    .from(courses)
    .where(eq(courses.id, row.course_id ?? 0));
  const fileFields = fields.filter(({ type }) => isFile(type));
  const idOf = (key: string) => (typeof row.answers[key] === 'number' ? (row.answers[key] as number) : null);
  const files = await evidenceRecords(
    call,
    fileFields.map(({ key }) => idOf(key)),
  );
  return {
    person: await personOf(call, row),
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
