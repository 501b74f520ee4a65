import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { institutionsOf } from '#demo/accounts.ts';
import { domains } from '#domains/server.ts';
import { type Role, roles, type Scope } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { matrixText } from '#tests/support/matrix.ts';

/** Walks every call as every role and holds the doors against the matrix that the contracts declare. */

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const calls = () => callsOf(domains);

/** What the contracts grant: the widest scope of any permission that opens this call. */
function granted(role: Role, call: DeclaredCall): Scope | 'open' | undefined {
  const { access } = call.meta;
  if (!('permission' in access)) return 'open';
  for (const name of [access.permission].flat()) {
    const grants = declaredPermissions()[name]?.grants ?? {};
    for (const [scope, holders] of Object.entries(grants)) if (holders?.includes(role)) return scope as Scope;
  }
}

const concrete = (path: string) => apiBase + path.replaceAll(/\{[^}]+\}/g, '999999999');

async function knock(call: DeclaredCall, headers: Record<string, string>) {
  const answer = await api.app.inject({
    method: call.meta.method,
    url: concrete(call.meta.path),
    headers: { language: 'en', ...headers },
    ...(call.meta.method === 'GET' || call.meta.method === 'DELETE' ? {} : { payload: {} }),
  });
  let code = '';
  try {
    code = answer.json().code ?? '';
  } catch {
    // not JSON: a file, which is no refusal
  }
  return { status: answer.statusCode, code };
}

const nameOf = (call: DeclaredCall) => `${call.meta.method} ${call.meta.path}`;
// These calls stay open or end the session that knocks, so they are tried with a token of their own or not at all.
const endsSession = (call: DeclaredCall) => /sign-out|password|\/events$/.test(call.meta.path);

describe('the doors', () => {
  it('are closed without a session and with a broken token, but for the public ones', async () => {
    const faults: string[] = [];
    for (const call of calls()) {
      const isPublic = 'public' in call.meta.access;
      for (const headers of [{}, { authorization: 'Bearer broken-token-that-nobody-was-given-000' }]) {
        const { status } = await knock(call, headers as Record<string, string>);
        if (isPublic ? status === 401 && !/signin|verify|reset/.test(call.meta.path) : status !== 401)
          faults.push(`${nameOf(call)}: ${status}`);
        if (status >= 500) faults.push(`${nameOf(call)}: ${status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it.each(roles.map((role) => [role] as const))(
    'open to %s exactly where the matrix says',
    async (role) => {
      let token = (await api.as(role.toLowerCase())).token;
      const home = String(institutionsOf(role)[0]);
      const foreign = institutionsOf(role).length === 1 ? String(3 - Number(home)) : '77';
      const faults: string[] = [];
      for (const call of calls()) {
        if ('public' in call.meta.access) continue;
        const scope = granted(role, call);
        if (/\/events$/.test(call.meta.path)) continue;
        const { status, code } = await knock(call, { authorization: `Bearer ${token}`, institution: home });
        if (endsSession(call)) token = (await api.as(role.toLowerCase())).token;
        if (scope === undefined && (status !== 403 || code !== 'FORBIDDEN'))
          faults.push(`${nameOf(call)} should be closed, answered ${status} ${code}`);
        if (
          scope !== undefined &&
          (status === 401 || (status === 403 && code === 'FORBIDDEN' && scope === 'institution'))
        )
          faults.push(`${nameOf(call)} should be open, answered ${status} ${code}`);
        if (status >= 500) faults.push(`${nameOf(call)} answered ${status}`);
        // What is closed at home is refused abroad for that alone, which would tell nothing.
        if (scope === undefined) continue;
        const abroad = await knock(call, { authorization: `Bearer ${token}`, institution: foreign });
        if (![401, 403].includes(abroad.status))
          faults.push(`${nameOf(call)} answered ${abroad.status} to the header of another institution`);
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it('are written down as a table that a person can read', async () => {
    await expect(matrixText(calls())).toMatchFileSnapshot('../../docs/access-matrix.md');
  });
});
