import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { report, silent, useMessages } from '#platform/web/index.ts';
import { MoneyText, RunningJob, SmallTable, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

type Where = Parameters<typeof api.statement_row.accept_all.call>[0];

/** All proposals at once: looked at first, booked as a job, and taken back as a whole. */
export function AcceptAll({ where }: { where: Where }) {
  const t = useMessages();
  const [opened, setOpened] = useState(false);
  const [job, setJob] = useState<number>();
  const [busy, setBusy] = useState(false);
  const plan = useQuery({ ...api.statement_row.proposals.queryOptions({ input: where }), enabled: opened && !job });
  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  const again = () =>
    doing(async () => {
      await api.statement_row.look_again.call({});
      await refresh();
    });
  return (
    <Group gap="xs">
      <Button variant="default" loading={busy && !opened} onClick={() => void again()}>
        {t('banking.rows.look_again')}
      </Button>
      <Button
        leftSection={<IconChecks size={16} aria-hidden />}
        onClick={() => {
          setJob(undefined);
          setOpened(true);
        }}
      >
        {t('banking.all.button')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('banking.all.title')}
        size="xl"
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        {job ? (
          <RunningJob
            id={job}
            onOver={refresh}
            undo={t('banking.all.undo')}
            said={({ state, receipt }) =>
              state === 'undone'
                ? t('banking.all.undone')
                : t('banking.all.done', {
                    matched: Number(receipt?.matched ?? 0),
                    settled: Number(receipt?.settled ?? 0),
                  })
            }
          />
        ) : plan.isPending ? (
          <Skeleton h={200} />
        ) : plan.data && plan.data.count > 0 ? (
          <Stack>
            <Text>{t('banking.all.count', { count: plan.data.count, sum: showMoney(plan.data.amount) })}</Text>
            {plan.data.above > 0 && <Alert color="yellow">{t('banking.all.above', { count: plan.data.above })}</Alert>}
            <SmallTable
              minWidth={640}
              maxHeight={360}
              rows={plan.data.rows}
              rowKey={(row) => row.id}
              columns={[
                { key: 'day', title: t('banking.field.day'), render: (row) => showDate(row.day) },
                {
                  key: 'amount',
                  title: t('banking.field.amount'),
                  figure: true,
                  render: (row) => <MoneyText value={row.amount} currency={false} />,
                },
                { key: 'party', title: t('banking.field.party'), names: true, render: (row) => row.party },
                {
                  key: 'to',
                  title: t('banking.all.becomes'),
                  render: (row) =>
                    [row.settlement && t(`banking.settlement.${row.settlement}`), row.contract?.title, row.payer]
                      .filter(Boolean)
                      .join(' · '),
                },
                { key: 'by', title: t('banking.all.by'), render: (row) => (row.by ? t(`banking.by.${row.by}`) : '—') },
              ]}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setOpened(false)}>
                {t('banking.all.cancel')}
              </Button>
              <Button
                loading={busy}
                onClick={() =>
                  void doing(async () => setJob((await api.statement_row.accept_all.call(where, silent)).job_id))
                }
              >
                {t('banking.all.run', { count: plan.data.count })}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Text c="dimmed">{t('banking.all.none')}</Text>
        )}
      </Modal>
    </Group>
  );
}
