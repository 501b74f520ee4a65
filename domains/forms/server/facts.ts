import { and, eq, inArray, isNull } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { placesOn } from '#domains/groups/server/index.ts';
import { academicYears, departments, educationForms } from '#domains/institutions/server/index.ts';
import type { Facts } from '#domains/questions/server/index.ts';
import type { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { longDate } from '#platform/server/documents/index.ts';
import { titlesOf } from '#platform/server/records/references.ts';

/** What forms and papers may say of a record: the server writes it, nobody types it. */

export const factNames = [
  'student.name',
  'student.number',
  'student.birthdate',
  'student.course',
  'student.course_code',
  'student.level',
  'student.year',
  'student.group',
  'student.form',
  'student.language',
  'student.entry_year',
  'student.tuition',
  'student.status',
  'student.since',
  'student.department',
  'today',
] as const;
type FactName = (typeof factNames)[number];
export type FactsInWords = Record<Locale, Facts>;
type StudentRow = typeof students.$inferSelect;

/** The facts of a student as of now, in each language. */
export const factsOf = async (call: Call, student: StudentRow): Promise<FactsInWords> =>
  (await factsOfMany(call, [student])).get(student.id)!;

/** The same of many at once, by student; as many queries as for one. */
export async function factsOfMany(call: Call, of: readonly StudentRow[]): Promise<Map<number, FactsInWords>> {
  const day = await todayOf(call);
  const places = await placesOn(
    call,
    of.map(({ id }) => id),
    day,
  );
  const [year] = await call.db
    .select({ starts_on: academicYears.starts_on })
    .from(academicYears)
    .where(and(eq(academicYears.current, true), isNull(academicYears.deleted_at)));
  const programmes = new Map(
    (
      await call.db
        .select({ id: courses.id, code: courses.code, title: courses.title })
        .from(courses)
        .where(
          inArray(
            courses.id,
            of.map(({ course_id }) => course_id ?? 0),
          ),
        )
    ).map((course) => [course.id, course]),
  );
  const inWords = async (locale: Locale): Promise<(student: StudentRow) => Facts> => {
    const there = { ...call, locale };
    const forms = await titlesOf(
      there,
      educationForms,
      of.map(({ education_form_id }) => education_form_id),
    );
    const houses = await titlesOf(
      there,
      departments,
      of.map(({ department_id }) => department_id),
    );
    const word = (key: string) => message(locale, `fact_${key}`);
    return (student) => {
      const place = places.get(student.id);
      const course = programmes.get(student.course_id ?? 0);
      const study = year && place ? Number(year.starts_on.slice(0, 4)) - place.entry_year + 1 : 0;
      const facts: Record<FactName, string | null> = {
        'student.name': student.full_name,
        'student.number': student.student_no,
        'student.birthdate': student.birthdate && longDate(student.birthdate, locale),
        'student.course': (course && (course.title[locale] || course.title.uz)) ?? null,
        'student.course_code': course?.code ?? null,
        'student.level': word(`level.${student.level}`),
        'student.year': study > 0 ? String(study) : null,
        'student.group': place?.group ?? null,
        'student.form': forms.get(student.education_form_id ?? 0)?.title ?? null,
        'student.language': word(`language.${student.study_language}`),
        'student.entry_year': String(student.entry_year),
        'student.tuition': word(`tuition.${student.tuition}`),
        'student.status': word(`status.${student.status}`),
        'student.since': longDate(student.status_since, locale),
        'student.department': houses.get(student.department_id ?? 0)?.title ?? null,
        today: longDate(day, locale),
      };
      return facts;
    };
  };
  const [uz, ru, en] = await Promise.all([inWords('uz'), inWords('ru'), inWords('en')]);
  return new Map(of.map((student) => [student.id, { uz: uz(student), ru: ru(student), en: en(student) }]));
}

/** What a fact is called. */
export const factTitle = (locale: Locale, name: string): string => message(locale, `fact.${name}`);
export const factOptions = (call: Call) => factNames.map((id) => ({ id, title: factTitle(call.locale, id) }));
