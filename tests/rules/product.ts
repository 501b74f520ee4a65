import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { domains } from '#domains/server.ts';
import { type Role, roles } from '#platform/contract/index.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';
import type { Domain, Page } from '#platform/web/domain.ts';
import { registerDomains } from '#platform/web/domain.ts';
import { platformDomain } from '#platform/web/platform-domain.ts';
import { abilityOf } from '#platform/web/session/ability.ts';
import { isOutside, leaves, menuTree } from '#platform/web/shell/menu.ts';
import type { Caller } from '#tests/support/api.ts';
import { wordsOf } from '#tests/support/words.ts';
import type { Ground } from './entry.ts';

/** What the product declares of itself: pages, calls, texts. */

const faces = import.meta.glob<Record<string, Domain>>('../../domains/*/web/index.{ts,tsx}', { eager: true });
export const webDomains: Domain[] = [
  platformDomain,
  ...Object.values(faces).flatMap((face) => Object.values(face)),
].filter((value) => Array.isArray(value?.pages));

const shape = (path: string) => path.replace(/(?<=.)\/$/, '').replaceAll(/\{[^}]+\}/g, '{}');

export const pageAt = (path: string): Page | undefined =>
  webDomains.flatMap((domain) => domain.pages).find((page) => shape(page.path) === shape(path));

const declared = new Map<string, DeclaredCall>(
  callsOf(domains).flatMap((call) =>
    [call.meta.path, ...call.meta.aliases].map((path) => [`${call.meta.method} ${shape(path)}`, call] as const),
  ),
);
/** The declaration of a call such as `GET /state/{id}`, by its address or an alias. */
export function callAt(name: string) {
  const [method, path = ''] = name.split(' ');
  const call = declared.get(`${method} ${shape(path)}`);
  if (!call) throw new Error(`no call ${name} is declared`);
  return call;
}

interface Node {
  shape?: Record<string, Node>;
  element?: Node;
  unwrap?: () => Node;
  options?: unknown;
}
const inside = (node: Node): Node => (!node.shape && node.unwrap ? inside(node.unwrap()) : (node.element ?? node));
/** Names of the fields that a call answers, or takes. Of a list: those of its rows. */
export function fieldsOf(name: string, side: 'input' | 'output' = 'output'): string[] {
  const found = callAt(name).contract['~orpc'];
  const whole = inside((side === 'input' ? found.inputSchema : found.outputSchema) as Node);
  const rows = side === 'output' ? whole.shape?.content : undefined;
  return Object.keys(inside(rows ?? whole).shape ?? {});
}

export const say = { uz: wordsOf('uz'), ru: wordsOf('ru'), en: wordsOf('en') };
/** The text stands in English as it is given, and in words of their own in the other two languages. */
export function expectText(id: string, english: string, values?: Record<string, string | number>): void {
  expect(say.en(id, values)).toBe(english);
  for (const locale of ['uz', 'ru'] as const) expect(say[locale](id, values)).not.toBe(english);
}

const root = join(import.meta.dirname, '../..');
/** A file of the product, for what is written and cannot be asked. */
export const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8');
/** Says which of the words a file lacks, not the file. */
export function expectSource(path: string, ...words: string[]): void {
  const source = sourceOf(path);
  expect(words.filter((word) => !source.includes(word))).toEqual([]);
}

/** Addresses in the menu of somebody, in order, without those that lead out. */
export async function menuOf(caller: Caller): Promise<string[]> {
  const { user_info } = (await caller.get('/user/me/info')).body;
  registerDomains(webDomains);
  return leaves(menuTree(abilityOf(user_info))).flatMap(({ path }) => (path && !isOutside(path) ? [path] : []));
}

/** An area of the product: its page, its list and one of its records for somebody, and calls to create, change and delete. */
export const area =
  (who: string, path: string | null, base: string, removing = `${base}{id}`) =>
  async ({ as }: Ground) => {
    if (path) expect(pageAt(path), path).toBeDefined();
    const caller = await as(who);
    const list = await caller.get(`${base}?size=5`);
    expect(list.status, base).toBe(200);
    const [first] = list.body.content ?? [];
    if (first) expect((await caller.get(`${base}${first.id}`)).status, `${base}${first.id}`).toBe(200);
    expect(callAt(`POST ${base}`)).toBeDefined();
    expect(callAt(`DELETE ${removing}`)).toBeDefined();
  };

/** The roles that a page is for, in a new installation. */
export async function rolesOf({ as }: Ground, path: string): Promise<Role[]> {
  const page = pageAt(path);
  if (!page) throw new Error(`there is no page ${path}`);
  const able = await Promise.all(
    roles.map(async (role) => {
      const { abilities } = (await (await as(role.toLowerCase())).get('/user/me/info')).body.user_info;
      const held: string[] = abilities.map((one: { permission: string }) => one.permission);
      return !page.permission || [page.permission].flat().some((need) => held.includes(need)) ? [role] : [];
    }),
  );
  return able.flat();
}
