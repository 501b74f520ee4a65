import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './home.module.css';

/**
 * The place of one piece of the home. It is as high as the piece was the last time in this browser until it is there, so
 * that nothing jumps; a piece that had nothing to show takes no place before it has something.
 */
const key = 'edulab.home.heights';

function read(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {};
  } catch {
    return {};
  }
}

function remember(id: string, height: number): void {
  const heights = read();
  if (heights[id] === height) return;
  try {
    localStorage.setItem(key, JSON.stringify({ ...heights, [id]: height }));
  } catch {
    // Without storage a card jumps; nothing else is lost.
  }
}

/** On what stands where a piece is fetched, and on one that fetches its data. */
const waits = '[data-waits], [aria-busy=true], .mantine-Skeleton-root';

export function HomeSlot({ id, children }: { id: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [before] = useState(() => {
    const height = read()[id];
    return typeof height === 'number' ? height : undefined;
  });
  const [there, setThere] = useState(false);
  useEffect(() => {
    const slot = ref.current;
    if (!slot) return;
    const look = () => {
      if (slot.querySelector(waits)) return;
      setThere(true);
      remember(id, Math.round(slot.firstElementChild?.getBoundingClientRect().height ?? 0));
    };
    const observer = new MutationObserver(look);
    observer.observe(slot, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
    look();
    return () => observer.disconnect();
  }, [id]);
  return (
    <div
      ref={ref}
      className={styles.slot}
      data-nothing={(!there && before === 0) || undefined}
      style={there || !before ? undefined : { height: before }}
    >
      {children}
    </div>
  );
}
