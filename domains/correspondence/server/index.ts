import { sql } from 'drizzle-orm';
import { guests } from '#domains/admissions/server/index.ts';
import { personPart } from '#domains/identity/server/index.ts';
import { signable } from '#domains/signatures/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { paperSource, students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { destructionMembers, destructions } from './acts/tables.ts';
import { signableAct } from './destruction.ts';
import { readOldFiles, remindOfOrders } from './nightly.ts';
import { signableNote } from './readers.ts';
import { endReservations } from './reservations.ts';
import { router } from './router.ts';
import { signableLetter } from './steps.ts';
import { lettersOfStudent } from './student-papers.ts';
import { deputies, executors, letterGroups, letterPeople, letters, orders, reservations } from './tables.ts';

export { actingToday } from './reach.ts';

/** Whoever follows all changes follows those of confidential letters only where they may open them. */
const secret = (column: 'id' | 'letter_id', table: string) => (call: Call) =>
  may(call, 'correspondence.confidential')
    ? undefined
    : sql`(select t.id from ${sql.raw(table)} t where t.${sql.raw(column)} in (select l.id from ${letters} l where l.confidential))`;
const named = (id: string) =>
  `(select concat_ws(' · ', l.number, case when l.confidential then null else l.heading end) from letters l where l.id = ${id})`;
const read = 'correspondence.register';

export default defineServerDomain({
  name: 'correspondence',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: letterGroups, by: letters.group_id },
    { of: letterGroups, by: reservations.group_id },
    { of: students, by: letterPeople.student_id },
    { of: staff, by: letterPeople.staff_id },
    { of: guests, by: letterPeople.guest_id },
    { of: staff, by: executors.staff_id },
    { of: staff, by: letters.signer_id },
    { of: staff, by: destructions.signer_id },
    { of: staff, by: destructionMembers.staff_id },
    { of: staff, by: deputies.staff_id },
    { of: staff, by: deputies.deputy_id },
  ],
  // Rights hang on who wrote a letter and who gave an order: both go along when two accounts become one.
  follows: [
    on(personPart, { name: 'letters', owns: [letters.author_id, orders.author_id, destructions.author_id] }),
    on(paperSource, lettersOfStudent),
    on(signable, signableLetter),
    on(signable, signableAct),
    on(signable, signableNote),
  ],
  nightly: {
    'reminding of orders': remindOfOrders,
    'ending reserved numbers': endReservations,
    'reading old letters': readOldFiles,
  },
  messages: new URL('./messages/', import.meta.url),
  history: {
    letter_groups: { permission: read, title: "r.code || ' · ' || (r.title ->> 'uz')" },
    letters: { permission: read, title: "concat_ws(' · ', r.number, r.heading)", sealed: secret('id', 'letters') },
    letter_orders: { permission: read, title: named('r.letter_id'), sealed: secret('letter_id', 'letter_orders') },
    letter_executors: {
      permission: read,
      title: `(select ${named('o.letter_id')} from letter_orders o where o.id = r.order_id)`,
      sealed: (call: Call) =>
        may(call, 'correspondence.confidential')
          ? undefined
          : sql`(select x.id from letter_executors x join letter_orders o on o.id = x.order_id join ${letters} l on l.id = o.letter_id where l.confidential)`,
    },
    letter_extensions: {
      permission: read,
      title: `(select ${named('o.letter_id')} from letter_orders o where o.id = r.order_id)`,
      sealed: (call: Call) =>
        may(call, 'correspondence.confidential')
          ? undefined
          : sql`(select x.id from letter_extensions x join letter_orders o on o.id = x.order_id join ${letters} l on l.id = o.letter_id where l.confidential)`,
    },
    letter_deputies: {
      permission: 'correspondence.oversee',
      title: "(select concat_ws(' ', s.lastname, s.firstname) from staff s where s.id = r.staff_id)",
    },
    letter_people: { permission: read, title: named('r.letter_id'), sealed: secret('letter_id', 'letter_people') },
    letter_destructions: { permission: read, title: 'coalesce(r.number, r.basis)' },
    letter_destruction_members: {
      permission: read,
      title: '(select coalesce(d.number, d.basis) from letter_destructions d where d.id = r.act_id)',
    },
    letter_destruction_items: {
      permission: read,
      title: named('r.letter_id'),
      sealed: secret('letter_id', 'letter_destruction_items'),
    },
    letter_reservations: {
      permission: read,
      title: "concat_ws(' · ', r.number, r.kept_for)",
      sealed: secret('letter_id', 'letter_reservations'),
    },
    letter_agreements: {
      permission: read,
      title: named('r.letter_id'),
      sealed: secret('letter_id', 'letter_agreements'),
    },
    letter_acquaintances: {
      permission: read,
      title: named('r.letter_id'),
      sealed: secret('letter_id', 'letter_acquaintances'),
    },
  },
});
