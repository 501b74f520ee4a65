/**
 * The role as which requests reach the database: bound by row-level security, owner of nothing. Edulab makes
 * `edulab_app` itself where it may; elsewhere the operator names one with DATABASE_APP_URL.
 */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../run/lifecycle.ts';

const usualRole = 'edulab_app';

export interface AppRole {
  name: string;
  url: string;
  /** Made by Edulab, with a password that follows from the owner's, so that there is nothing more to keep secret. */
  password: string | null;
}

/** The role of DATABASE_APP_URL, or the usual one. Throws `StartError` where its name cannot stand in a statement. */
export function appRoleOf(ownerUrl: string, appUrl: string | undefined): AppRole {
  const url = new URL(appUrl ?? ownerUrl);
  if (appUrl) {
    const name = decodeURIComponent(url.username);
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
      throw new StartError('DATABASE_APP_URL must name a user of small letters, digits and _.');
    if (name === decodeURIComponent(new URL(ownerUrl).username))
      throw new StartError('DATABASE_APP_URL must name another user than DATABASE_URL: owners see every institution.');
    return { name, url: url.href, password: null };
  }
  if (!url.password)
    throw new StartError(
      'DATABASE_URL has no password from which that of edulab_app could follow; name a user of your own in DATABASE_APP_URL.',
    );
  const password = createHmac('sha256', url.password).update(usualRole).digest('hex');
  url.username = usualRole;
  url.password = password;
  return { name: usualRole, url: url.href, password };
}

/** Another address of the same database, as this role. */
export function asRole(address: string, role: AppRole): string {
  const url = new URL(address);
  const { username, password } = new URL(role.url);
  Object.assign(url, { username, password });
  return url.href;
}

/** The statements of a guard file name the usual role; this names the one in use. */
export const forRole = (statements: string, role: AppRole): string => statements.replaceAll(usualRole, role.name);

/** Makes the usual role where it is missing, and makes sure that the role in use is bound. `client` is the owner's. */
export async function ensureAppRole(client: pg.ClientBase, role: AppRole): Promise<void> {
  const find = async () =>
    (
      await client.query<{ free: boolean }>(
        'select rolsuper or rolbypassrls as free from pg_roles where rolname = $1 and rolcanlogin',
        [role.name],
      )
    ).rows[0];
  let found = await find();
  if (!found && role.password) {
    await client.query(`create role ${role.name} login password '${role.password}'`);
    found = await find();
  }
  if (!found) throw new StartError(`The database has no user ${role.name} that may sign in (DATABASE_APP_URL).`);
  if (found.free)
    throw new StartError(
      `The database user ${role.name} sees every institution; take SUPERUSER and BYPASSRLS from it.`,
    );
  await client.query(`grant usage on schema public to ${role.name}`);
  // The role is the cluster's, not this database's: it is altered only where its password is another, because
  // several Edulabs may stand side by side on one cluster.
  if (role.password && !(await canSignIn(role.url)))
    await client.query(`alter role ${role.name} password '${role.password}'`);
}

async function canSignIn(url: string): Promise<boolean> {
  const probe = new pg.Client(url);
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    return true;
  } catch {
    return false;
  } finally {
    await probe.end().catch(() => undefined);
  }
}
