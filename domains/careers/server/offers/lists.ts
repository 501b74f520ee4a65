import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { searchAbout } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { list } from '#platform/server/records/lists.ts';
import { columnsSql } from '#platform/server/records/resource.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { contract } from '../../contract.ts';
import { aboutReach, peopleBeside } from '../person.ts';
import { jobOfferAnswers, jobOfferReports, jobOffers } from '../tables.ts';
import { type AnswerRow, offers } from './offers.ts';

/** Who said what to an offer, what was said against one, and all of a list as a file. */

export const answersList = (
  call: Call,
  input: InputOf<typeof contract.job_offer.answers>,
): Promise<OutputOf<typeof contract.job_offer.answers>> =>
  list(call, input, {
    from: sql`${jobOfferAnswers}`,
    key: sql`${jobOfferAnswers.id}`,
    table: 'job_offer_answers',
    where: [
      isNull(jobOfferAnswers.deleted_at),
      aboutReach(call, 'job_offer.manage', jobOfferAnswers.student_id),
      input.offer_id ? eq(jobOfferAnswers.offer_id, input.offer_id) : undefined,
      input.status?.length ? inArray(jobOfferAnswers.status, input.status) : undefined,
      input.shared === undefined ? undefined : sql`(${jobOfferAnswers.version_id} is not null) = ${input.shared}`,
      input.search ? searchAbout(sql`${jobOfferAnswers.student_id}`)(input.search, call) : undefined,
    ],
    sorts: {
      created_at: sql`${jobOfferAnswers.created_at}`,
      answered_at: sql`${jobOfferAnswers.answered_at}`,
    },
    defaultSort: 'created_at,desc',
    columns: columnsSql(jobOfferAnswers),
    load: (_ids, rows) => present(call, rows as AnswerRow[]),
  });

async function present(call: Call, rows: AnswerRow[]): Promise<OutputOf<typeof contract.job_offer.answers>['content']> {
  if (rows.length === 0) return [];
  const people = await peopleBeside(
    call,
    rows.map(({ student_id }) => student_id),
  );
  const titles = new Map(
    (
      await call.db
        .select({ id: jobOffers.id, title: jobOffers.title, employer: jobOffers.employer })
        .from(jobOffers)
        .where(inArray(jobOffers.id, [...new Set(rows.map(({ offer_id }) => offer_id))]))
    ).map((one) => [one.id, one]),
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    offer_id: row.offer_id,
    title: titles.get(row.offer_id)?.title ?? '',
    employer: titles.get(row.offer_id)?.employer ?? '',
    student_id: row.student_id,
    student: people.get(row.student_id)!.student,
    status: row.status,
    seen_at: row.seen_at,
    answered_at: row.answered_at,
    reason: row.reason,
    shared: row.version_id !== null,
    employer_word: row.employer_word,
  }));
}

export async function deadReports(
  call: Call,
  { offer_id }: { offer_id: number },
): Promise<OutputOf<typeof contract.job_offer.reports>> {
  await offers.find(call, offer_id);
  return call.db
    .select({
      id: jobOfferReports.id,
      at: jobOfferReports.created_at,
      reason: jobOfferReports.reason,
      note: jobOfferReports.note,
    })
    .from(jobOfferReports)
    .where(and(eq(jobOfferReports.offer_id, offer_id), isNull(jobOfferReports.deleted_at)))
    .orderBy(desc(jobOfferReports.id))
    .limit(200);
}

interface Line extends Record<string, unknown> {
  title: string;
  employer: string;
  status: string;
  salary: string | null;
  currency: string;
  until: string;
  sent: number;
  accepted: number;
  declined: number;
}
const columns: ExportColumn<Line>[] = [
  { key: 'title', titles: { uz: 'Lavozim', ru: 'Должность', en: 'Position' }, width: 40, format: (row) => row.title },
  {
    key: 'employer',
    titles: { uz: 'Ish beruvchi', ru: 'Работодатель', en: 'Employer' },
    width: 32,
    format: (row) => row.employer,
  },
  {
    key: 'status',
    titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
    format: (row, locale) => message(locale, `job_offer_state.${row.status}`),
  },
  {
    key: 'salary',
    titles: { uz: 'Maosh', ru: 'Зарплата', en: 'Salary' },
    kind: 'number',
    format: (row) => (row.salary === null ? null : Number(row.salary)),
  },
  { key: 'currency', titles: { uz: 'Valyuta', ru: 'Валюта', en: 'Currency' }, format: (row) => row.currency },
  {
    key: 'until',
    titles: { uz: 'Muddati', ru: 'Действует до', en: 'Valid until' },
    kind: 'date',
    format: (row) => row.until,
  },
  {
    key: 'sent',
    titles: { uz: 'Yuborilgan', ru: 'Отправлено', en: 'Sent' },
    kind: 'number',
    format: (row) => row.sent,
  },
  {
    key: 'accepted',
    titles: { uz: 'Qabul qilgan', ru: 'Приняли', en: 'Accepted' },
    kind: 'number',
    format: (row) => row.accepted,
  },
  {
    key: 'declined',
    titles: { uz: 'Rad etgan', ru: 'Отклонили', en: 'Declined' },
    kind: 'number',
    format: (row) => row.declined,
  },
];
const most = 20_000;
const blockOf = 500;

async function* linesOf(call: Call, ids: readonly number[]): AsyncGenerator<Line> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const { rows } = await call.db.execute<Line>(sql`
      select o.title, o.employer, o.status, o.salary, o.currency, o.valid_until::date::text as until, count(a.id)::int as sent,
             (count(a.id) filter (where a.status = 'ACCEPTED'))::int as accepted, (count(a.id) filter (where a.status = 'DECLINED'))::int as declined
        from ${jobOffers} o left join ${jobOfferAnswers} a on a.offer_id = o.id and a.deleted_at is null
       where o.id = any(${sql.param(ids.slice(at, at + blockOf))}::int[]) group by o.id order by o.created_at desc, o.id`);
    yield* rows;
  }
}

export const offerExport = defineExport(
  'careers.offers',
  async (call: Call, input: InputOf<typeof contract.job_offer.export>) => {
    const ids = await offers.ids(call, input, most);
    return { name: 'job-offers.xlsx', count: ids.length, columns, rows: linesOf(call, ids) };
  },
);
