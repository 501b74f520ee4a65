import type { DragEvent } from 'react';
import { useRef, useState } from 'react';

/**
 * Moves things with the mouse by the browser's own drag and drop: spread `source(item)` on what can be taken up and
 * `target(key)` on where it can be put. A target under the mouse has `data-over`. Touch and keyboards have no part in it:
 * beside every source stands a menu that does the same.
 */
export function useDrag<T>(onDrop: (item: T, target: string) => void, fits: (item: T, target: string) => boolean) {
  const held = useRef<T | null>(null);
  const [dragging, setDragging] = useState<T | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    held.current = null;
    setDragging(null);
    setOver(null);
  };
  return {
    dragging,
    source: (item: T) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox starts nothing without data.
        event.dataTransfer.setData('text/plain', '');
        held.current = item;
        // The picture under the mouse is taken now; what is drawn anew before that would end the dragging.
        requestAnimationFrame(() => setDragging(held.current));
      },
      onDragEnd: end,
    }),
    target: (key: string) => ({
      'data-over': over === key || undefined,
      onDragOver: (event: DragEvent) => {
        if (held.current === null || !fits(held.current, key)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        if (over !== key) setOver(key);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null) && over === key) setOver(null);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        const item = held.current;
        end();
        if (item !== null && fits(item, key)) onDrop(item, key);
      },
    }),
  };
}
