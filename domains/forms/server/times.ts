import { sql } from 'drizzle-orm';
import type { Call, OutputOf } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { formRequestSteps, formRequests, formTypes } from './tables.ts';

type Times = OutputOf<typeof contract.request.times>;

/** How long each step took where it was done, without what was waited for students: the middle one, in hours. */
export async function stepTimes(call: Call): Promise<Times> {
  const { rows } = await call.db.execute<Times[number] & Record<string, unknown>>(sql`
    select y.id as type_id, ${localTitle(sql`y.title`, call.locale)} as type, t.position::int as position,
           (array_agg(t.title order by t.id desc))[1] as title, count(*)::int as count,
           round((percentile_cont(0.5) within group (order by extract(epoch from t.done_at - t.started_at) / 3600 - t.waited / 60.0))::numeric, 1)::float8 as hours,
           count(*) filter (where t.late)::int as late
      from ${formRequestSteps} t join ${formRequests} r on r.id = t.request_id join ${formTypes} y on y.id = r.type_id
     where t.done_at is not null and t.action <> 'PAYMENT' and r.deleted_at is null
     group by y.id, t.position order by y.position, y.id, t.position`);
  return rows;
}
