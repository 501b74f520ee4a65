import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { codeId, type NameIn, PageSpinner, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  Empty,
  ForcedBadge,
  History,
  LifeSteps,
  Section,
  SmallTable,
  StatusBadge,
  showDate,
  useShownValues,
} from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { staffShown } from '../fields.ts';
import { records } from '../records.ts';

type Entry = Awaited<ReturnType<typeof api.staff.history.call>>[number];

export const toneOf = (status: string) => (status === 'LEFT' ? 'gray' : status === 'ON_LEAVE' ? 'orange' : 'teal');
const useHistory = (id: number) => useQuery(api.staff.history.queryOptions({ input: { id } }));

/** When somebody was hired, went on leave, came back or left, with the orders. */
export function Employment({ id }: { id: number }) {
  const t = useMessages();
  const { data } = useHistory(id);
  if (!data) return <PageSpinner />;
  const steps = data.filter((entry) => entry.kind === 'status');
  if (steps.length === 0) return <Empty text={t('staff.employment.empty')} />;
  const period = (entry: Entry) => {
    const [effective] = entry.changes;
    return [effective?.old, effective?.new].map((day) => (typeof day === 'string' ? showDate(day) : '')).join(' – ');
  };
  const column = <K extends NameIn<'staff.field'>>(key: K) => ({ key, title: t(codeId('staff.field', key)) });
  return (
    <Section>
      <SmallTable
        minWidth={640}
        rows={steps}
        rowKey={(_, index) => index}
        columns={[
          {
            ...column('effective'),
            render: (entry) => period(entry).replace(/ – $/, '') || <DateText value={entry.at} />,
          },
          {
            ...column('status'),
            render: (entry) => (
              <>
                <StatusBadge
                  status={entry.operation}
                  color={toneOf(entry.operation)}
                  label={entry.from_status ? t(codeId('staff.status', entry.operation)) : t('staff.employment.hired')}
                />
                {entry.forced && (
                  <>
                    {' '}
                    <ForcedBadge />
                  </>
                )}
              </>
            ),
          },
          {
            ...column('order'),
            render: (entry) => (
              <>
                {entry.order_number ? `№ ${entry.order_number}` : '—'}
                {entry.order_date && (
                  <Text size="xs" c="dimmed">
                    {showDate(entry.order_date)}
                  </Text>
                )}
              </>
            ),
          },
          { ...column('reason'), render: (entry) => entry.reason ?? '—' },
          { ...column('by'), render: (entry) => entry.by ?? '—' },
        ]}
      />
    </Section>
  );
}

/** Who changed what of the record: words instead of codes, titles instead of numbers. */
export function Changes({ id }: { id: number }) {
  const shown = useShownValues(staffShown, records.staff.codes);
  const { data } = useHistory(id);
  if (!data) return <PageSpinner />;
  const changes = data.filter((entry) => entry.kind === 'change');
  return (
    <Section>
      <History
        labels={Object.fromEntries(
          changes.flatMap((entry) => entry.changes).map(({ field }) => [field, shown.label(field)] as const),
        )}
        entries={changes.map((entry, index) => ({
          id: index,
          at: entry.at,
          actor: entry.by,
          action: { INSERT: 'CREATE' }[entry.operation] ?? entry.operation,
          reason: entry.reason,
          changes: entry.changes.map(({ field, old, new: next }) => ({
            field,
            old: shown.value(field, old),
            new: shown.value(field, next),
          })),
        }))}
      />
    </Section>
  );
}

/** What was changed of the record itself, to look at it as it stood after each. */
export function Life({ id }: { id: number }) {
  const shown = useShownValues(staffShown, records.staff.codes);
  // Changes are of today, whatever day the record is looked at.
  const { data } = useQuery(api.staff.history.queryOptions({ input: { id }, context: { silent: true, today: true } }));
  const steps = (data ?? [])
    .filter(({ kind, changes }) => kind === 'change' && changes.length > 0)
    .map(({ at, by, changes }) => ({
      at,
      who: by ?? null,
      what: [...new Set(changes.map(({ field }) => shown.label(field)))].join(', '),
    }));
  return <LifeSteps steps={steps} />;
}
