import { Table } from '@mantine/core';
import type { Key, ReactNode } from 'react';

export interface SmallColumn<Row> {
  key: string;
  title: ReactNode;
  render: (row: Row) => ReactNode;
  /** A figure: to the right, with digits of one width. */
  figure?: boolean;
  /** Names the row, for those who hear the table. */
  names?: boolean;
  /** Least width in pixels. */
  width?: number;
}

export interface SmallTableProps<Row> {
  columns: SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => Key;
  /** Pixels below which the table scrolls in itself, also by the arrow keys. */
  minWidth: number;
  /** Height from which it scrolls in itself as well; the heads stay. */
  maxHeight?: number | string | undefined;
  /** Sums below a column, by its key. */
  foot?: Record<string, ReactNode> | undefined;
}

const unbroken = { style: { whiteSpace: 'nowrap' as const } };

/** A table of few rows inside a page: no search, no pages, no choice. Whatever grows is a `ListPage`. */
export function SmallTable<Row>({ columns, rows, rowKey, minWidth, maxHeight, foot }: SmallTableProps<Row>) {
  const at = ({ figure, width }: SmallColumn<Row>) => ({
    ...(figure ? { ta: 'right' as const, className: 'tabular' } : {}),
    ...(width ? { miw: width } : {}),
  });
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table verticalSpacing={6} stickyHeader={maxHeight !== undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.key} {...at(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={rowKey(row, index)}>
              {columns.map((column) =>
                column.names ? (
                  <Table.Th key={column.key} scope="row" fw={500} {...at(column)}>
                    {column.render(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={column.key} {...at(column)} {...(column.figure ? unbroken : {})}>
                    {column.render(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {foot && (
          <Table.Tfoot>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.key} {...at(column)}>
                  {foot[column.key]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}
