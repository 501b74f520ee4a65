import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { feesOf } from '#domains/accounting/server/index.ts';
import { courseCampaigns, courses } from '#domains/curriculum/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import { isOpen, vacancies } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { Flavour } from '../../flavours.ts';
import type { ApplicationRow } from '../tables.ts';
import { applicationForms, examPlaces, examSeats, examSessions } from '../tables.ts';
import { isOpenToday } from './forms.ts';

/** What can be applied for, and what an applicant must know of their own application besides the answers. */

/** Forms that take applications today, each with the courses or the position that it is for. */
export async function openTargets(call: Call, flavour: Flavour) {
  const forms = await call.db
    .select({
      form_id: applicationForms.id,
      title: sql<string>`${localTitle(applicationForms.title, call.locale)}`,
      description: sql<string | null>`${localTitle(applicationForms.description, call.locale)}`,
      year: applicationForms.academic_year_id,
      vacancy_id: applicationForms.vacancy_id,
      closes_on: applicationForms.closes_on,
    })
    .from(applicationForms)
    .where(and(eq(applicationForms.flavour, flavour.name), isNull(applicationForms.deleted_at), isOpenToday))
    .orderBy(asc(applicationForms.closes_on), asc(applicationForms.id));
  const years = await titlesOf(
    call,
    academicYears,
    forms.map((form) => form.year),
  );
  const intakes = flavour.target === 'campaign' ? await openCampaigns(call) : [];
  const jobs = flavour.target === 'vacancy' ? await openVacancies(call) : [];
  return forms
    .map(({ year, vacancy_id, ...form }) => ({
      ...form,
      academic_year: years.get(year ?? 0) ?? null,
      vacancy: jobs.find((job) => job.id === vacancy_id) ?? null,
      campaigns: intakes.filter((intake) => intake.year === year).map(({ year: _, ...intake }) => intake),
    }))
    .filter((form) => flavour.target !== 'vacancy' || form.vacancy);
}

const openVacancies = (call: Call) =>
  call.db
    .select({
      id: vacancies.id,
      title: sql<string>`${localTitle(vacancies.title, call.locale)}`,
      description: vacancies.description,
      requirements: vacancies.requirements,
      closes_on: vacancies.closes_on,
    })
    .from(vacancies)
    .where(and(isNull(vacancies.deleted_at), isOpen));

async function openCampaigns(call: Call) {
  const rows = await call.db
    .select({
      id: courseCampaigns.id,
      year: courseCampaigns.academic_year_id,
      course_id: courses.id,
      title: sql<string>`${localTitle(courses.title, call.locale)}`,
      level: courses.level,
      years: courses.years,
      language: courseCampaigns.language,
      form_id: courses.education_form_id,
      closes_on: courseCampaigns.closes_on,
      grants: courseCampaigns.grant_quota,
    })
    .from(courseCampaigns)
    .innerJoin(courses, eq(courses.id, courseCampaigns.course_id))
    .where(
      and(
        isNull(courseCampaigns.deleted_at),
        isNull(courses.deleted_at),
        eq(courseCampaigns.status, 'OPEN'),
        sql`(select edulab_today()) between ${courseCampaigns.opens_on} and ${courseCampaigns.closes_on}`,
      ),
    )
    .orderBy(sql`4`, asc(courseCampaigns.language), asc(courseCampaigns.id));
  const modes = await titlesOf(
    call,
    educationForms,
    rows.map((row) => row.form_id),
  );
  // What the contract of the offer will say: one place knows which agreement fits.
  const fees = await feesOf(
    call,
    rows.map((row) => ({
      level: row.level,
      academic_year_id: row.year,
      course_id: row.course_id,
      education_form_id: row.form_id,
      study_language: row.language,
    })),
  );
  return rows.map(({ course_id, title, form_id, grants, ...row }, at) => ({
    ...row,
    fee: fees[at] ?? null,
    course: { id: course_id, title },
    education_form: modes.get(form_id ?? 0) ?? null,
    grant: grants > 0,
  }));
}

/** Seats at the exam by application. */
export async function seatsOf(call: Call, ids: readonly number[]) {
  const rows = await call.db
    .select({
      application_id: examSeats.application_id,
      session_id: examSeats.session_id,
      day: examSessions.day,
      starts_at: examSessions.starts_at,
      ends_at: examSessions.ends_at,
      state: examSeats.state,
      place: sql<string>`${localTitle(examPlaces.title, call.locale)}`,
      address: examPlaces.address,
      seat_no: examSeats.seat_no,
    })
    .from(examSeats)
    .innerJoin(examSessions, eq(examSessions.id, examSeats.session_id))
    .innerJoin(examPlaces, eq(examPlaces.id, examSessions.place_id))
    .where(and(inArray(examSeats.application_id, [0, ...ids]), isNull(examSeats.deleted_at)));
  return new Map(rows.map(({ application_id, ...row }) => [application_id, row]));
}

/** Level of the course and last day of the intake, by campaign. */
export async function intakesOf(call: Call, rows: readonly ApplicationRow[]) {
  const found = await call.db
    .select({ id: courseCampaigns.id, closes_on: courseCampaigns.closes_on, level: courses.level })
    .from(courseCampaigns)
    .innerJoin(courses, eq(courses.id, courseCampaigns.course_id))
    .where(inArray(courseCampaigns.id, [0, ...rows.flatMap((row) => row.campaign_id ?? [])]));
  return new Map(found.map((row) => [row.id, row]));
}
