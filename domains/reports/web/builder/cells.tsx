import { Anchor, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { showDate, showMoney, showNumber } from '#platform/web/kit/index.ts';
import type { ReportAnswer } from '../../definition.ts';

type Column = ReportAnswer['columns'][number];
type Cell = ReportAnswer['rows'][number]['cells'][number];

/** A value as a person reads it. */
export function useCells() {
  const t = useMessages();
  const { locale } = useLocale();
  return (value: Cell | undefined, { kind }: Pick<Column, 'kind'>): string => {
    if (value === null || value === undefined || value === '') return '—';
    if (typeof value === 'boolean') return t(value ? 'reports.yes' : 'reports.no');
    if (typeof value === 'number') return kind === 'money' ? showMoney(String(value)) : showNumber(value, locale);
    return kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value) ? showDate(value) : value;
  };
}

/** Where a record of a subject is looked at; not every kind has a page of its own. */
const places: Record<string, (id: number) => string> = {
  students: (id) => `/students/${id}`,
  staff: (id) => `/staff/${id}`,
  contracts: (id) => `/accounting/contract?open=${id}`,
};

export function RecordLink({ subject, id, text }: { subject: string; id: number; text: string }) {
  const place = places[subject];
  return place ? (
    <Anchor component={Link} to={place(id)} size="sm">
      {text}
    </Anchor>
  ) : (
    text
  );
}

/** A number that opens the rows behind it. */
export function OpeningNumber({ text, label, open }: { text: string; label: string; open: () => void }) {
  return (
    <UnstyledButton onClick={open} aria-label={label} c="var(--mantine-color-anchor)" fz="sm" className="tabular">
      {text}
    </UnstyledButton>
  );
}
