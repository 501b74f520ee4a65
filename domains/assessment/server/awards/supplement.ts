import { sql } from 'drizzle-orm';
import type { DocumentDraft } from '#domains/credentials/server/index.ts';
import { courseModules, moduleOutcomes, modules } from '#domains/curriculum/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { letterheadOf, longDate, paperDecimal } from '#platform/server/documents/index.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { recognisedTable } from '../transcripts/issue.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import type { Graduate } from './graduate.ts';

/** The diploma supplement in the eight sections of the model of the European Commission, Council of Europe and UNESCO. */
export async function supplementSections(
  call: Call,
  one: Graduate,
  transcript: Transcript,
  paper: { language: Locale; diploma: string; blank: string | null },
): Promise<DocumentDraft['sections']> {
  const { language } = paper;
  const t = (key: string, values: Record<string, unknown> = {}) => message(language, `supplement.${key}`, values);
  const word = (key: string, values: Record<string, unknown> = {}) => message(language, key, values);
  const number = (value: number | null) => paperDecimal(value, language);
  const { name: institution } = await letterheadOf(call, language);
  const distribution = await distributionOf(call, one.course_id);
  const passed = transcript.semesters.flatMap(({ rows }) => rows.filter((row) => row.passed && row.counts));
  const outcomes = await outcomesOf(call, passed, language);
  const facts = (title: string, rows: [string, string | null][]) => ({
    kind: 'facts' as const,
    title: t(title),
    rows: rows.flatMap(([label, value]): [string, string][] => (value ? [[t(label), value]] : [])),
  });
  return [
    { kind: 'text', text: t('about') },
    facts('s1', [
      ['f1_1', one.lastname],
      ['f1_2', [one.firstname, one.midname].filter(Boolean).join(' ')],
      ['f1_3', one.birthdate && longDate(one.birthdate, language)],
      ['f1_4', one.student_no],
    ]),
    facts('s2', [
      ['f2_1', word(`diploma.level_${one.level}`)],
      ['f2_2', one.course],
      ['f2_3', institution],
      ['f2_5', word(`transcript.language_${transcript.student.study_language}`)],
    ]),
    facts('s3', [
      ['f3_1', t(`level_${one.level}`)],
      ['f3_2', t('duration', { years: one.years, credits: number(transcript.programme) })],
      ['f3_3', t(`access_${one.level}`)],
    ]),
    facts('s4', [
      ['f4_1', transcript.student.education_form],
      ['f4_2', t('requirements', { credits: number(transcript.programme), earned: number(transcript.earned) })],
    ]),
    ...(outcomes.length
      ? [{ kind: 'table' as const, title: t('f4_2_outcomes'), columns: [{ title: t('outcome') }], rows: outcomes }]
      : []),
    {
      kind: 'table',
      title: t('f4_3'),
      columns: [
        { title: word('transcript.code'), width: 58 },
        { title: word('transcript.module') },
        { title: word('transcript.credits'), align: 'right', width: 44 },
        { title: word('transcript.mark'), align: 'right', width: 44 },
        { title: word('transcript.ects'), align: 'center', width: 40 },
      ],
      rows: transcript.semesters.flatMap((semester) => [
        { group: t('semester', { year: semester.academic_year, semester: semester.semester }) },
        ...semester.rows
          .filter((row) => row.passed && row.counts)
          .map((row) => [
            row.code,
            row.title,
            number(row.credits),
            row.letter === null ? '–' : number(row.total),
            row.letter ?? '–',
          ]),
      ]),
    },
    ...recognisedTable(transcript, language),
    {
      kind: 'table',
      title: t('f4_4'),
      columns: [
        { title: t('grade'), width: 80 },
        { title: t('from'), align: 'right', width: 90 },
        { title: t('share'), align: 'right' },
      ],
      rows: distribution.map((band) => [
        band.grade,
        number(band.from),
        band.share === null ? '–' : t('percent', { share: number(band.share) }),
      ]),
    },
    {
      kind: 'text',
      text: t(distribution.some((band) => band.share !== null) ? 'distribution' : 'too_few', {
        least: fewestResults,
        years,
      }),
    },
    facts('f4_5', [
      ['average', number(transcript.average)],
      ['class', one.awarded ? one.awarded.title[language] || one.awarded.title.uz : t('no_class')],
    ]),
    facts('s5', [
      ['f5_1', t(`further_${one.level}`)],
      ['f5_2', t('profession')],
    ]),
    facts('s6', [['f6_1', t('additional')]]),
    facts('s7', [
      ['f7_1', longDate(one.decided_on, language)],
      ['f7_2', paper.diploma],
      ['f7_3', paper.blank],
      ['f7_4', t('signed')],
    ]),
    { kind: 'text', title: t('s8'), text: t('system') },
  ];
}

/** What can be done after the modules that were passed, as the institution says of each; those that say nothing are left out. */
async function outcomesOf(call: Call, passed: readonly { course_module_id: number }[], language: Locale) {
  const ids = passed.map(({ course_module_id }) => course_module_id);
  const { rows } = await call.db.execute<{ module: string; outcome: string }>(sql`
    select m.code || ' ' || ${localTitle(sql`m.title`, language)} as module, ${localTitle(sql`o.title`, language)} as outcome
      from ${courseModules} cm join ${modules} m on m.id = cm.module_id
      join ${moduleOutcomes} o on o.module_id = m.id and o.deleted_at is null
     where cm.id = any(${sql.param(ids)}::int[]) order by m.code, o.position, o.id`);
  return [...Map.groupBy(rows, (row) => row.module)].flatMap(([group, some]) => [
    { group },
    ...some.map(({ outcome }) => [outcome]),
  ]);
}

/** Below this many results shares would tell of single people. */
const fewestResults = 30;
/** How far back the distribution looks, as the ECTS Users' Guide asks: two years at least. */
const years = 3;

/** The letters in force with the share of each among passed results of the programme; null where there are too few. */
async function distributionOf(
  call: Call,
  course: number,
): Promise<{ grade: string; from: number; share: number | null }[]> {
  const { rows } = await call.db.execute<{ grade: string; from: number; share: number | null }>(sql`
    with bands as (
      select b ->> 'grade' as grade, (b ->> 'from')::numeric as "from"
        from jsonb_array_elements(edulab_grade_bands(${call.institution_id}, 'LETTER', (select edulab_today()))) b),
    counted as (
      select r.letter, count(*) as n from module_results r join course_modules cm on cm.id = r.course_module_id and cm.course_id = ${course}
        join academic_years y on y.id = cm.academic_year_id and y.starts_on >= (select edulab_today()) - make_interval(years => ${years})
       where r.passed and r.letter is not null and r.status in ('CONFIRMED', 'LOCKED') group by r.letter),
    whole as (select coalesce(sum(n), 0) as n from counted)
    select b.grade, b."from"::float8 as "from", case when w.n >= ${fewestResults} then round(coalesce(c.n, 0) * 100.0 / w.n, 1)::float8 end as share
      from bands b cross join whole w left join counted c on c.letter = b.grade
     where b."from" >= 0 order by b."from" desc`);
  return rows;
}
