import { useCallback } from 'react';
import { browserStored } from '../../browser-stored.ts';

/** How high or wide, or how many rows long, what is fetched after its page was the last time, by place and width; the oldest are forgotten. */
let stored: ReturnType<typeof browserStored<Record<string, number>>> | undefined;
const store = () => {
  stored ??= browserStored<Record<string, number>>(localStorage, 'edulab.sizes', {});
  return stored;
};
const most = 400;
/** What comes in parts is still for so long before it counts as complete. */
const still = 500;

const placeOf = (key: string) => `${key} ${window.innerWidth}`;
export const keptSize = (key: string): number | undefined => store().get()[placeOf(key)];

export function keepSize(key: string, size: number): void {
  const place = placeOf(key);
  if (store().get()[place] === size) return;
  store().change(({ [place]: _, ...others }) =>
    Object.fromEntries([...Object.entries(others).slice(1 - most), [place, size]]),
  );
}

const waits = '.mantine-Skeleton-root, [aria-busy=true]';

/**
 * For an element that fills by and by: it keeps the room that it took the last time until it is filled, so that what stands
 * below does not move. Where nothing is remembered it takes what it needs.
 */
export function useKeptHeight(key: string) {
  return useCallback(
    (element: HTMLElement) => {
      const kept = keptSize(key);
      if (kept) {
        element.style.minHeight = `${kept}px`;
        // What waits may be more than what comes of it.
        element.style.maxHeight = `${kept}px`;
        element.style.overflow = 'clip';
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        clearTimeout(timer);
        if (element.matches(waits) || element.querySelector(waits)) return;
        element.style.maxHeight = '';
        element.style.overflow = '';
        timer = setTimeout(() => {
          element.style.minHeight = '';
          keepSize(key, element.offsetHeight);
        }, still);
      };
      const changes = new MutationObserver(look);
      changes.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
      look();
      return () => {
        clearTimeout(timer);
        changes.disconnect();
      };
    },
    [key],
  );
}
