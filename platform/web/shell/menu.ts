import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { allDomains, allPages, type MenuEntry, type Need } from '../domain.ts';
import type { MessageId } from '../i18n.tsx';
import { type Ability, useAbility } from '../session/ability.ts';
import { store } from '../store.ts';

export interface MenuNode extends MenuEntry {
  children: MenuNode[];
}
export interface MenuSection {
  title: MessageId | undefined;
  nodes: MenuNode[];
}

export const isOutside = (path: string) => /^https?:/.test(path);
const needOf = (entry: MenuEntry): Need | undefined => {
  if (entry.permission) return entry.permission;
  const target = entry.path?.split('?')[0];
  return allPages().find((page) => page.path.replace(/(?<=.)\/$/, '') === target)?.permission;
};

/** Entries that are stored on the server, such as links to libraries of others; whoever reads them sets them here. */
export const storedEntries = store<readonly MenuEntry[]>([]);

/** What this person may open, in order, groups without anything left out. */
export function menuTree({ can, scope }: Ability): MenuNode[] {
  const entries = [...allDomains().flatMap((domain) => domain.menu ?? []), ...storedEntries.get()];
  const under = (parent: string | undefined): MenuNode[] =>
    entries
      .filter((entry) => entry.parent === parent && (entry.shown?.(scope) ?? true))
      .sort((a, b) => a.order - b.order)
      .map((entry) => ({ ...entry, children: under(entry.id) }))
      .filter((node) => (node.path ? can(needOf(node)) : node.children.length > 0));
  return under(undefined);
}

/** Neighbours with the same heading stand together; the order of the entries stays as it is. */
export function menuSections(nodes: MenuNode[]): MenuSection[] {
  const sections: MenuSection[] = [];
  for (const node of nodes) {
    const last = sections.at(-1);
    if (last && last.title === node.section) last.nodes.push(node);
    else sections.push({ title: node.section, nodes: [node] });
  }
  return sections;
}

export const leaves = (nodes: MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.path ? [node, ...leaves(node.children)] : leaves(node.children)));

/** The entries of this person and the id of the one whose page is open. */
export function useMenu() {
  const ability = useAbility();
  const stored = storedEntries.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree takes the stored entries itself
  const nodes = useMemo(() => menuTree(ability), [ability, stored]);
  const { pathname, searchStr } = useLocation();
  const active = useMemo(() => {
    const here = `${pathname}${searchStr}`;
    const fits = (path: string) =>
      here === path ||
      (path.includes('?') ? here.startsWith(`${path}&`) : pathname === path || pathname.startsWith(`${path}/`));
    return leaves(nodes)
      .filter((node) => node.path && fits(node.path))
      .sort((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0))[0]?.id;
  }, [nodes, pathname, searchStr]);
  return { nodes, active };
}

export const containsEntry = (node: MenuNode, id: string | undefined): boolean =>
  id !== undefined && (node.id === id || node.children.some((child) => containsEntry(child, id)));
