import { addExample, correctCensus, makeCensus, stepCensus } from '#domains/census/server/index.ts';
import { asActor, type Database } from '#platform/server/database/database.ts';
import { type Settings, settings } from '#platform/server/run/settings.ts';
import { fillSheet } from '#platform/server/spreadsheets/fill.ts';
import { backgroundCall } from '#platform/server/work/jobs.ts';

/**
 * Figures for the state as the registrar's office makes them, by the very calls: counted as of 1 October, sent, and put
 * right since, as records changed; and the list of students as HEMIS takes it.
 */

const may = ['census.read', 'census.people', 'census.forms', 'census.freeze', 'census.sign', 'student.read'] as const;

/** Answers how many censuses there are. */
export async function loadCensus(database: Database, papers: Partial<Settings>): Promise<number> {
  const { rows } = await database.owner.query<{ account_id: number; day: string; today: string }>(
    `select a.id as account_id, t.today::text as today,
            (case when t.today >= make_date(extract(year from t.today)::int, 10, 1) then make_date(extract(year from t.today)::int, 10, 1) else make_date(extract(year from t.today)::int - 1, 10, 1) end)::text as day
       from accounts a cross join (select (edulab_now() at time zone 'Asia/Tashkent')::date as today) t
      where a.username = 'registrar_head' and exists (select 1 from students where institution_id = 1)`,
  );
  const [house] = rows;
  if (!house) return 0;
  const { account_id, day, today } = house;
  const kernel = { database, domains: [], settings: { ...settings({}, []), ...papers } };
  return asActor(database.app, { institution_id: 1, account_id, call: 'POST /census/' }, async (_db, client) => {
    const abilities = new Map(may.map((permission) => [permission, 'institution' as const]));
    const call = backgroundCall(kernel, client, { institution_id: 1, account_id, locale: 'uz', abilities });
    const draw: Parameters<typeof addExample>[2] = async (cells) =>
      papers.dataDir ? fillSheet({ path: null }, [cells]) : null;
    const figures = await addExample(call, { code: 'OLIY-1' }, draw);
    const list = await addExample(call, { code: 'HEMIS' }, draw);
    let census = await makeCensus(call, { form_id: figures.id, day });
    for (const status of ['FROZEN', 'CHECKED', 'SIGNED', 'SENT'] as const)
      census = await stepCensus(call, { id: census.id, version: census.version, status });
    await correctCensus(call, { id: census.id, reason: 'Buyruqlar kechroq kiritilgan talabalar hisobga olindi' });
    const students = await makeCensus(call, { form_id: list.id, day: today });
    await stepCensus(call, { id: students.id, version: students.version, status: 'FROZEN' });
    return 3;
  });
}
