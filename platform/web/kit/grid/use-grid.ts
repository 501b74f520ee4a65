import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { type Change, fillDown, fillTo, noPast, type Placed, redo, remember, spread, undo } from './changes.ts';
import { parseBlock, writeBlock } from './clipboard.ts';
import { areaOf, type Choice, move, oneSpot, type Spot } from './selection.ts';
import type { GridProps } from './types.ts';

export interface Editing {
  /** The key that began it; undefined to go on with what stands there. */
  typed?: string | undefined;
}

const spotOf = (target: EventTarget | null): Spot | undefined => {
  const cell = (target as Element | null)?.closest?.<HTMLElement>('[data-row]');
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
};
/** Values without a place that a question names; the others are counted. */
const mostNamed = 20;
const editable = (target: EventTarget) => (target as Element).tagName === 'INPUT';

/** What is chosen, what is being typed, what can be undone; and what keys, pointer and clipboard do to them. */
export function useGrid<Row>(props: GridProps<Row>, page: number) {
  const intl = useIntl();
  const { rows, columns, rowKey, cell } = props;
  const size = { rows: rows.length, columns: columns.length, page };
  const [started] = useState(() => {
    const row = rows.findIndex((one) => rowKey(one) === props.start?.row);
    const column = columns.findIndex(({ key }) => key === props.start?.column);
    return row >= 0 && column >= 0 ? { row, column } : undefined;
  });
  const [choice, setChoice] = useState<Choice>(oneSpot(started ?? { row: 0, column: 0 }));
  const [editing, setEditing] = useState<Editing>();
  /** What the last deed did, read aloud and shown below. */
  const [said, setSaid] = useState('');
  const [fillEnd, setFillEnd] = useState<number>();
  const past = useRef(noPast);
  const leaving = useRef(false);
  /** The person moved, so the focus is to follow: a grid that only appears takes none. */
  const moved = useRef(started !== undefined);
  const dragging = useRef<'choose' | 'fill'>(undefined);

  const cellAt = (spot: Spot) => {
    const [row, column] = [rows[spot.row], columns[spot.column]];
    return row !== undefined && column ? { row, column, key: rowKey(row), ...cell(row, column) } : undefined;
  };
  const textAt = (spot: Spot) => cellAt(spot)?.text ?? '';

  const choose = (next: Choice) => {
    moved.current = true;
    setChoice(next);
    const [row, column] = [rows[next.at.row], columns[next.at.column]];
    if (row !== undefined && column) props.onActive?.({ row: rowKey(row), column: column.key });
  };

  /** Makes the changes that are none-locked and true changes; says what became of many. */
  const apply = (placed: readonly Placed[]) => {
    const changes: Change[] = [];
    let locked = 0;
    let why = '';
    for (const { text, ...spot } of placed) {
      const found = cellAt(spot);
      if (!found || found.text === text) continue;
      if (found.locked !== undefined) {
        locked++;
        why = found.locked;
      } else
        changes.push({ row: found.key, column: found.column.key, before: found.stands ?? found.text, after: text });
    }
    past.current = remember(past.current, changes);
    const parts = [
      send(changes),
      changes.length > 1 ? intl.formatMessage({ id: 'kit.grid.changed' }, { count: changes.length }) : '',
      locked ? `${intl.formatMessage({ id: 'kit.grid.locked' }, { count: locked })} ${why}`.trim() : '',
    ];
    setSaid(parts.filter(Boolean).join(' '));
  };
  /** Hands them on; answers what the page says of them. */
  const send = (changes: readonly Change[]): string =>
    (changes.length > 0 && props.onChange(changes.map(({ row, column, after }) => ({ row, column, text: after })))) ||
    '';

  const chosen = (): Spot[] => {
    const area = areaOf(choice);
    const spots: Spot[] = [];
    for (let row = area.top; row <= area.bottom; row++)
      for (let column = area.left; column <= area.right; column++) spots.push({ row, column });
    return spots;
  };
  const put = (text: string) => apply(chosen().map((spot) => ({ ...spot, text })));

  const step = (way: typeof undo, word: MessageId) => {
    const result = way(past.current);
    if (!result) return;
    past.current = result.past;
    const told = send(result.changes);
    setSaid([intl.formatMessage({ id: word }, { count: result.changes.length }), told].filter(Boolean).join(' '));
    const [first] = result.changes;
    const row = rows.findIndex((one) => rowKey(one) === first?.row);
    const column = columns.findIndex((one) => one.key === first?.column);
    if (row >= 0 && column >= 0) choose(oneSpot({ row, column }));
  };

  const edit = (typed?: string) => {
    const found = cellAt(choice.at);
    if (!found) return;
    if (found.locked === undefined) setEditing({ typed });
    else {
      setSaid(found.locked);
      if (typed === undefined) props.onInspect?.({ row: found.key, column: found.column.key });
    }
  };

  const inspect = () => {
    const found = cellAt(choice.at);
    if (found) props.onInspect?.({ row: found.key, column: found.column.key });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editable(event.target)) return;
    const control = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    const done = (deed: () => void) => {
      event.preventDefault();
      deed();
    };
    if (event.key === 'Escape') {
      leaving.current = true;
      return choose(oneSpot(choice.at));
    }
    if (event.key === 'Tab' && leaving.current) return undefined;
    leaving.current = false;
    if (event.key === 'Enter' && event.altKey) return done(inspect);
    if (event.altKey) return undefined;
    if (control && event.code === 'KeyZ')
      return done(() => (event.shiftKey ? step(redo, 'kit.grid.redone') : step(undo, 'kit.grid.undone')));
    if (control && event.code === 'KeyY') return done(() => step(redo, 'kit.grid.redone'));
    if (control && event.code === 'KeyD') return done(() => apply(fillDown(areaOf(choice), textAt)));
    if (control && ['c', 'v', 'x'].includes(letter)) return undefined;
    if (event.key === 'F2') return done(() => edit());
    if (event.key === 'Delete' || event.key === 'Backspace') return done(() => put(''));
    const next = move(
      choice,
      { key: event.code === 'KeyA' && control ? 'a' : event.key, shift: event.shiftKey, control },
      size,
    );
    if (next) return done(() => choose(next));
    if (control || event.key.length !== 1) return undefined;
    const whole = props.shortcut?.({ key: event.key, code: event.code });
    if (whole !== undefined)
      return done(() => {
        put(whole);
        const down = move(choice, { key: 'Enter', shift: false, control: false }, size);
        if (down && areaOf(choice).top === areaOf(choice).bottom) choose(down);
      });
    return done(() => edit(event.key));
  };

  const onCopy = (event: ClipboardEvent) => {
    if (editable(event.target)) return;
    const area = areaOf(choice);
    const block: string[][] = [];
    for (let row = area.top; row <= area.bottom; row++)
      block.push(columns.slice(area.left, area.right + 1).map((_, at) => textAt({ row, column: area.left + at })));
    event.clipboardData.setData('text/plain', writeBlock(block));
    event.preventDefault();
    if (event.type === 'cut') put('');
    else setSaid(intl.formatMessage({ id: 'kit.grid.copied' }, { count: chosen().length }));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editable(event.target)) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    const { cells, outside, area } = spread(parseBlock(text), choice, size);
    const paste = () => {
      apply(cells);
      choose({ at: { row: area.top, column: area.left }, to: { row: area.bottom, column: area.right } });
    };
    if (outside.length === 0) return paste();
    void askOutside(outside, cells.length).then((yes) => yes && paste());
  };
  /** Of a block that is larger than the table, before anything of it is written. */
  const askOutside = (outside: readonly string[], fits: number) =>
    confirm({
      name: props.label,
      title: intl.formatMessage({ id: 'kit.grid.outside.title' }),
      text: intl.formatMessage(
        { id: 'kit.grid.outside' },
        {
          count: outside.length,
          values: outside.slice(0, mostNamed).join(' · '),
          more: Math.max(0, outside.length - mostNamed),
        },
      ),
      yes: intl.formatMessage({ id: 'kit.grid.outside.yes' }, { count: fits }),
      danger: false,
    });

  const onPointerDown = (event: PointerEvent) => {
    // Touch scrolls; a tap is a click.
    if (event.button !== 0 || event.pointerType === 'touch' || editable(event.target)) return;
    if ((event.target as Element).closest('[data-fill]')) {
      dragging.current = 'fill';
      event.preventDefault();
      return;
    }
    const spot = spotOf(event.target);
    const head = (event.target as Element).closest<HTMLElement>('[data-head]')?.dataset.head;
    if (spot) {
      dragging.current = 'choose';
      choose(event.shiftKey ? { at: choice.at, to: spot } : oneSpot(spot));
    } else if (head !== undefined && size.rows > 0) {
      const column = Number(head);
      choose({ at: { row: 0, column }, to: { row: size.rows - 1, column } });
    }
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragging.current) return;
    if (event.buttons === 0) return onPointerUp();
    const spot = spotOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!spot) return;
    if (dragging.current === 'fill') setFillEnd(Math.max(spot.row, areaOf(choice).bottom));
    else if (spot.row !== choice.to.row || spot.column !== choice.to.column) setChoice({ at: choice.at, to: spot });
  };
  const onPointerUp = () => {
    if (dragging.current === 'fill' && fillEnd !== undefined) {
      const area = areaOf(choice);
      apply(fillTo(area, fillEnd, textAt));
      choose({ at: { row: area.top, column: area.left }, to: { row: fillEnd, column: area.right } });
    }
    dragging.current = undefined;
    setFillEnd(undefined);
  };
  const onTap = (event: { target: EventTarget; pointerType: string }) => {
    const spot = spotOf(event.target);
    if (event.pointerType !== 'touch' || !spot || editable(event.target)) return;
    if (spot.row === choice.at.row && spot.column === choice.at.column) edit();
    else choose(oneSpot(spot));
  };

  /** The editor is done: `after` is the key that ended it, if one did. */
  const commit = (text: string | undefined, after?: { key: string; shift: boolean }) => {
    setEditing(undefined);
    if (text !== undefined) apply([{ ...choice.at, text }]);
    const next = after && move(choice, { ...after, control: false }, size);
    if (next) choose(next);
  };
  const latest = useRef(commit);
  latest.current = commit;
  const onCommit = useCallback(
    (text: string | undefined, after?: { key: string; shift: boolean }) => latest.current(text, after),
    [],
  );

  return {
    choice,
    editing,
    moved,
    said,
    fillEnd,
    size,
    textAt,
    onCommit,
    handlers: {
      onKeyDown,
      onCopy,
      onCut: onCopy,
      onPaste,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      // Readers of the screen move the focus by themselves.
      onFocus: (event: { target: EventTarget }) => {
        const spot = spotOf(event.target);
        if (!spot || dragging.current || editable(event.target)) return;
        if (spot.row !== choice.at.row || spot.column !== choice.at.column) choose(oneSpot(spot));
      },
      onClick: (event: { target: EventTarget; nativeEvent: unknown }) =>
        onTap({
          target: event.target,
          pointerType: (event.nativeEvent as { pointerType?: string }).pointerType ?? '',
        }),
      onDoubleClick: (event: { target: EventTarget }) => {
        if (spotOf(event.target) && !editable(event.target)) edit();
      },
    },
  };
}
