import { and, desc, eq, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { claimFiles, claimPicture, evidenceRecords, fileRecords } from '#domains/files/server/index.ts';
import { cities, educationForms, states } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type PermissionName, storedNames } from '#platform/contract/index.ts';
import { type Call, type InputOf, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { columnsSql, idsIn, type OptionsQuery, plain } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { contract } from '../../contract.ts';
import { guestFields } from '../../fields.ts';
import type { certificateInput, experienceInput, profileInput, transcriptInput } from '../../shapes-guests.ts';
import { endedStates } from '../../workflow.ts';
import { searchIn, searchTextOf } from '../applications/applications.ts';
import { writeScore } from '../exam/scores.ts';
import type { ApplicationRow, GuestRow } from '../tables.ts';
import { applications, guestCertificates, guests } from '../tables.ts';

/** Applicants as people: lists, profiles, certificates. */

const academicFlavours = ['plain', 'general'] as const;

/** Of each the application that runs, or the newest where none does. */
export async function currentOf(call: Call, ids: readonly number[]): Promise<Map<number, ApplicationRow>> {
  if (!ids.length) return new Map();
  const rows = await call.db
    .selectDistinctOn([applications.guest_id])
    .from(applications)
    .where(
      and(
        inArray(applications.guest_id, [...ids]),
        inArray(applications.flavour, [...academicFlavours]),
        isNull(applications.deleted_at),
      ),
    )
    .orderBy(
      applications.guest_id,
      sql`${applications.status} = any(${sql.param([...endedStates])}::text[])`,
      desc(applications.id),
    );
  return new Map(rows.map((row) => [row.guest_id, row]));
}

export async function presentGuests(call: Call, found: Record<string, unknown>[]) {
  const rows = found as GuestRow[];
  if (!rows.length) return [];
  const current = await currentOf(
    call,
    rows.map((row) => row.id),
  );
  const photos = await fileRecords(
    call,
    rows.map((row) => row.photo_file_id),
  );
  const regions = await titlesOf(
    call,
    states,
    rows.map((row) => row.region_id),
  );
  const towns = await titlesOf(
    call,
    cities,
    rows.map((row) => row.city_id),
  );
  const taught = await titlesOf(
    call,
    courses,
    [...current.values()].map((row) => row.course_id),
  );
  return rows.map((row) => {
    const { photo_file_id, full_name, ...rest } = plain(row);
    const of = current.get(row.id);
    const mine = row.account_id === call.account_id;
    // A draft is nobody else's.
    const shown = of && (mine || of.status !== 'DRAFT') ? of : undefined;
    return {
      ...rest,
      region: regions.get(row.region_id ?? 0) ?? null,
      city: towns.get(row.city_id ?? 0) ?? null,
      photo: photos.get(photo_file_id ?? 0) ?? null,
      application: shown
        ? {
            id: shown.id,
            number: shown.number,
            flavour: shown.flavour as 'plain' | 'general',
            status: shown.status,
            course: taught.get(shown.course_id ?? 0) ?? null,
            campaign_id: shown.campaign_id,
            language: shown.language,
            score: mine ? null : shown.score,
            submitted_at: shown.submitted_at,
          }
        : null,
      can: {
        edit: may(call, 'guest.manage') || mine,
        delete: may(call, 'guest.manage'),
        score: may(call, 'guest.score'),
      },
    };
  });
}

/** The applicant with this id, or the caller without one. Who has a right to themselves alone finds nobody else. */
export async function findGuest(
  call: Call,
  permission: PermissionName,
  id?: number | undefined,
  lock = false,
): Promise<GuestRow> {
  const own = id === undefined || scopeOf(call, permission) !== 'institution';
  const query = call.db
    .select()
    .from(guests)
    .where(
      and(
        id === undefined ? undefined : eq(guests.id, id),
        own ? eq(guests.account_id, call.account_id) : undefined,
        isNull(guests.deleted_at),
      ),
    );
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export async function getGuest(call: Call, permission: PermissionName, id?: number | undefined) {
  const row = await findGuest(call, permission, id);
  const [shown] = await presentGuests(call, [row]);
  const papers = await call.db
    .select()
    .from(guestCertificates)
    .where(and(eq(guestCertificates.guest_id, row.id), isNull(guestCertificates.deleted_at)))
    .orderBy(guestCertificates.id);
  const files = await evidenceRecords(
    call,
    papers.map((paper) => paper.file_id),
  );
  return {
    ...shown!,
    certificates: papers.map((paper) => {
      const { guest_id, file_id, ...rest } = plain(paper);
      return { ...rest, file: files.get(file_id ?? 0) ?? null };
    }),
  };
}
/** Where a right to read or to change others is asked for, that one; else the right to oneself. */
export const widestPermission = (call: Call, permission: PermissionName): PermissionName =>
  may(call, permission) ? permission : 'guest.own';

const hasApplication = (condition: SQL) =>
  sql`exists (select 1 from ${applications} where ${applications.guest_id} = ${guests.id} and ${applications.deleted_at} is null and ${inArray(applications.flavour, [...academicFlavours])} and ${applications.status} <> 'DRAFT' and ${condition})`;

export function listGuests(call: Call, { search, ...input }: InputOf<typeof contract.guests.list>, fullTime = false) {
  const deleted = input.applicant_type === 'deleted';
  return list(call, input, {
    from: sql`${guests}`,
    key: sql`${guests.id}`,
    table: 'guests',
    asks: ['applications', 'education_forms'],
    where: [
      deleted ? isNotNull(guests.deleted_at) : isNull(guests.deleted_at),
      input.id ? sql`${guests.id} = ${input.id}` : undefined,
      input.applicant_type && !deleted ? sql`${guests.applicant_type} = ${input.applicant_type}` : undefined,
      input.region_id ? sql`${guests.region_id} = ${input.region_id}` : undefined,
      input.source ? sql`${guests.source} = ${input.source}` : undefined,
      input.status ? hasApplication(sql`${applications.status} = ${input.status}`) : undefined,
      input.course_id ? hasApplication(sql`${applications.course_id} = ${input.course_id}`) : undefined,
      // Also whoever is asked to come although the course names no form.
      fullTime
        ? hasApplication(
            sql`(${guests.appointment_mode} is not null or ${applications.education_form_id} in (select f.id from ${educationForms} f where f.code = 'FULL_TIME')) and ${notInArray(applications.status, [...endedStates])}`,
          )
        : undefined,
      search?.trim() ? searchIn(guests.search, search) : undefined,
    ],
    sorts: {
      created_at: sql`${guests.created_at}`,
      full_name: sql`${guests.full_name}`,
      deleted_at: sql`${guests.deleted_at}`,
      id: sql`${guests.id}`,
    },
    closeness: closeness(sql`${guests.search}`, search),
    defaultSort: deleted ? 'deleted_at,desc' : 'created_at,desc',
    columns: columnsSql(guests),
    load: (_ids, rows) => presentGuests(call, rows),
  });
}

export async function allGuests(call: Call, input: OptionsQuery) {
  const ids = idsIn(input?.ids);
  return call.db
    .select({ id: guests.id, title: sql<string>`${guests.full_name}` })
    .from(guests)
    .where(
      and(
        isNull(guests.deleted_at),
        ids ? inArray(guests.id, [0, ...ids]) : undefined,
        input?.search ? searchIn(guests.search, input.search) : undefined,
      ),
    )
    .orderBy(closeness(sql`${guests.search}`, input?.search) ?? sql`0::int`, guests.full_name, guests.id)
    .limit(1000);
}

/** Who somebody is. In which language one talks with them is no part of that, so it may change any time. */
const identityFields = new Set<string>([
  ...storedNames(guestFields, 'person'),
  ...storedNames(guestFields, 'identity'),
]);
identityFields.delete('native_language' satisfies keyof typeof guestFields);

/** A profile about to be changed, the caller's own without an id. Errors: NOT_FOUND, STALE. */
export async function guestForChange(
  call: Call,
  permission: PermissionName,
  input: { id?: number | undefined; version?: number | undefined },
): Promise<GuestRow> {
  const id = input.id ?? (await findGuest(call, permission)).id;
  const own = scopeOf(call, permission) !== 'institution' ? eq(guests.account_id, call.account_id) : undefined;
  const read = { id, version: input.version ?? 0 };
  return loadForChange(call, guests, own, read, async (now) => (await presentGuests(call, [now]))[0]);
}

/** Writes a profile. Who one is stands still while an application is looked at, except for what was returned. */
export async function saveProfile(call: Call, input: z.infer<typeof profileInput>) {
  const { id, version, ...fields } = input;
  const permission = widestPermission(call, 'guest.manage');
  const row = await guestForChange(call, permission, { id, version });
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<GuestRow>;
  const changed = Object.keys(given).filter((key) => given[key as keyof GuestRow] !== row[key as keyof GuestRow]);
  if (permission === 'guest.own') {
    const now = (await currentOf(call, [row.id])).get(row.id);
    const open = new Set(now?.update_fields.map((field) => field.path));
    const closed =
      now && now.status !== 'DRAFT' && !(endedStates as readonly string[]).includes(now.status)
        ? changed.filter((key) => identityFields.has(key) && !open.has(`profile.${key}`))
        : [];
    if (closed.length)
      throw fail('FIELD_NOT_RETURNED', { fields: closed.map((path) => ({ path, code: 'FIELD_NOT_RETURNED' })) });
  }
  await demandReferences(call, { region_id: [states, given.region_id], city_id: [cities, given.city_id] });
  if (given.photo_file_id) await claimPicture(call, 'photo_file_id', given.photo_file_id, row.photo_file_id);
  const after = { ...row, ...given };
  if (after.passport_issued_on && after.passport_expires_on && after.passport_issued_on > after.passport_expires_on)
    throw failField('passport_expires_on', 'DATES_REVERSED');
  if (given.passport_id && given.passport_id !== row.passport_id) {
    const [other] = await call.db
      .select({ id: guests.id })
      .from(guests)
      .where(and(eq(guests.passport_id, given.passport_id), isNull(guests.deleted_at), sql`${guests.id} <> ${row.id}`));
    if (other) throw failField('passport_id', 'GUEST_PASSPORT_TAKEN');
    // Who studies here applies with the account of a student; who left may come again with another.
    const [student] =
      permission === 'guest.own'
        ? await call.db
            .select({ account_id: students.account_id })
            .from(students)
            .where(
              and(
                eq(students.passport_id, given.passport_id),
                isNull(students.deleted_at),
                inArray(students.status, ['ACTIVE', 'GAP_YEAR', 'INACTIVE']),
              ),
            )
        : [];
    if (student && student.account_id !== row.account_id) throw failField('passport_id', 'PASSPORT_OF_STUDENT');
  }
  if (changed.length) {
    const name = [after.lastname, after.firstname, after.midname].filter(Boolean).join(' ');
    const search = searchTextOf(name, after.phone, after.passport_id);
    await call.db
      .update(guests)
      .set({ ...given, search })
      .where(eq(guests.id, row.id));
    await call.db
      .update(applications)
      .set({ applicant_name: name, search })
      .where(and(eq(applications.guest_id, row.id), sql`${applications.search} <> ${search}`));
  }
  return getGuest(call, permission, row.id);
}

export async function saveExperience(call: Call, input: z.infer<typeof experienceInput>) {
  const permission = widestPermission(call, 'guest.manage');
  const row = await guestForChange(call, permission, input);
  input.teaching_experience.forEach((one, at) => {
    if (one.until && one.until < one.from) throw failField(`teaching_experience.${at}.until`, 'DATES_REVERSED');
  });
  await call.db.update(guests).set({ teaching_experience: input.teaching_experience }).where(eq(guests.id, row.id));
  return getGuest(call, permission, row.id);
}

export async function saveTranscript(call: Call, input: z.infer<typeof transcriptInput>) {
  const row = await guestForChange(call, 'guest.manage', input);
  if ((input.status === 'DECLINED' || input.status === 'REQUIRE_UPDATE') && !input.reason)
    throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
  await call.db
    .update(guests)
    .set({ transcript_status: input.status, transcript_note: input.reason ?? null })
    .where(eq(guests.id, row.id));
  return getGuest(call, 'guest.read', row.id);
}

/** Keeps a certificate; what counts gives its points in its subject, what no longer does takes them back. */
export async function saveCertificate(call: Call, input: z.infer<typeof certificateInput>) {
  const { id, version, guest_id, ...fields } = input;
  const row = await findGuest(call, 'guest.manage', guest_id, true);
  const ofGuest = eq(guestCertificates.guest_id, row.id);
  const before =
    id === undefined
      ? undefined
      : await loadForChange(call, guestCertificates, ofGuest, { id, version: version ?? 0 }, () =>
          getGuest(call, 'guest.read', row.id),
        );
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const after = { counts: false, points: null, ...before, ...changes } as typeof guestCertificates.$inferInsert;
  for (const path of ['subject', 'kind'] as const) if (!after[path]) throw failField(path, 'form_required');
  if (after.counts && (after.points === null || after.points === undefined)) throw failField('points', 'form_required');
  if (after.issued_on && after.valid_until && after.issued_on > after.valid_until)
    throw failField('valid_until', 'DATES_REVERSED');
  if (after.counts && after.valid_until) {
    const { rows } = await call.db.execute(sql`select 1 where ${after.valid_until}::date < (select edulab_today())`);
    if (rows.length) throw failField('valid_until', 'CERTIFICATE_EXPIRED');
  }
  if (fields.file_id) await claimFiles(call, 'file_id', [fields.file_id], [before?.file_id ?? null]);
  if (before)
    await call.db
      .update(guestCertificates)
      .set({ ...changes, guest_id: row.id })
      .where(eq(guestCertificates.id, before.id));
  else await call.db.insert(guestCertificates).values({ ...after, guest_id: row.id });
  const now = (await currentOf(call, [row.id])).get(row.id);
  if (now && now.decision === null)
    for (const subject of new Set([before?.subject, after.subject].filter((one) => typeof one === 'string'))) {
      const [best] = await call.db
        .select({ points: sql<number | null>`max(${guestCertificates.points})::float8` })
        .from(guestCertificates)
        .where(
          and(
            eq(guestCertificates.guest_id, row.id),
            eq(guestCertificates.subject, subject),
            eq(guestCertificates.counts, true),
            isNull(guestCertificates.deleted_at),
          ),
        );
      await writeScore(call, { application_id: now.id, subject, source: 'CERTIFICATE', points: best?.points ?? null });
    }
  return getGuest(call, 'guest.read', row.id);
}
