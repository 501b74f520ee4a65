import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { states } from '#domains/institutions/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { columnsSql, plain } from '#platform/server/records/resource.ts';
import type { contract } from '../../contract.ts';
import type { leadStages, talkSave } from '../../shapes-desk.ts';
import { searchIn } from '../applications/applications.ts';
import type { GuestRow } from '../tables.ts';
import { applications, guests, leadTalks } from '../tables.ts';

/** People who signed up and sent nothing yet, and the talks with them. */

type TalkRow = typeof leadTalks.$inferSelect;

const hasSentApplication = sql`exists (select 1 from ${applications} where ${applications.guest_id} = ${guests.id} and ${applications.deleted_at} is null and ${applications.status} <> 'DRAFT')`;
/** The newest talk of a person; a column of it. */
const newestTalk = (column: string) =>
  sql`(select ${sql.raw(`t.${column}`)} from lead_talks t where t.guest_id = ${guests.id} and t.deleted_at is null order by t.id desc limit 1)`;
const stageOf: Record<(typeof leadStages)[number], ReturnType<typeof sql>> = {
  NEW: sql`${newestTalk('id')} is null`,
  TALKED: sql`${newestTalk('outcome')} <> 'NOT_INTERESTED'`,
  DUE: sql`(${newestTalk('next_on')} <= (select edulab_today()) and ${newestTalk('outcome')} <> 'NOT_INTERESTED')`,
  LOST: sql`${newestTalk('outcome')} = 'NOT_INTERESTED'`,
};

export function listLeads(call: Call, { search, ...input }: InputOf<typeof contract.desk.leads>) {
  return list(call, input, {
    from: sql`${guests}`,
    key: sql`${guests.id}`,
    table: 'guests',
    asks: ['applications', 'lead_talks'],
    where: [
      isNull(guests.deleted_at),
      sql`not ${hasSentApplication}`,
      input.stage ? stageOf[input.stage] : undefined,
      input.source ? sql`${guests.source} = ${input.source}` : undefined,
      search?.trim() ? searchIn(guests.search, search) : undefined,
    ],
    sorts: {
      created_at: sql`${guests.created_at}`,
      full_name: sql`${guests.full_name}`,
      id: sql`${guests.id}`,
    },
    defaultSort: 'created_at,desc',
    closeness: closeness(sql`${guests.search}`, search),
    columns: columnsSql(guests),
    load: (_ids, rows) => presentLeads(call, rows),
  });
}

async function presentLeads(call: Call, rows: GuestRow[]) {
  if (!rows.length) return [];
  const ids = rows.map((row) => row.id);
  const regions = await titlesOf(
    call,
    states,
    rows.map((row) => row.region_id),
  );
  const drafts = new Map(
    (
      await call.db
        .selectDistinctOn([applications.guest_id])
        .from(applications)
        .where(and(inArray(applications.guest_id, ids), isNull(applications.deleted_at)))
        .orderBy(applications.guest_id, desc(applications.id))
    ).map((row) => [row.guest_id, row]),
  );
  const wishes = await titlesOf(
    call,
    courses,
    [...drafts.values()].map((row) => row.course_id),
  );
  const talks = Map.groupBy(
    await presentTalks(
      call,
      await call.db
        .select()
        .from(leadTalks)
        .where(and(inArray(leadTalks.guest_id, ids), isNull(leadTalks.deleted_at)))
        .orderBy(desc(leadTalks.id)),
    ),
    (row) => row.guest_id,
  );
  return rows.map((row) => {
    const { id, version, created_at, updated_at, firstname, lastname, midname, phone, source } = row;
    const held = talks.get(id) ?? [];
    const [newest] = held;
    const draft = drafts.get(id);
    return {
      ...{ id, version, created_at, updated_at, firstname, lastname, midname, phone, source },
      region: regions.get(row.region_id ?? 0) ?? null,
      begun_at: draft?.created_at ?? null,
      wishes: wishes.get(draft?.course_id ?? 0)?.title ?? null,
      talks: held.length,
      last: newest ? { at: newest.created_at, outcome: newest.outcome, note: newest.note, by: newest.by } : null,
      next_on: newest?.next_on ?? null,
    };
  });
}

async function presentTalks(call: Call, rows: TalkRow[]) {
  const { rows: people } = await call.client.query<{ id: number; name: string }>(
    "select id, lastname || ' ' || firstname as name from accounts where id = any($1)",
    [rows.map((row) => row.account_id)],
  );
  const names = new Map(people.map((row) => [row.id, row.name]));
  return rows.map((row) => {
    const { account_id, ...rest } = plain(row);
    return { ...rest, by: names.get(account_id) ?? null };
  });
}

async function demandGuest(call: Call, id: number): Promise<void> {
  const [row] = await call.db
    .select({ id: guests.id })
    .from(guests)
    .where(and(eq(guests.id, id), isNull(guests.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
}

export async function listTalks(call: Call, { guest_id }: { guest_id: number }) {
  await demandGuest(call, guest_id);
  return presentTalks(
    call,
    await call.db
      .select()
      .from(leadTalks)
      .where(and(eq(leadTalks.guest_id, guest_id), isNull(leadTalks.deleted_at)))
      .orderBy(desc(leadTalks.id))
      .limit(100),
  );
}

export async function saveTalk(call: Call, input: z.infer<typeof talkSave>) {
  await demandGuest(call, input.guest_id);
  const [row] = await call.db
    .insert(leadTalks)
    .values({
      ...input,
      note: input.note ?? null,
      next_on: input.next_on ?? null,
      account_id: call.account_id,
    })
    .returning();
  return (await presentTalks(call, [row!]))[0]!;
}
