import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { PdfPage } from '#platform/web/kit/index.ts';
import { type Element, type Layout, pageBox } from '../../shapes.ts';
import { type Box, type Snapped, snapped, within } from '../placing.ts';
import styles from './stage.module.css';

interface StageProps {
  layout: Layout;
  /** The page as the server draws it. */
  drawn: Blob | undefined;
  selected: string | null;
  onSelect: (id: string | null) => void;
  /** None: it is only looked at. */
  onPlace?: ((id: string, box: Box) => void) | undefined;
  lacks: ReadonlySet<string>;
}

interface Held {
  id: string;
  grip: 'move' | 'size';
  from: { x: number; y: number };
  box: Box;
}

/**
 * The page itself, drawn by what will issue it, with a frame around each thing that can be taken up. Arrow keys move what
 * is chosen by a millimetre, with Alt by half of one, with Shift by five; with Ctrl they make it larger and smaller.
 */
export function Stage({ layout, drawn, selected, onSelect, onPlace, lacks }: StageProps) {
  const t = useMessages();
  const { locale } = useLocale();
  const stage = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  const [ghost, setGhost] = useState<({ id: string } & Snapped) | null>(null);
  const [width, height] = pageBox(layout.page);
  const percent = (value: number, of: number) => `${(value / of) * 100}%`;

  const take = (one: Element, grip: Held['grip']) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    onSelect(one.id);
    if (!onPlace) return;
    held.current = { id: one.id, grip, from: { x: event.clientX, y: event.clientY }, box: one };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const pull = (event: PointerEvent<HTMLElement>) => {
    const now = held.current;
    const across = stage.current?.clientWidth ?? 0;
    if (!now || !across) return;
    const dx = ((event.clientX - now.from.x) / across) * width;
    const dy = ((event.clientY - now.from.y) / across) * width;
    if (!ghost && Math.abs(dx) + Math.abs(dy) < 0.7) return;
    const { box } = now;
    const others = layout.elements.filter((one) => one.id !== now.id && one.kind !== 'frame');
    const next =
      now.grip === 'move'
        ? event.altKey
          ? { box: within({ ...box, x: box.x + dx, y: box.y + dy }, layout.page), lines: [] }
          : snapped({ ...box, x: box.x + dx, y: box.y + dy }, others, layout.page)
        : {
            box: within(
              { ...box, w: Math.min(box.w + dx, width - box.x), h: Math.min(box.h + dy, height - box.y) },
              layout.page,
            ),
            lines: [],
          };
    setGhost({ id: now.id, ...next });
  };
  const drop = () => {
    if (ghost) onPlace?.(ghost.id, ghost.box);
    held.current = null;
    setGhost(null);
  };
  const nudge = (one: Element) => (event: KeyboardEvent) => {
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = ways[event.key];
    if (!way || !onPlace) return;
    event.preventDefault();
    const step = event.shiftKey ? 5 : event.altKey ? 0.5 : 1;
    const [dx, dy] = [way[0] * step, way[1] * step];
    const next =
      event.ctrlKey || event.metaKey
        ? { ...one, w: one.w + dx, h: one.h + dy }
        : { ...one, x: one.x + dx, y: one.y + dy };
    onPlace(one.id, within(next, layout.page));
  };
  const nameOf = (one: Element) => {
    const kind = t(`certificates.kind.${one.kind}`);
    return one.kind === 'text' ? `${kind}: ${one.text[locale] || one.text.uz || '—'}` : kind;
  };
  return (
    <div
      ref={stage}
      className={styles.stage}
      style={{ aspectRatio: `${width} / ${height}` }}
      onPointerDown={() => onSelect(null)}
    >
      <PdfPage file={drawn} label={t('certificates.designer.page')} />
      {layout.elements.map((one) => {
        const box = ghost?.id === one.id ? ghost.box : one;
        return (
          <button
            key={one.id}
            type="button"
            // A line is thinner than a finger or a pointer that is not steady.
            className={box.h < 4 ? `${styles.element} ${styles.thin}` : styles.element}
            aria-pressed={selected === one.id}
            aria-label={nameOf(one)}
            data-element={one.id}
            data-lacks={lacks.has(one.id) || undefined}
            data-back={one.kind === 'frame' || undefined}
            style={{
              left: percent(box.x, width),
              top: percent(box.y, height),
              width: percent(box.w, width),
              height: percent(Math.max(box.h, 2), height),
            }}
            onPointerDown={take(one, 'move')}
            onPointerMove={pull}
            onPointerUp={drop}
            onPointerCancel={drop}
            onFocus={() => onSelect(one.id)}
            onKeyDown={nudge(one)}
          >
            {selected === one.id && onPlace && (
              <span
                className={styles.handle}
                onPointerDown={take(one, 'size')}
                onPointerMove={pull}
                onPointerUp={drop}
              />
            )}
          </button>
        );
      })}
      {ghost?.lines.map(({ along, at }) => (
        <span
          key={`${along} ${at}`}
          className={styles.guide}
          style={
            along === 'x'
              ? { left: percent(at, width), top: 0, bottom: 0, width: 1 }
              : { top: percent(at, height), left: 0, right: 0, height: 1 }
          }
        />
      ))}
    </div>
  );
}
