import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Joined, PersonPart } from '#domains/identity/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { storedNames } from '#platform/contract/index.ts';
import { changeRows, moveRows } from '#platform/server/records/kept.ts';
import { guestFields } from '../../fields.ts';
import { searchTextOf } from '../applications/applications.ts';
import { applications, guestCertificates, guests, leadTalks } from '../tables.ts';

/** The applicant in a person: of two the applications, certificates and talks go to one, whose blanks are filled. */

/** What may be blank is taken over from whoever goes; phone and address are those of the account. */
const filled = [
  ...storedNames(guestFields).filter((name) => guestFields[name].out.safeParse(null).success),
  'photo_file_id' as const,
];

/** Of the newest application; asked of those alone of whom it is told. */
const last = (column: SQL) =>
  sql`(select ${column} from applications x where x.guest_id = g.id and x.deleted_at is null order by x.id desc limit 1)`;

export const applicantOfPerson: PersonPart = {
  name: 'applicant',
  owns: [guests.account_id],
  records: {
    role: 'applicant',
    table: 'guests',
    states: 'application_state',
    query: sql`select 'applicant', g.id, g.account_id, g.lastname, g.firstname, g.midname, g.birthdate, g.pinfl, g.passport_id, g.phone,
      ${last(sql`number`)}, ${last(sql`status`)}, g.created_at, g.search from guests g where g.deleted_at is null`,
  },
  async join(call, { keep: keep_id, drop: drop_id }): Promise<Joined> {
    if (drop_id === undefined) return {};
    const rows = await call.db
      .select()
      .from(guests)
      .where(inArray(guests.account_id, [keep_id, drop_id]))
      .orderBy(guests.id)
      .for('update');
    const keep = rows.find((row) => row.account_id === keep_id);
    const drop = rows.find((row) => row.account_id === drop_id && row.deleted_at === null);
    const { rows: texts } = await call.db.execute<{ id: number; search: string; applicant_name: string }>(
      sql`select a.id, a.search, a.applicant_name from ${applications} a join ${guests} g on g.id = a.guest_id
           where g.account_id in (${keep_id}, ${drop_id}) and a.deleted_at is null`,
    );
    // Phones follow the account by themselves (guards.sql), and with them what is searched in: the undo puts both back last.
    const remembered = [
      ...rows.map(({ id, phone, search }) => ({ table: 'guests', id, before: { phone, search }, after: {} })),
      ...texts.map(({ id, ...before }) => ({ table: 'applications', id, before, after: {} })),
    ];
    if (!keep || !drop) return { kept: remembered };
    if (keep.deleted_at !== null)
      return { conflicts: [{ code: 'APPLICANT_DELETED', values: { name: keep.full_name } }] };
    const { rows: live } = await call.db.execute<{ number: string }>(sql`
      select a.number from applications a join applications b
          on b.guest_id = ${keep.id} and b.form_origin_id = a.form_origin_id and coalesce(b.campaign_id, 0) = coalesce(a.campaign_id, 0)
         and coalesce(b.vacancy_id, 0) = coalesce(a.vacancy_id, 0) and b.deleted_at is null
         and b.status not in ('REJECTED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED', 'CERTIFIED')
       where a.guest_id = ${drop.id} and a.deleted_at is null and a.status not in ('REJECTED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED', 'CERTIFIED')
       order by a.id limit 1`);
    if (live[0]) return { conflicts: [{ code: 'TWO_APPLICATIONS', values: { number: live[0].number } }] };
    const values = Object.fromEntries(
      filled.flatMap((column) => (keep[column] === null && drop[column] !== null ? [[column, drop[column]]] : [])),
    );
    const after = { ...keep, ...values };
    const name = [after.lastname, after.firstname, after.midname].filter(Boolean).join(' ');
    const search = searchTextOf(name, after.phone, after.passport_id);
    const moving = await call.db
      .select({ id: applications.id })
      .from(applications)
      .where(and(eq(applications.guest_id, drop.id), isNull(applications.deleted_at)));
    // Who goes lets go of the passport before the other takes it.
    const gone = await changeRows(call.client, 'guests', [
      { id: drop.id, deleted_at: clock.iso(), merged_into_id: keep.id },
    ]);
    const stays = await changeRows(call.client, 'guests', [{ id: keep.id, ...values, search }]);
    const moved = await changeRows(
      call.client,
      'applications',
      moving.map(({ id }) => ({ id, guest_id: keep.id, applicant_name: name, search })),
    );
    return {
      kept: [
        ...remembered,
        ...gone,
        ...stays.map((one) => ({ ...one, after: values })),
        // Names in applications follow the profile by themselves; whose they are is what counts.
        ...moved.map((one) => ({ ...one, after: { guest_id: keep.id } })),
        ...(await moveRows(call.client, guestCertificates.guest_id, drop.id, keep.id)),
        ...(await moveRows(call.client, leadTalks.guest_id, drop.id, keep.id)),
      ],
      lines: [
        { code: 'APPLICANTS', values: { count: moved.length } },
        ...(Object.keys(values).length ? [{ code: 'FILLED', values: { count: Object.keys(values).length } }] : []),
      ],
    };
  },
};
