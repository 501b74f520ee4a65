import { Stack, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { clock } from '#platform/contract/clock.ts';
import { useMessages } from '../../i18n.tsx';
import { CellFaults } from '../grid/cell-faults.tsx';
import type { Edit, Outcome } from '../grid/edits.ts';
import { Grid } from '../grid/grid.tsx';
import type { GridCell, GridColumn } from '../grid/types.ts';
import { useEdits } from '../grid/use-edits.ts';

interface Student {
  id: number;
  name: string;
}
const students: Student[] = Array.from({ length: 200 }, (_, at) => ({
  id: at + 1,
  name: `${['Karimova', 'Yoʻldoshev', 'Abdullayeva', 'Rahimov', 'Toʻxtayeva'][at % 5]} ${['Dilnoza', 'Jasur', 'Malika', 'Sardor'][at % 4]}`,
}));
const started = new Map(
  students
    .slice(0, 60)
    .flatMap(({ id }) =>
      Array.from({ length: 8 }, (_, at) => [`${id}:w${at}`, String(((id * 7 + at * 11) % 51) + 50)]),
    ),
);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A grid as large as a big course, with every state that a cell can have. */
export function DemoGrid() {
  const t = useMessages();
  const intl = useIntl();
  const [values, setValues] = useState<ReadonlyMap<string, string>>(started);
  const edits = useEdits({
    kind: 'kit',
    owner: 'demo',
    scope: '1',
    async send(batch): Promise<Outcome> {
      if (!navigator.onLine) throw {};
      await wait(400);
      const current = { text: '70', version: 2, name: 'Alisher Usmonov', at: clock.iso() };
      const met = batch.filter((one) => one.text === '13' && one.version === null);
      return {
        saved: batch.filter((one) => !met.includes(one)).map(({ cell }) => ({ cell, version: 1 })),
        faults: met.map(({ cell, text }) => ({ cell, text, current })),
      };
    },
    onSaved: (batch, outcome) => {
      const done = new Set(outcome.saved.map((one) => one.cell));
      setValues((before) => {
        const next = new Map(before);
        for (const one of batch) if (done.has(one.cell)) next.set(one.cell, one.text);
        return next;
      });
    },
  });
  const columns = useMemo<GridColumn[]>(
    () => [
      ...Array.from({ length: 20 }, (_, at) => ({
        key: `w${at}`,
        title: t('kit.page.gridWork', { number: at + 1 }),
        group: t('kit.page.gridPart', { number: Math.floor(at / 4) + 1 }),
        note: '5 %',
      })),
      { key: 'sum', title: t('kit.page.gridSums'), pinned: true, width: 84 },
    ],
    [t],
  );
  const { cells, saved } = edits;
  const cell = useCallback(
    (row: Student, column: GridColumn): GridCell => {
      if (column.key === 'sum') {
        const sum = Array.from({ length: 20 }, (_, at) => Number(values.get(`${row.id}:w${at}`) ?? 0));
        const total = sum.reduce((all, one) => all + one, 0) / 20;
        return { text: intl.formatNumber(total), locked: t('kit.page.gridClosed'), tone: 'strong' };
      }
      const key = `${row.id}:${column.key}`;
      const own = cells.get(key);
      if (own) return { text: own.text, state: own.state, why: own.fault?.why ?? own.fault?.current?.name };
      return { text: values.get(key) ?? '', ...(saved.has(key) ? { state: 'saved' } : {}) };
    },
    [values, cells, saved, intl, t],
  );
  const change = (changes: { row: string; column: string; text: string }[]) => {
    const good: Edit[] = [];
    for (const { row, column, text } of changes) {
      const number = Number(text.replace(',', '.'));
      const key = `${row}:${column}`;
      if (number >= 0 && number <= 100) good.push({ cell: key, text: text.replace(',', '.'), version: null });
      else edits.refuse([{ cell: key, text, why: t('kit.page.gridNumber') }]);
    }
    edits.put(good);
  };
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('kit.page.gridNote')}
      </Text>
      <CellFaults
        edits={edits}
        nameOf={(key) => {
          const [id, work] = key.split(':');
          const title = columns.find((one) => one.key === work)?.title ?? '';
          return `${students.find((one) => String(one.id) === id)?.name ?? ''}, ${title}`;
        }}
      />
      <Grid<Student>
        label={t('kit.page.grid')}
        rows={students}
        rowKey={(row) => String(row.id)}
        rowName={(row) => row.name}
        rowTitle={t('kit.page.name')}
        columns={columns}
        cell={cell}
        onChange={change}
      />
    </Stack>
  );
}
