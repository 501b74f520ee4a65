import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  codeId,
  type Family,
  hasText,
  type NameIn,
  PageSpinner,
  useIntlShape,
  useMessages,
} from '#platform/web/index.ts';
import {
  DateText,
  Empty,
  ForcedBadge,
  History,
  Section,
  SmallTable,
  StatusBadge,
  showDate,
} from '#platform/web/kit/index.ts';
import { api, loadDepartments, loadJobs } from '../api.ts';
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

const codes: Record<string, Family> = records.staff.codes;

/** Who changed what of the record: words instead of codes, titles instead of numbers. */
export function Changes({ id }: { id: number }) {
  const t = useMessages();
  const intl = useIntlShape();
  const { data } = useHistory(id);
  const changes = data?.filter((entry) => entry.kind === 'change') ?? [];
  const idsOf = (field: string) => [
    ...new Set(
      changes
        .flatMap((entry) => entry.changes)
        .filter((change) => change.field === field)
        .flatMap(({ old, new: next }) => [old, next])
        .filter((value) => typeof value === 'number'),
    ),
  ];
  const units = idsOf('department_id');
  const jobs = idsOf('job_position_id');
  const { data: titles } = useQuery({
    queryKey: ['staff', 'titles', intl.locale, units, jobs],
    queryFn: async () => {
      const [a, b] = await Promise.all([
        units.length ? loadDepartments('', units) : [],
        jobs.length ? loadJobs('', jobs) : [],
      ]);
      const map = (list: readonly { id: number; title: string }[]) => new Map(list.map((one) => [one.id, one.title]));
      return { department_id: map(a), job_position_id: map(b) } as Record<string, Map<number, string>>;
    },
    enabled: units.length + jobs.length > 0,
  });
  if (!data) return <PageSpinner />;
  const shown = (field: string, value: unknown) => {
    if (typeof value === 'string' && codes[field]) return t(codeId(codes[field], value));
    if (typeof value === 'number') return titles?.[field]?.get(value) ?? value;
    return value;
  };
  const label = (field: string) => {
    const key = `staff.field.${field}`;
    return hasText(intl.messages, key) ? t(key) : field;
  };
  return (
    <Section>
      <History
        labels={Object.fromEntries(
          changes.flatMap((entry) => entry.changes).map(({ field }) => [field, label(field)] as const),
        )}
        entries={changes.map((entry, index) => ({
          id: index,
          at: entry.at,
          actor: entry.by,
          action: { INSERT: 'CREATE' }[entry.operation] ?? entry.operation,
          reason: entry.reason,
          changes: entry.changes.map(({ field, old, new: next }) => ({
            field,
            old: shown(field, old),
            new: shown(field, next),
          })),
        }))}
      />
    </Section>
  );
}
