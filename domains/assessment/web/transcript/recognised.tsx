import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryClient, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { askReason, FileList, Section, type SmallColumn, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { usePhone } from '../use-phone.ts';

type Row = Awaited<ReturnType<typeof api.recognition.list.call>>[number];

/** What was passed elsewhere and what it counts as; what was withdrawn stands there too, with why. */
export function Recognised({ student }: { student: number }) {
  const t = useMessages();
  const { locale } = useLocale();
  const phone = usePhone();
  const { data } = useQuery(
    api.recognition.list.queryOptions({ input: { student_id: student }, context: { silent: true } }),
  );
  if (!data?.length) return null;
  const number = (value: number | null) => (value === null ? '—' : showNumber(value, locale));
  const withdraw = (row: Row) =>
    askReason({
      title: t('assessment.transcript.withdraw'),
      name: row.module ? `${row.module.code} ${row.module.title}` : row.source_module,
      text: t('assessment.transcript.withdraw_about'),
      yes: t('assessment.transcript.withdraw'),
      run: async (reason) => {
        await api.recognition.withdraw.call({ id: row.id, version: row.version, reason }, silent);
        await queryClient.invalidateQueries({ queryKey: api.key() });
      },
    });
  const columns: SmallColumn<Row>[] = [
    {
      key: 'module',
      title: t('assessment.transcript.module'),
      names: true,
      render: (row) => (
        <>
          {row.module ? `${row.module.code} ${row.module.title}` : t('assessment.transcript.not_counted')}
          {row.withdrawn_at && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t('assessment.transcript.withdrawn', { reason: row.withdrawal_reason ?? '' })}
            </Text>
          )}
          {row.decided_by && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t('assessment.transcript.decided_by', { by: row.decided_by })}
            </Text>
          )}
          <FileList files={row.files} />
        </>
      ),
    },
    { key: 'credits', title: t('assessment.transcript.credits'), figure: true, render: (row) => number(row.credits) },
    {
      key: 'mark',
      title: t('assessment.transcript.mark'),
      figure: true,
      render: (row) => (row.counts ? number(row.total) : '—'),
    },
    {
      key: 'source',
      title: t('assessment.transcript.source'),
      render: (row) => (
        <>
          <Text size="sm">{row.source_module}</Text>
          <Text size="xs" c="dimmed">
            {[row.source_grade, row.source_credits !== null && number(row.source_credits), row.origin]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    ...(data.some(({ can }) => can.withdraw)
      ? [
          {
            key: 'acts',
            title: '',
            render: (row: Row) =>
              row.can.withdraw && (
                <Button size="compact-xs" variant="subtle" color="red" onClick={() => void withdraw(row)}>
                  {t('assessment.transcript.withdraw')}
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <Section title={t('assessment.transcript.recognised')} description={t('assessment.transcript.recognised_about')}>
      <SmallTable rows={data} rowKey={(row) => row.id} minWidth={phone ? 0 : 640} columns={columns} />
    </Section>
  );
}
