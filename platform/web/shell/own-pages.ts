import { useEffect, useSyncExternalStore } from 'react';
import { browserStored } from '../browser-stored.ts';
import { leaves, type MenuNode } from './menu.ts';

/** Entries of the menu that a person pinned, and those opened last, newest first; both of this browser. */
const none: readonly string[] = [];
const pinned = browserStored<readonly string[]>(localStorage, 'edulab.menu.pinned', none);
const recent = browserStored<readonly string[]>(localStorage, 'edulab.menu.recent', none);

const mostKept = 12;
const mostShown = 3;

export const togglePin = (id: string): void =>
  pinned.change((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));

/** Recent pages as they were when the menu was drawn or the home opened last: a list that moves under the hand is none. */
let still: readonly string[] | undefined;

/** What stands on top of the menu, but for the entries that do so anyway. */
export function useOwnPages(nodes: MenuNode[], active: string | undefined, onTop: readonly string[]) {
  const pins = useSyncExternalStore(pinned.subscribe, pinned.get);
  if (still === undefined || active === 'main') still = recent.get();
  useEffect(() => {
    if (active === undefined || active === 'main') return;
    recent.change((before) =>
      before[0] === active ? before : [active, ...before.filter((one) => one !== active)].slice(0, mostKept),
    );
  }, [active]);
  const open = new Map(leaves(nodes).map((node) => [node.id, node]));
  const found = (ids: readonly string[]) => ids.flatMap((id) => open.get(id) ?? []);
  return {
    pinned: found(pins),
    recent: found(still.filter((id) => !pins.includes(id) && !onTop.includes(id))).slice(0, mostShown),
    isPinned: (id: string) => pins.includes(id),
  };
}
