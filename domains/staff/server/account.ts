import { and, eq, isNull } from 'drizzle-orm';
import { createAccount } from '#domains/identity/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { staffRoles } from '../shapes.ts';
import { demandFor, staffInReach } from './policy.ts';
import { presentStaff, type StaffRecord, type StaffRow } from './present.ts';
import { staff } from './tables.ts';

/**
 * Opens an account for somebody who works here. HR gives the everyday roles alone: whoever could give any role could
 * give themselves all. The person sets a password over the e-mail, by "forgot password".
 */
export async function openAccount(
  call: Call,
  input: { id: number; username: string; roles: string[] },
): Promise<StaffRecord> {
  const [row] = await call.db
    .select()
    .from(staff)
    .where(and(eq(staff.id, input.id), isNull(staff.deleted_at), staffInReach(call, 'staff.read')))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  await demandFor(call, 'staff.manage', row.id);
  if (row.account_id !== null) throw fail('HAS_ACCOUNT');
  const strange = input.roles.find((role) => !staffRoles.some((one) => one === role));
  if (strange && !may(call, 'role.manage')) throw failField('roles', 'ROLE_NOT_FOR_STAFF', { role: strange });
  const account = await createAccount(call, {
    username: input.username,
    firstname: row.firstname,
    lastname: row.lastname,
    midname: row.midname,
    email: row.work_email ?? row.email,
    phone: row.phone,
    locale: call.locale,
    roles: [...new Set(input.roles)].map((role) => ({ institution_id: call.institution_id, role })),
  });
  const [changed] = await call.db.update(staff).set({ account_id: account.id }).where(eq(staff.id, row.id)).returning();
  return (await presentStaff(call, [changed as StaffRow]))[0] as StaffRecord;
}
