import { sql } from 'drizzle-orm';
import { searchKey } from '#platform/contract/script.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { usualHardSkills, usualSoftSkills } from '../../skills.ts';
import { cvs } from '../tables.ts';

/** Skills to choose from: the usual ones, and what several people here have written. */

/** What fewer have written might say who they are, and may be a slip of the pen. */
const fewestWriters = 3;
const most = 50;

function options(titles: readonly string[], search: string | undefined) {
  const wanted = searchKey(search ?? '').trim();
  const seen = new Set<string>();
  const found = titles.filter((title) => {
    const key = searchKey(title).trim();
    if (seen.has(key) || !key.includes(wanted)) return false;
    seen.add(key);
    return true;
  });
  return found.slice(0, most).map((title) => ({ id: title, title }));
}

const writtenIn = async (call: Call, column: typeof cvs.hard_skills | typeof cvs.soft_skills) => {
  const { rows } = await call.db.execute<{ title: string }>(sql`
    select min(skill) as title from ${cvs}, unnest(${column}) skill where ${cvs.deleted_at} is null
     group by lower(skill) having count(*) >= ${fewestWriters} order by count(*) desc, 1 limit 200`);
  return rows.map(({ title }) => title);
};

export const hardSkills = async (call: Call, { search }: { search?: string | undefined }) =>
  options([...usualHardSkills, ...(await writtenIn(call, cvs.hard_skills))], search);

export const softSkills = async (call: Call, { search }: { search?: string | undefined }) =>
  options(
    [
      ...usualSoftSkills.map((code) => message(call.locale, `careers.soft.${code}`)),
      ...(await writtenIn(call, cvs.soft_skills)),
    ],
    search,
  );
