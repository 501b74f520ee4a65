import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { claimPicture, receiveFiles } from '#domains/files/server/index.ts';
import { cities, departments, educationForms, optionTypes, states } from '#domains/institutions/server/index.ts';
import { namesOf } from '#platform/contract/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../../contract.ts';
import { studentFields } from '../../fields.ts';
import type {
  contactUpdate,
  passportUpdate,
  personalUpdate,
  photoUpdate,
  profileUpdate,
  studentSave,
} from '../../shapes.ts';
import { students } from '../tables.ts';
import { nextNumbers } from './numbers.ts';
import { studentDetails } from './queries.ts';
import { ownId, reach, type StudentPermission, type StudentRow, seenStudents, studentWithin } from './reach.ts';
import { searchText } from './search.ts';

const passportFields = namesOf(studentFields, { part: 'passport' });
/** What a student may change about themselves. */
const contactFields = new Set<string>(namesOf(studentFields, { part: 'contact' }));

type Fields = Partial<typeof students.$inferInsert>;

/** The student as they are now, for answers and for the comparison after a conflict. */
async function answerStudent(call: Call, id: number) {
  const [found] = await seenStudents(call, 'student.read', eq(students.id, id));
  if (!found) throw fail('NOT_FOUND');
  return studentDetails(call, found);
}

/** A student about to be changed. Errors: NOT_FOUND, STALE where the version is not the one that was read. */
const forChange = async (
  call: Call,
  permission: StudentPermission,
  id: number,
  version: number | undefined,
): Promise<StudentRow> =>
  loadForChange(call, students, reach(call, permission), { id, version }, (now) => answerStudent(call, now.id));

const uniques = [
  ['student_no', students.student_no, 'STUDENT_NO_TAKEN'],
  ['passport_id', students.passport_id, 'PASSPORT_TAKEN'],
  ['pinfl', students.pinfl, 'PINFL_TAKEN'],
] as const;

/** Names the field that somebody else already has; the unique indexes stay the last word. */
async function checkUniques(call: Call, values: Fields, self: number) {
  for (const [field, column, code] of uniques) {
    const value = values[field];
    if (!value) continue;
    const living = field === 'student_no' ? undefined : isNull(students.deleted_at);
    const taken = await call.db
      .select({ id: students.id })
      .from(students)
      .where(and(eq(column, value), living, sql`${students.id} <> ${self}`))
      .limit(1);
    if (taken.length) throw failField(field, code, { value });
  }
  // The names of the deleted stay theirs: the history names people by them. So do names that only look alike.
  if (values.username) {
    const taken = await call.db
      .select({ id: students.id })
      .from(students)
      .where(
        and(
          sql`${students.username} is not null and edulab_look(${students.username}) = edulab_look(${values.username})`,
          sql`${students.id} <> ${self}`,
        ),
      )
      .limit(1);
    if (taken.length) throw failField('username', 'STUDENT_USERNAME_TAKEN', { value: values.username });
  }
}

const references = {
  course_id: courses,
  department_id: departments,
  education_form_id: educationForms,
  region_id: states,
  city_id: cities,
  nationality_id: optionTypes,
} as const;

/** What was chosen anew must be there; what stood there before may have been deleted since. */
async function checkReferences(call: Call, given: Fields, before?: StudentRow) {
  const fields = Object.keys(references) as (keyof typeof references)[];
  const chosen = fields.filter((field) => given[field] !== before?.[field]);
  await demandReferences(
    call,
    Object.fromEntries(chosen.map((field) => [field, [references[field], given[field]] as const])),
  );
}

/** Of somebody who is there the dates that somebody changes: reversed dates of an old passport stop no change of a phone. */
function checkDates(values: Fields, before?: StudentRow) {
  const { passport_issued_on: from, passport_expires_on: to } = values;
  if (before && before.passport_issued_on === from && before.passport_expires_on === to) return;
  if (from && to && from > to) throw failField('passport_expires_on', 'DATES_ORDER');
}

/** Writes the fields that are given; nothing given leaves the row and its version alone. */
async function writeFields(call: Call, row: StudentRow, fields: Record<string, unknown>) {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
  if (Object.keys(given).length === 0) return answerStudent(call, row.id);
  const after = { ...row, ...given };
  await checkUniques(call, given, row.id);
  await checkReferences(call, given, row);
  checkDates(after, row);
  await call.db
    .update(students)
    .set({ ...given, search: searchText(after) })
    .where(eq(students.id, row.id));
  return answerStudent(call, row.id);
}

/** Creates without id, changes with id and version. Passport data of somebody who is there are changed by those who may alone. */
export async function saveStudent(call: Call, input: InputOf<typeof contract.save>) {
  const { id, version, ...fields } = input;
  if (id !== undefined) {
    const row = await forChange(call, 'student.manage', id, version ?? 0);
    const touched = passportFields.find((field) => fields[field] !== undefined && fields[field] !== row[field]);
    if (touched)
      await studentWithin(call, 'student.passport_manage', id).catch(() => {
        throw failField(touched, 'FIELD_NOT_ALLOWED');
      });
    return writeFields(call, row, fields);
  }
  // Without an id the door asks for all that a new record needs.
  const given = fields as z.output<z.ZodObject<typeof studentSave>>;
  const student_no = given.student_no ?? (await nextNumbers(call.client, call.institution_id, given.entry_year, 1))[0]!;
  const values = { ...given, student_no };
  await checkUniques(call, values, 0);
  await checkReferences(call, values);
  checkDates(values);
  const [row] = await call.db
    .insert(students)
    .values({ ...values, search: searchText(values) })
    .returning({ id: students.id });
  await recordTransition(call, 'student', [{ id: row!.id, from: null }], 'ACTIVE', {});
  return answerStudent(call, row!.id);
}

async function changeFields(
  call: Call,
  permission: StudentPermission,
  input: { id: number; version?: number | undefined } & Record<string, unknown>,
) {
  const { id, version, ...fields } = input;
  const row = await forChange(call, permission, id, version ?? 0);
  return writeFields(call, row, fields);
}

// Without an id it is the caller's own record.
export const savePersonal = async (call: Call, input: z.infer<typeof personalUpdate>) =>
  changeFields(call, 'student.manage', { ...input, id: input.id ?? (await ownId(call)) });
export const saveContact = async (call: Call, input: z.infer<typeof contactUpdate>) =>
  changeFields(call, 'student.contact', { ...input, id: input.id ?? (await ownId(call)) });
export const savePassport = (call: Call, input: z.infer<typeof passportUpdate>) =>
  changeFields(call, 'student.passport_manage', input);

/** Contact data for whoever may change those; names and birth only for those who keep the records. */
export async function saveProfile(call: Call, input: z.infer<typeof profileUpdate>) {
  const { id, version, ...fields } = input;
  const row = await forChange(call, 'student.contact', id ?? (await ownId(call)), version ?? 0);
  const other = Object.entries(fields).find(
    ([field, value]) => value !== undefined && !contactFields.has(field) && value !== row[field as keyof StudentRow],
  );
  if (other)
    await studentWithin(call, 'student.manage', row.id).catch(() => {
      throw failField(other[0], 'FIELD_NOT_ALLOWED');
    });
  return writeFields(call, row, fields);
}

/** The picture itself as a form, or `file_id` of one that was uploaded; null takes the photo away. */
export async function savePhoto(call: Call, input: z.infer<typeof photoUpdate>) {
  const row = await forChange(call, 'student.manage', input.id ?? (await ownId(call)), input.version);
  const [sent] = call.request.isMultipart() ? await receiveFiles(call, 'photo') : [];
  const file_id = sent ? sent.id : input.file_id;
  if (file_id === undefined) throw failField('file_id', 'form_required');
  if (file_id !== null) await claimPicture(call, 'file_id', file_id, row.photo_file_id);
  return writeFields(call, row, { photo_file_id: file_id });
}

/** Locks living students within reach in the order of their ids, so that two batches cannot wait for each other. 404 names nobody. */
export async function lockBatch(
  call: Call,
  permission: StudentPermission,
  ids: readonly number[],
  options: { deleted?: boolean } = {},
): Promise<StudentRow[]> {
  const wanted = [...new Set(ids)];
  const reachable = new Set(
    (await seenStudents(call, permission, inArray(students.id, wanted))).map(({ row }) => row.id),
  );
  const rows = await call.db
    .select()
    .from(students)
    .where(and(inArray(students.id, wanted), options.deleted ? undefined : isNull(students.deleted_at)))
    .orderBy(students.id)
    .for('update');
  const found = rows.filter((row) => reachable.has(row.id));
  if (found.length !== wanted.length) {
    const known = new Set(found.map((row) => row.id));
    throw fail('BATCH_REFUSED', {
      count: wanted.length - found.length,
      faults: wanted.filter((id) => !known.has(id)).map((id) => ({ id, name: '', code: 'NOT_FOUND', message: '' })),
    });
  }
  return found;
}
