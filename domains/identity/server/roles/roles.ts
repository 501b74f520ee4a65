import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Scope, Title } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accountRoles, accounts, rolePermissions, roles } from '#platform/server/database/tables.ts';
import { demandDeleted, undelete, withDeletion } from '#platform/server/records/deletion.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import {
  columnsSql,
  exactFirst,
  idsIn,
  likeLiteral,
  localTitle,
  type OptionsQuery,
} from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import {
  demandPowerOverRole,
  mayGive,
  type PowersOverRole,
  powerIn,
  powersOverRoles,
  reaches,
  refusedRole,
  rightsOfRoles,
} from './powers.ts';

type RoleRow = typeof roles.$inferSelect;

async function find(call: Call, idOrName: string | number, lock = false): Promise<RoleRow> {
  const text = String(idOrName);
  const query = call.db
    .select()
    .from(roles)
    .where(and(/^\d{1,9}$/.test(text) ? eq(roles.id, Number(text)) : eq(roles.name, text), isNull(roles.deleted_at)))
    .limit(1);
  const [row] = lock ? await query.for('update') : await query;
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** Stricter than what may be given: here the person's own record counts as well. */
const contains = (mine: ReadonlyMap<string, Scope>, theirs: ReadonlyMap<string, Scope>): boolean =>
  [...theirs].every(([permission, scope]) => mine.has(permission) && reaches(mine.get(permission), scope));

export const ownRoleIds = async (call: Call): Promise<Set<number>> =>
  new Set(
    (
      await call.db
        .select({ id: accountRoles.role_id })
        .from(accountRoles)
        .where(eq(accountRoles.account_id, call.account_id))
    ).map((row) => row.id),
  );

/** How many hold each role: all that were given it, who are counted in the index, without the few whose account is deleted. */
export async function holdersOf(call: Call): Promise<Map<number, number>> {
  const here = sql`h.institution_id = ${call.institution_id}`;
  const { rows } = await call.db.execute<{ role_id: number; count: number }>(sql`
    select role_id, sum(people)::int as count from (
      select h.role_id, count(*) as people from ${accountRoles} h where ${here} group by 1
      union all
      select h.role_id, -count(*) from ${accounts} a join ${accountRoles} h on h.account_id = a.id
       where a.deleted_at is not null and ${here} group by 1) counted group by 1`);
  return new Map(rows.map((row) => [row.role_id, row.count]));
}

/** Whether the caller may change this role: not one they hold, and none that may do more than they, wherever it is held. */
export const editable = (
  call: Call,
  powers: PowersOverRole,
  own: Set<number>,
  role: RoleRow,
  rights: ReadonlyMap<string, Scope>,
): boolean => may(call, 'role.manage') && !own.has(role.id) && !refusedRole(powers(role.id), role, rights);

async function present(call: Call, rows: RoleRow[]) {
  const rights = await rightsOfRoles(call);
  const everyone = await call.db
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(isNull(roles.deleted_at))
    .orderBy(roles.name);
  const [holders, power, powers, own] = [
    await holdersOf(call),
    await powerIn(call, call.institution_id),
    await powersOverRoles(
      call,
      rows.map((row) => row.id),
    ),
    await ownRoleIds(call),
  ];
  return rows.map((row) => {
    const mine = rights.get(row.id) ?? new Map<string, Scope>();
    const can = editable(call, powers, own, row, mine);
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      name: row.name,
      title: row.title,
      built_in: row.built_in,
      viewer: row.viewer,
      holders: holders.get(row.id) ?? 0,
      permissions: [...mine]
        .map(([permission, scope]) => ({ permission, scope }))
        .sort((a, b) => a.permission.localeCompare(b.permission)),
      roles: [
        row.name,
        ...everyone
          .filter(
            (other) => other.id !== row.id && rights.has(other.id) && contains(mine, rights.get(other.id) ?? new Map()),
          )
          .map((other) => other.name),
      ],
      can: {
        edit: can,
        rename: can && !row.built_in,
        remove: can && !row.built_in && !holders.get(row.id),
        give: may(call, 'account.manage') && mayGive(power, row, mine),
      },
    };
  });
}
type Presented = Awaited<ReturnType<typeof present>>[number];
const presentRole = async (call: Call, row: RoleRow) => (await present(call, [row]))[0] as Presented;

export const get = async (call: Call, input: { id: string }) => presentRole(call, await find(call, input.id));

export const listRoles = (
  call: Call,
  input: ListInput & {
    built_in?: boolean | undefined;
    permission?: string | undefined;
    deleted?: boolean | undefined;
  },
) => {
  if (input.deleted) demandDeleted(call);
  const like = `%${likeLiteral(input.search ?? '')}%`;
  return list(call, input, {
    from: sql`roles`,
    key: sql`${roles.id}`,
    table: 'roles',
    where: [
      input.deleted ? isNotNull(roles.deleted_at) : isNull(roles.deleted_at),
      input.search
        ? sql`(${roles.name} ilike ${like} or ${roles.title} ->> 'uz' ilike ${like} or ${roles.title} ->> 'ru' ilike ${like} or ${roles.title} ->> 'en' ilike ${like})`
        : undefined,
      input.built_in === undefined ? undefined : eq(roles.built_in, input.built_in),
      input.permission
        ? sql`exists (select 1 from role_permissions p where p.role_id = ${roles.id} and p.permission = ${input.permission})`
        : undefined,
    ],
    sorts: { id: sql`${roles.id}`, name: sql`${roles.name}`, title: localTitle(roles.title, call.locale) },
    defaultSort: 'title',
    columns: columnsSql(roles),
    load: async (_ids, rows) => {
      const found = await present(call, rows);
      return input.deleted ? withDeletion(found, rows) : found;
    },
  });
};

export async function all(call: Call, input: OptionsQuery) {
  const ids = idsIn(input?.ids);
  const title = localTitle(roles.title, call.locale);
  const rows = await call.db
    .select({ id: roles.id, title: sql<string>`${title}`, name: roles.name, viewer: roles.viewer })
    .from(roles)
    .where(
      and(
        isNull(roles.deleted_at),
        ids ? inArray(roles.id, [0, ...ids]) : undefined,
        input?.search ? sql`${title} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
      ),
    )
    .orderBy(exactFirst(title, input?.search), sql`2, 1`)
    .limit(1000);
  const [rights, power] = [await rightsOfRoles(call), await powerIn(call, call.institution_id)];
  return rows.map((row) => ({ ...row, grantable: mayGive(power, row, rights.get(row.id) ?? new Map()) }));
}

interface Save {
  id?: number | undefined;
  version?: number | undefined;
  name?: string | undefined;
  title?: Title | undefined;
  viewer?: boolean | undefined;
  permissions?: { permission: string; scope: Scope }[] | undefined;
}

export async function save(call: Call, input: Save): Promise<Presented> {
  const { id, version, permissions, ...fields } = input;
  let row: RoleRow;
  let before = new Map<string, Scope>();
  if (id === undefined) {
    const missing = (['name', 'title'] as const).filter((field) => !fields[field]);
    if (missing.length) throw fail('BAD_REQUEST', { fields: missing.map((path) => ({ path, code: 'form_required' })) });
    const [created] = await call.db
      .insert(roles)
      .values({ name: fields.name ?? '', title: fields.title as Title, viewer: fields.viewer ?? false })
      .returning();
    row = created as RoleRow;
  } else {
    row = await loadForChange(call, roles, undefined, { id, version: version ?? 0 }, (now) => presentRole(call, now));
    if (
      row.built_in &&
      ((fields.name !== undefined && fields.name !== row.name) ||
        (fields.viewer !== undefined && fields.viewer !== row.viewer))
    )
      throw fail('ROLE_BUILT_IN');
    if ((await ownRoleIds(call)).has(id)) throw fail('OWN_ROLES');
    before = (await rightsOfRoles(call, [id])).get(id) ?? before;
  }
  const viewer = fields.viewer ?? row.viewer;
  const wanted =
    permissions === undefined ? before : new Map(permissions.map((grant) => [grant.permission, grant.scope]));
  for (const [permission, scope] of wanted) {
    const declaration = declaredPermissions()[permission];
    if (!declaration) throw fail('UNKNOWN_PERMISSION', { permission });
    if (viewer && !declaration.reads) throw fail('ROLE_READS_ONLY', { permission });
    if (!declaration.grants[scope]) throw fail('SCOPE_NOT_OFFERED', { permission, scope });
  }
  await demandPowerOverRole(call, row, before, wanted);
  // Also what did not count until now: a role that reads only no more must not get back what it once could.
  const stored = await call.db
    .select({ permission: rolePermissions.permission })
    .from(rolePermissions)
    .where(eq(rolePermissions.role_id, row.id));
  const gone = stored.map(({ permission }) => permission).filter((permission) => !wanted.has(permission));
  const changed = [...wanted].filter(([permission, scope]) => before.get(permission) !== scope);
  if (gone.length)
    await call.db
      .delete(rolePermissions)
      .where(and(eq(rolePermissions.role_id, row.id), inArray(rolePermissions.permission, gone)));
  if (changed.length)
    await call.db
      .insert(rolePermissions)
      .values(changed.map(([permission, scope]) => ({ role_id: row.id, permission, scope })))
      .onConflictDoUpdate({
        target: [rolePermissions.role_id, rolePermissions.permission],
        set: { scope: sql`excluded.scope` },
      });
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  // A change of rights alone counts the version too: two people who edit one role must not overwrite each other.
  if (id !== undefined && (Object.keys(known).length || gone.length || changed.length))
    await call.db
      .update(roles)
      .set({ ...known, updated_at: sql`edulab_now()` })
      .where(eq(roles.id, id));
  await noteSecurity(call, {
    kind: 'ROLE',
    // Roles are one for all institutions, so each reads of it.
    institution_id: null,
    details: { role_id: row.id, role: row.name, gone, given: Object.fromEntries(changed) },
  });
  return presentRole(call, await find(call, row.id));
}

export async function remove(call: Call, input: { id: string }): Promise<{ ok: true }> {
  const row = await find(call, input.id, true);
  if (row.built_in) throw fail('ROLE_BUILT_IN');
  const {
    rows: [held],
  } = await call.db.execute<{ count: number }>(
    sql`select count(*)::int as count from account_roles ar join accounts a on a.id = ar.account_id and a.deleted_at is null where ar.role_id = ${row.id}`,
  );
  if (held?.count) throw failField('id', 'ROLE_HELD', { count: held.count });
  await demandPowerOverRole(call, row, (await rightsOfRoles(call, [row.id])).get(row.id) ?? new Map());
  await noteSecurity(call, {
    kind: 'ROLE',
    institution_id: null,
    details: { role_id: row.id, role: row.name, deleted: true },
  });
  // The name is free again for another role.
  await call.db
    .update(roles)
    .set({ deleted_at: sql`edulab_now()`, name: `${row.name}#${row.id}` })
    .where(eq(roles.id, row.id));
  return { ok: true };
}

/** What a deleted role will give again. */
const storedRights = async (call: Call, role_id: number): Promise<ReadonlyMap<string, Scope>> =>
  new Map(
    (await call.db.select().from(rolePermissions).where(eq(rolePermissions.role_id, role_id))).map((row) => [
      row.permission,
      row.scope,
    ]),
  );

/** Takes back that a role was deleted, under its old name. RESTORE_TAKEN where another has that name now. */
export async function restore(call: Call, input: { id: number }) {
  const [row] = await call.db.select().from(roles).where(eq(roles.id, input.id)).for('update');
  if (!row) throw fail('NOT_FOUND');
  if (row.deleted_at !== null) {
    await demandPowerOverRole(call, row, await storedRights(call, row.id));
    await noteSecurity(call, {
      kind: 'ROLE',
      institution_id: null,
      details: { role_id: row.id, role: row.name, deleted: false },
    });
    await undelete(call, roles, row.id, { name: row.name.replace(/#\d+$/, '') });
  }
  return get(call, { id: String(row.id) });
}
