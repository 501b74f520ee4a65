import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import type { CallMeta, Rank } from '#platform/contract/index.ts';
import type { ServerDomain } from '../kernel.ts';

export interface DeclaredCall {
  domain: string;
  /** Name below the domain: `state.save`. */
  name: string;
  meta: CallMeta;
  contract: { '~orpc': { inputSchema?: unknown; outputSchema?: unknown } };
}

function walk(domain: string, router: AnyContractRouter, path: string[], found: DeclaredCall[]): void {
  if (isContractProcedure(router)) {
    found.push({ domain, name: path.join('.'), meta: router['~orpc'].meta as CallMeta, contract: router });
    return;
  }
  for (const [key, value] of Object.entries(router)) walk(domain, value as AnyContractRouter, [...path, key], found);
}

/** Every call that the domains declare. A call without access cannot be declared; this refuses one that slipped through. */
export function callsOf(domains: readonly ServerDomain[]): DeclaredCall[] {
  const found: DeclaredCall[] = [];
  for (const domain of domains) walk(domain.name, domain.contract, [], found);
  for (const call of found) if (!call.meta?.access) throw new Error(`${call.domain}.${call.name} declares no access`);
  return found;
}

/** Every code that a call may answer: its own, and what the door refuses (docs/architecture.md, "The way of a request"). */
export function refusalsOf({ access, method, path, errors, reads, proof }: CallMeta): string[] {
  const sends = method === 'POST' || method === 'PUT';
  return [
    'BAD_REQUEST',
    'TOO_MANY_REQUESTS',
    'BUSY',
    'SERVER_BUSY',
    'SERVICE_UNAVAILABLE',
    ...('public' in access ? [] : ['UNAUTHORIZED', 'INSTITUTION_NOT_ALLOWED']),
    ...('permission' in access ? ['FORBIDDEN'] : []),
    ...(proof ? ['PROOF_REQUIRED'] : []),
    ...(path.includes('{') || sends ? ['NOT_FOUND'] : []),
    ...(sends ? ['BODY_TOO_COMPLEX', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] : []),
    ...(reads ? [] : ['STALE', 'DUPLICATE']),
    ...(sends && !reads ? ['IDEMPOTENCY_KEY_REUSED', 'UNKNOWN_REFERENCE'] : []),
    ...errors,
  ];
}

const parts = (path: string) => path.split('/').filter(Boolean);
const literals = (pattern: string[]) => pattern.filter((part) => !part.startsWith('{')).length;

/** The rank of the call at an address, told before anything of it is read; of one that nobody knows nothing. */
export function ranksOf(domains: readonly ServerDomain[]): (method: string, path: string) => Rank | undefined {
  const known = new Map<string, { pattern: string[]; rank: Rank }[]>();
  for (const { meta } of callsOf(domains))
    for (const path of [meta.path, ...meta.aliases]) {
      const pattern = parts(path);
      const key = `${meta.method} ${pattern[0]} ${pattern.length}`;
      known.set(key, [...(known.get(key) ?? []), { pattern, rank: meta.rank }]);
    }
  for (const list of known.values()) list.sort((a, b) => literals(b.pattern) - literals(a.pattern));
  return (method, path) => {
    const asked = parts(path);
    return known
      .get(`${method} ${asked[0]} ${asked.length}`)
      ?.find(({ pattern }) => pattern.every((part, at) => part.startsWith('{') || part === asked[at]))?.rank;
  };
}

/**
 * Maps an alias to the path that is declared: the specification knows some calls under several addresses. A blank that
 * the declared path lacks becomes a query parameter. Of two calls at one address the body says which is meant.
 */
export function aliasesOf(domains: readonly ServerDomain[]): (method: string, path: string, body?: unknown) => string {
  const shared = new Map<string, { fields: readonly string[]; path: string }>();
  const byFirst = new Map<string, { pattern: string[]; target: string[] }[]>();
  for (const { meta } of callsOf(domains)) {
    if (meta.alsoAt) shared.set(`${meta.method} ${meta.alsoAt.path}`, { fields: meta.alsoAt.fields, path: meta.path });
    for (const alias of meta.aliases) {
      const pattern = parts(alias);
      const key = `${meta.method} ${pattern[0]} ${pattern.length}`;
      byFirst.set(key, [...(byFirst.get(key) ?? []), { pattern, target: parts(meta.path) }]);
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => literals(b.pattern) - literals(a.pattern));
  return (method, path, body) => {
    const asked = parts(path);
    const other = shared.size ? shared.get(`${method} /${asked.join('/')}`) : undefined;
    if (other && typeof body === 'object' && body && other.fields.some((field) => Object.hasOwn(body, field)))
      return other.path;
    for (const { pattern, target } of byFirst.get(`${method} ${asked[0]} ${asked.length}`) ?? []) {
      const values = new Map<string, string>();
      const fits = pattern.every((part, index) => {
        const given = asked[index] ?? '';
        if (!part.startsWith('{')) return part === given;
        values.set(part, given);
        return true;
      });
      if (!fits) continue;
      const named = [...values].filter(([blank]) => !target.includes(blank));
      const query = new URLSearchParams(named.map(([blank, value]) => [blank.slice(1, -1), value])).toString();
      return `/${target.map((part) => values.get(part) ?? part).join('/')}${query && `?${query}`}`;
    }
    return path;
  };
}
