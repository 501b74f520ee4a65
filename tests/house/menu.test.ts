import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Role, roles, scopes } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import { type Domain, registerDomains } from '#platform/web/domain.ts';
import { platformDomain } from '#platform/web/platform-domain.ts';
import type { Ability } from '#platform/web/session/ability.ts';
import { leaves, menuTree } from '#platform/web/shell/menu.ts';
import { registerAll } from '#tests/support/database.ts';
import { agreed } from './menu-agreed.ts';
import { type Difference, differences } from './menu-differences.ts';

/** The menu that each role has, held against the one that was agreed; what differs is named by entry, with why. */

registerAll();
const faces = import.meta.glob<Record<string, Domain>>('../../domains/*/web/index.{ts,tsx}', { eager: true });
const domains = [platformDomain, ...Object.values(faces).flatMap((face) => Object.values(face))].filter((value) =>
  Array.isArray(value?.pages),
);
registerDomains(domains);
const built = new Set(domains.flatMap((domain) => domain.pages.map(({ path }) => path)));

/** What a role has after an installation, as the session of the browser tells it. */
function abilityOf(role: Role): Ability {
  const permissions = declaredPermissions();
  const scope = (name: string) =>
    [...scopes].reverse().find((one) => permissions[name]?.grants[one]?.some((holder) => holder === role));
  const can = (need?: string | readonly string[]) =>
    need === undefined || [need].flat().some((name) => scope(name) !== undefined);
  return { can, scope } as Ability;
}
const pathsOf = (role: Role) => leaves(menuTree(abilityOf(role))).map(({ path }) => path?.split('?')[0] ?? '');
const menus = new Map(roles.map((role) => [role, pathsOf(role)]));

const found = (): Record<string, Omit<Difference, 'why'>> =>
  Object.fromEntries(
    agreed.flatMap(({ path, who }) => {
      if (!path || !built.has(path)) return [];
      const wanted: readonly string[] = who ?? roles;
      const missing = roles.filter((role) => wanted.includes(role) && !menus.get(role)?.includes(path));
      const more = roles.filter((role) => !wanted.includes(role) && menus.get(role)?.includes(path));
      return missing.length + more.length > 0 ? [[path, { missing, more }]] : [];
    }),
  );

describe('the menu', () => {
  test('shows each role what was agreed, but for what is named here with why', () => {
    const named = Object.fromEntries(
      Object.entries(differences).map(([path, { missing, more }]) => [path, { missing, more }]),
    );
    expect(found()).toEqual(named);
    for (const [path, { why }] of Object.entries(differences)) expect(why, path).toMatch(/\w{3}/);
  });

  test('has its entries in the order that was agreed', () => {
    const whole = abilityOf('SUPER_ADMIN');
    const shown = [...new Set(leaves(menuTree(whole)).map(({ path }) => path?.split('?')[0]))];
    const wanted = agreed.flatMap(({ path }) => (path && shown.includes(path) ? [path] : []));
    // One page may stand in two places of the document; its first one counts.
    const order = [...new Set(wanted)];
    expect(shown.filter((path) => path && order.includes(path))).toEqual(order);
  });

  const source = join(import.meta.dirname, '../../../shared/spec/menu.json');
  test.skipIf(!existsSync(source))('was copied whole', () => {
    interface Item {
      id: string;
      navLink: string | null;
      proposed_access: string[] | null;
      children: Item[];
    }
    const flat = (items: Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.children)]);
    const { items } = JSON.parse(readFileSync(source, 'utf8')) as { items: Item[] };
    expect(agreed.map(({ id, path, who }) => ({ id, path, who }))).toEqual(
      flat(items).map(({ id, navLink, proposed_access }) => ({ id, path: navLink, who: proposed_access })),
    );
  });
});
