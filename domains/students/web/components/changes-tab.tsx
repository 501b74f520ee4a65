import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { codeId, messageOf, PageSpinner, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, History, Section } from '#platform/web/kit/index.ts';
import { api, type Profile } from '../api.ts';
import { mergedEntries } from '../history.ts';
import { useShownValue } from './shown-value.ts';

/** Who changed what, field by field: the value before and the value after. */
export function Changes({ student }: { student: Profile }) {
  const t = useMessages();
  const shown = useShownValue();
  const accounts = useAbility().can('account.read');
  const [record, setRecord] = useState('all');
  const { data, error, refetch } = useQuery({
    ...api.history.queryOptions({ input: { id: student.id }, context: { silent: true } }),
    staleTime: 0,
  });
  if (error)
    return (
      <Empty
        title={messageOf(error)}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (!data) return <PageSpinner />;
  const history = mergedEntries(data);
  const records = [...new Set(history.map((entry) => entry.record))];
  const entries = history.filter((entry) => record === 'all' || entry.record === record);
  const action = (entry: (typeof data)[number]) =>
    entry.kind === 'change'
      ? t('students.history.change', { operation: entry.operation, record: t(`students.record.${entry.record}`) })
      : entry.kind === 'transfer'
        ? t('students.history.transfer')
        : t('students.history.status', { status: t(codeId('students.status', entry.operation)) });
  const fields = [...new Set(entries.flatMap((entry) => entry.changes.map((change) => change.field)))];
  return (
    <Section title={t('students.tab.changes')} description={t('students.history.about')}>
      <Stack gap="md">
        {records.length > 1 && (
          <SegmentedControl
            w="fit-content"
            size="xs"
            value={record}
            onChange={setRecord}
            aria-label={t('students.history.which')}
            data={[
              { value: 'all', label: t('students.history.all') },
              ...records.map((value) => ({ value, label: t(`students.record.${value}`) })),
            ]}
          />
        )}
        <History
          labels={Object.fromEntries(fields.map((field) => [field, shown.label(field)]))}
          entries={entries.map((entry, index) => ({
            id: index,
            at: entry.at,
            actor: entry.by ?? t('students.history.system'),
            ...(entry.by_id !== null && accounts ? { actorHref: `/accounts/${entry.by_id}` } : {}),
            action: <>{action(entry)}</>,
            reason:
              [entry.order_number && t('students.status.order', { number: entry.order_number }), entry.reason]
                .filter(Boolean)
                .join(' · ') || null,
            changes: entry.changes.map((change) => ({
              field: change.field,
              old: shown.value(change.field, change.old),
              new: shown.value(change.field, change.new),
            })),
          }))}
        />
      </Stack>
    </Section>
  );
}
