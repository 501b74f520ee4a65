import { useEffect, useState, useSyncExternalStore } from 'react';
import { type BrowserStorage, browserStored } from '../browser-stored.ts';
import { useSession } from '../session/session.ts';
import { leaves, type MenuNode } from './menu.ts';

/** Entries of the menu that a person pinned, and those opened last, newest first; each person's own, in this browser. */
const none: readonly string[] = [];
const mostKept = 12;
const mostShown = 3;

/** Asked for only when it is used: a browser that forbids it says so then, and the choice lasts as long as the page. */
const shelf: BrowserStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};
const made = (owner: number) => ({
  pinned: browserStored<readonly string[]>(shelf, `edulab.menu.${owner}.pinned`, none),
  recent: browserStored<readonly string[]>(shelf, `edulab.menu.${owner}.recent`, none),
});
const kept = new Map<number, ReturnType<typeof made>>();
const keptFor = (owner: number) => {
  const known = kept.get(owner) ?? made(owner);
  kept.set(owner, known);
  return known;
};

/** What stands on top of the menu, but for the entries that do so anyway. `main` is the home. */
export function useOwnPages(nodes: MenuNode[], active: string | undefined, onTop: readonly string[]) {
  const { user } = useSession();
  const { pinned, recent } = keptFor(user?.id ?? 0);
  const pins = useSyncExternalStore(pinned.subscribe, pinned.get);
  // As it was when the menu was drawn or the home opened last: a list that moves under the hand is none.
  const [still, setStill] = useState(recent.get);
  useEffect(() => {
    if (active === 'main') setStill(recent.get());
    if (active === undefined || active === 'main') return;
    recent.change((before) =>
      before[0] === active ? before : [active, ...before.filter((one) => one !== active)].slice(0, mostKept),
    );
  }, [active, recent]);
  const open = new Map(leaves(nodes).map((node) => [node.id, node]));
  const found = (ids: readonly string[]) => ids.flatMap((id) => open.get(id) ?? []);
  return {
    pinned: found(pins),
    recent: found(still.filter((id) => !pins.includes(id) && !onTop.includes(id))).slice(0, mostShown),
    isPinned: (id: string) => pins.includes(id),
    togglePin: (id: string) =>
      pinned.change((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
  };
}
export type OwnPages = ReturnType<typeof useOwnPages>;
