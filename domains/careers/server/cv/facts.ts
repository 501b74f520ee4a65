import { sql } from 'drizzle-orm';
import { verifiedOf } from '#domains/achievements/server/index.ts';
import { issuedDocuments, shownCode } from '#domains/credentials/server/index.ts';
import { courses, modules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { Fact } from '../../shapes-cv.ts';
import { type VerifiedFacts, verifiedFacts } from '../hooks.ts';

/** What the record knows of people, for their CVs. */

type Facts = ReadonlyMap<number, readonly Fact[]>;

const into = (rows: readonly { student_id: number; fact: Fact }[]): Facts => {
  const found = new Map<number, Fact[]>();
  for (const { student_id, fact } of rows) {
    const own = found.get(student_id);
    if (own) own.push(fact);
    else found.set(student_id, [fact]);
  }
  return found;
};

/** The degree, with the diploma by which a stranger checks it. */
export const degreeFacts: VerifiedFacts = {
  name: 'degree',
  async of(call, ids, locale) {
    const { rows } = await call.db.execute<{
      student_id: number;
      course: string | null;
      level: string;
      institution: string;
      entry_year: number;
      left: number;
      status: string;
      number: string | null;
      code: string | null;
    }>(sql`
      select s.id as student_id, ${localTitle(sql`c.title`, locale)} as course, s.level, ${localTitle(sql`i.title`, locale)} as institution,
             s.entry_year::int as entry_year, extract(year from s.status_since)::int as left, s.status, d.number, d.check_code as code
        from ${students} s join institutions i on i.id = s.institution_id
        left join ${courses} c on c.id = s.course_id
        left join lateral (select x.number, x.check_code from ${issuedDocuments} x
                            where x.student_id = s.id and x.kind = 'DIPLOMA' and x.status = 'VALID' and x.file_id <> 0 order by x.issued_at desc limit 1) d on true
       where s.id = any(${sql.param([...ids])}::int[]) and s.course_id is not null`);
    return into(
      rows.map((row) => ({
        student_id: row.student_id,
        fact: {
          ref: 'degree',
          kind: 'DEGREE',
          title: [message(locale, `careers.level.${row.level}`), row.course].filter(Boolean).join(', '),
          detail: [row.institution, row.number && message(locale, 'careers.diploma', { number: row.number })]
            .filter(Boolean)
            .join(' · '),
          at: `${row.entry_year} – ${row.status === 'GRADUATED' ? row.left : message(locale, 'careers.today')}`,
          check_code: row.code && shownCode(row.code),
        },
      })),
    );
  },
};

/** Modules that were passed and whose result is published, the best first; counted as in every transcript. */
export const moduleFacts: VerifiedFacts = {
  name: 'modules',
  async of(call, ids, locale) {
    const { rows } = await call.db.execute<{
      student_id: number;
      module_id: number;
      title: string;
      credits: number;
      total: number | null;
    }>(sql`
      select k.student_id, k.module_id, ${localTitle(sql`m.title`, locale)} as title, k.credits::float8 as credits, k.total::float8 as total
        from edulab_counted_results(${sql.param([...ids])}::int[]) k join ${modules} m on m.id = k.module_id
       where k.passed order by k.student_id, k.total desc nulls last, k.credits desc, k.module_id`);
    return into(
      rows.map(({ student_id, module_id, title, credits, total }) => ({
        student_id,
        fact: {
          ref: `module.${module_id}`,
          kind: 'MODULE',
          title,
          detail: message(locale, total === null ? 'careers.module_passed' : 'careers.module', {
            total: total ?? 0,
            credits,
          }),
          at: '',
          check_code: null,
        },
      })),
    );
  },
};

/** What was reached outside of lessons and confirmed by whoever may. */
export const achievementFacts: VerifiedFacts = {
  name: 'achievements',
  async of(call, ids, locale) {
    const rows = await verifiedOf(call, ids, locale);
    return into(
      rows.map(({ student_id, number, title, grade, organizer, achieved_on }) => ({
        student_id,
        fact: {
          ref: `achievement.${number}`,
          kind: 'ACHIEVEMENT',
          title,
          detail: [grade, organizer].filter(Boolean).join(' · '),
          at: achieved_on.slice(0, 4),
          check_code: null,
        },
      })),
    );
  },
};

/** What all who vouch know of these people, in the order of who follows the hook. */
export async function factsOf(call: Call, ids: readonly number[], locale: Locale): Promise<Map<number, Fact[]>> {
  const found = new Map<number, Fact[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  for (const source of followersOf(call.kernel, verifiedFacts))
    for (const [id, facts] of await source.of(call, ids, locale)) found.get(id)?.push(...facts);
  return found;
}

/** So many modules stand in a CV whose person chose none. */
const usual = 8;
const moduleOf = ({ ref }: Fact) => Number(ref.slice('module.'.length));

/** Those that stand in a CV: all but the modules, of which the chosen, or the best. */
export function shownFacts(facts: readonly Fact[], chosen: readonly number[] | null): Fact[] {
  let left = usual;
  return facts.filter((one) =>
    one.kind !== 'MODULE' ? true : chosen === null ? left-- > 0 : chosen.includes(moduleOf(one)),
  );
}

/** Whether the record still says what a version says. */
export const sameFacts = (one: readonly Fact[], other: readonly Fact[]): boolean => {
  const said = (facts: readonly Fact[]) =>
    facts
      .map(({ ref, title, detail, at }) => [ref, title, detail, at].join('\u0001'))
      .sort()
      .join('\u0002');
  return said(one) === said(other);
};
