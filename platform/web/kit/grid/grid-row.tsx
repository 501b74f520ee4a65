// biome-ignore-all lint/a11y/useSemanticElements: a table of elements must be whole; of this one only what is seen is drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus, not rows and headings
import { IconAlertTriangle, IconCheck, IconCloudUpload, IconDots, IconX } from '@tabler/icons-react';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import classes from './grid.module.css';
import type { GridCell, GridColumn, GridProps } from './types.ts';
import type { Editing } from './use-grid.ts';

const icons = {
  saved: IconCheck,
  saving: IconDots,
  waiting: IconCloudUpload,
  conflict: IconAlertTriangle,
  refused: IconX,
};

type Commit = (text: string | undefined, after?: { key: string; shift: boolean }) => void;

interface RowProps<Row> {
  row: Row;
  index: number;
  start: number;
  height: number;
  columns: readonly GridColumn[];
  cell: GridProps<Row>['cell'];
  renderRow: GridProps<Row>['renderRow'];
  name: string;
  /** Column that has the focus, and the chosen columns; -1 for none in this row. */
  at: number;
  left: number;
  right: number;
  /** Column that carries the handle for filling. */
  handle: number;
  filling: boolean;
  editing: Editing | undefined;
  onCommit: Commit;
}

function RowShown<Row>(props: RowProps<Row>) {
  const { row, index, columns, left, right } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ height: props.height, transform: `translateY(${props.start}px)` }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.name}>
        {props.renderRow ? props.renderRow(row) : <span className={classes.line}>{props.name}</span>}
      </div>
      {columns.map((column, at) => (
        <Cell
          key={column.key}
          {...props.cell(row, column)}
          index={index}
          column={at}
          width={column.width}
          pinned={column.pinned}
          active={at === props.at}
          chosen={at >= left && at <= right}
          filling={props.filling && at >= left && at <= right}
          handle={at === props.handle}
          editing={at === props.at ? props.editing : undefined}
          onCommit={props.onCommit}
        />
      ))}
    </div>
  );
}
export const GridRow = memo(RowShown) as typeof RowShown;

interface CellProps extends GridCell {
  index: number;
  column: number;
  width: number | undefined;
  pinned: boolean | undefined;
  active: boolean;
  chosen: boolean;
  filling: boolean;
  handle: boolean;
  editing: Editing | undefined;
  onCommit: Commit;
}

/** Drawn by the hundred while one scrolls, so it has no hooks. */
const Cell = memo(function Cell(props: CellProps) {
  const { state, editing } = props;
  const style: CSSProperties = { width: props.width ?? 104 };
  return (
    <div
      role="gridcell"
      aria-colindex={props.column + 2}
      aria-selected={props.chosen}
      aria-readonly={props.locked !== undefined || undefined}
      aria-invalid={state === 'refused' || state === 'conflict' || undefined}
      tabIndex={props.active ? 0 : -1}
      className={classes.cell}
      style={style}
      title={props.why ?? props.locked ?? props.sign?.label}
      data-row={props.index}
      data-column={props.column}
      data-state={state}
      data-tone={props.tone}
      data-locked={props.locked !== undefined || undefined}
      data-chosen={props.chosen || undefined}
      data-filling={props.filling || undefined}
      data-pinned={props.pinned || undefined}
    >
      {editing ? (
        <Editor start={editing.typed ?? props.text} onCommit={props.onCommit} />
      ) : (
        <>
          {props.sign && (
            <span className={classes.sign} role="img" aria-label={props.sign.label}>
              {props.sign.icon}
            </span>
          )}
          <span className={classes.line}>{props.text}</span>
          {state && <State state={state} why={props.why} />}
        </>
      )}
      {props.handle && !editing && <span className={classes.handle} data-fill aria-hidden />}
    </div>
  );
});

function State({ state, why }: { state: keyof typeof icons; why: string | undefined }) {
  const word = useIntl().formatMessage({ id: `kit.grid.state.${state}` });
  const Icon = icons[state];
  return (
    <span className={classes.state} role="img" aria-label={why ? `${word}: ${why}` : word}>
      <Icon size={11} stroke={2.4} aria-hidden />
    </span>
  );
}

/** What is being typed. Nothing outside follows the letters; leaving the cell in any way keeps them, Escape alone does not. */
function Editor({ start, onCommit }: { start: string; onCommit: Commit }) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const commit = useRef(onCommit);
  commit.current = onCommit;
  const end = (text: string | undefined, after?: { key: string; shift: boolean }) => {
    if (done.current) return;
    done.current = true;
    // The grid keeps the focus while its input goes.
    input.current?.closest<HTMLElement>('[role=gridcell]')?.focus({ preventScroll: true });
    commit.current(text, after);
  };
  const finish = useRef(end);
  finish.current = end;
  useEffect(() => {
    const element = input.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    const hide = () => finish.current(input.current?.value);
    window.addEventListener('pagehide', hide);
    return () => window.removeEventListener('pagehide', hide);
  }, []);
  return (
    <input
      ref={input}
      className={classes.input}
      aria-label={intl.formatMessage({ id: 'kit.grid.value' })}
      defaultValue={start}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        const { key, shiftKey: shift } = event;
        const arrows = key === 'ArrowUp' || key === 'ArrowDown';
        if (key === 'Escape') end(undefined);
        else if (key === 'Enter' || key === 'Tab' || arrows)
          end(event.currentTarget.value, { key, shift: shift && !arrows });
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
