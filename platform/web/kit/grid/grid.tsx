// biome-ignore-all lint/a11y/useSemanticElements: a table of elements must be whole; of this one only what is seen is drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus, not rows and headings
import { Text } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { usePrinting } from '../../printing.ts';
import { showNumber } from '../show/values.ts';
import classes from './grid.module.css';
import { GridRow } from './grid-row.tsx';
import { type Area, areaOf, countOf, type Spot } from './selection.ts';
import type { GridColumn, GridProps } from './types.ts';
import { useGrid } from './use-grid.ts';

const rowHeight = 38;

/**
 * A table that works like a spreadsheet: arrows, Enter, Tab, Home, End, type to replace, F2, copy, paste, fill down,
 * undo. Only the rows on the screen are drawn. It keeps no values: `cell` says what stands where, `onChange` hears what
 * is to stand there; `makeEdits` keeps that on the device until it is saved.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, columns, rowKey, rowName } = props;
  const hint = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const headHeight = 36 + (columns.some((one) => one.note) ? 16 : 0) + (columns.some((one) => one.group) ? 16 : 0);
  const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - headHeight) / rowHeight));
  const grid = useGrid(props, page);
  const { choice, editing, fillEnd } = grid;
  const area = areaOf(choice);
  const shownEnd = Math.max(area.bottom, fillEnd ?? 0);
  const printing = usePrinting();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: printing ? rows.length : 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    getItemKey: (index) => rowKey(rows[index] as Row),
    // The cell with the focus stays, wherever one scrolls.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const at = Math.min(choice.at.row, rows.length - 1);
      if (at < 0 || shown.includes(at)) return shown;
      return at < (shown[0] ?? 0) ? [at, ...shown] : [...shown, at];
    },
  });
  const drawn = virtual.getVirtualItems().length > 0;
  useLayoutEffect(() => {
    const cellOf = ({ row, column }: Spot) =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
    if (!drawn || editing || !grid.moved.current) return;
    grid.moved.current = false;
    cellOf(choice.at)?.focus({ preventScroll: true });
    const end = cellOf(choice.to);
    if (end) end.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else virtual.scrollToIndex(choice.to.row);
  }, [drawn, choice, editing, grid.moved, virtual]);
  const vars = {
    '--grid-head': `${headHeight}px`,
    maxHeight: printing ? 'none' : (props.maxHeight ?? '70vh'),
  } as CSSProperties;
  return (
    <div>
      <div
        ref={scroller}
        role="grid"
        aria-label={props.label}
        aria-describedby={hint}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        className={classes.grid}
        style={vars}
        tabIndex={rows.length === 0 || columns.length === 0 ? 0 : undefined}
        {...grid.handlers}
      >
        <div role="rowgroup" className={classes.head} style={{ height: headHeight }}>
          <div role="row" aria-rowindex={1} className={classes.headRow}>
            <div role="columnheader" aria-colindex={1} className={classes.corner}>
              {props.rowTitle}
            </div>
            {columns.map((column, at) => (
              <div
                key={column.key}
                role="columnheader"
                aria-colindex={at + 2}
                className={classes.column}
                data-head={at}
                data-chosen={(at >= area.left && at <= area.right) || undefined}
                data-pinned={column.pinned || undefined}
                style={{ width: column.width ?? 104 }}
                title={[column.group, column.title, column.note].filter(Boolean).join(' · ')}
              >
                {column.group && <span className={classes.group}>{column.group}</span>}
                <span className={classes.title}>{column.title}</span>
                {column.note && <span className={classes.note}>{column.note}</span>}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const inside = item.index >= area.top && item.index <= shownEnd;
            const here = item.index === choice.at.row;
            return (
              <GridRow<Row>
                key={item.key}
                row={row}
                index={item.index}
                start={item.start - headHeight}
                height={rowHeight}
                columns={columns}
                cell={props.cell}
                renderRow={props.renderRow}
                name={rowName(row)}
                at={here ? choice.at.column : -1}
                left={inside ? area.left : -1}
                right={inside ? area.right : -2}
                handle={item.index === area.bottom ? area.right : -1}
                filling={inside && item.index > area.bottom}
                editing={here ? editing : undefined}
                onCommit={grid.onCommit}
              />
            );
          })}
        </div>
      </div>
      <div className={classes.foot}>
        <Text size="xs" c="dimmed" aria-live="polite" className={classes.said}>
          {grid.said}
        </Text>
        {countOf(area) > 1 && <Summary {...area} cell={props.cell} rows={rows} columns={columns} />}
        <Text size="xs" c="dimmed" id={hint} className={classes.hint} data-screen>
          <FormattedMessage id="kit.grid.hint" />
        </Text>
      </div>
    </div>
  );
}

interface SummaryProps<Row> extends Area {
  rows: readonly Row[];
  columns: readonly GridColumn[];
  cell: GridProps<Row>['cell'];
}
/** Number and mean of what is chosen, as spreadsheets show below. Counted anew only when that changes. */
const Summary = memo(function Summary<Row>({ top, bottom, left, right, rows, columns, cell }: SummaryProps<Row>) {
  const intl = useIntl();
  const chosen = columns.slice(left, right + 1);
  const texts = rows.slice(top, bottom + 1).flatMap((row) => chosen.map((column) => cell(row, column).text));
  const numbers = texts
    .map((text) => (text === '' ? Number.NaN : Number(text.replace(',', '.'))))
    .filter((one) => !Number.isNaN(one));
  const mean = numbers.reduce((sum, one) => sum + one, 0) / (numbers.length || 1);
  return (
    <Text size="xs" c="dimmed" className="tabular">
      {intl.formatMessage(
        { id: 'kit.grid.summary' },
        { count: texts.length, numbers: numbers.length, mean: showNumber(Math.round(mean * 10) / 10, intl.locale) },
      )}
    </Text>
  );
}) as <Row>(props: SummaryProps<Row>) => ReactNode;
