import type pg from 'pg';
import {
  employees,
  type PermissionName,
  type Permissions,
  reading,
  roles,
  type Scope,
  wider,
  writing,
} from '#platform/contract/index.ts';
import { processCache } from '../fast/index.ts';

/** Rights in force: which permissions an account holds in an institution, and how far they reach. */
const platform = {
  // The two pages of the shell that are for the people who run the installation.
  'shell.error': reading({ institution: ['SUPER_ADMIN'] }),
  'shell.embed': reading({ institution: ['SUPER_ADMIN'] }),
  // Steps that no life cycle knows; each is kept as forced.
  'workflow.force': writing({ institution: ['SUPER_ADMIN'] }),
  // Students and applicants start no imports, exports or mass work.
  'shell.jobs': reading({ own: employees }),
  // An applicant's bar stays bare; their notices stand on the home page.
  'shell.notices': reading({ own: roles.filter((role) => role !== 'GUEST_USER') }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    platform: typeof platform;
  }
}
const declared: Permissions = { ...platform };

export function registerPermissions(permissions: Permissions): void {
  for (const [name, permission] of Object.entries(permissions)) {
    if (declared[name]) throw new Error(`permission ${name} is declared twice`);
    declared[name] = permission;
  }
}
export const declaredPermissions = (): Readonly<Permissions> => declared;

/**
 * Whether a role that reads only, or any, can have this permission so far. A scope that the permission does not declare is
 * known to no query, which would take it for the whole institution; so it opens nothing.
 */
export function permissionCounts(permission: string, scope: Scope, viewer: boolean): boolean {
  const declaration = declared[permission];
  return declaration?.grants[scope] !== undefined && (declaration.reads || !viewer);
}

const granted = processCache<ReadonlyMap<PermissionName, Scope>>({ max: 20_000 });

/** Abilities of one person in one institution. `accessVersion` moves whenever any right changes, so nothing old is answered. */
export async function abilitiesOf(
  client: pg.PoolClient,
  account: number,
  institution: number,
  accessVersion: number,
): Promise<ReadonlyMap<PermissionName, Scope>> {
  const key = `${accessVersion}:${account}:${institution}`;
  const known = granted.get(client, key);
  if (known) return known;
  const { rows } = await client.query<{ permission: PermissionName; scope: Scope; viewer: boolean }>(
    `select p.permission, p.scope, r.viewer from account_roles a join roles r on r.id = a.role_id and r.deleted_at is null join role_permissions p on p.role_id = r.id
      where a.account_id = $1 and a.institution_id = $2 order by p.permission`,
    [account, institution],
  );
  const abilities = new Map<PermissionName, Scope>();
  for (const { permission, scope, viewer } of rows) {
    // A permission that no code knows any more opens nothing; a viewer's role never changes anything.
    if (!permissionCounts(permission, scope, viewer)) continue;
    abilities.set(permission, wider(abilities.get(permission), scope));
  }
  granted.set(client, key, abilities);
  return abilities;
}
