import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCreditCard, IconDownload, IconFileInvoice, IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, notify, PageHeader, Section, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, openFile } from '../api.ts';
import { Plan } from './plan.tsx';
import { State } from './status.tsx';

/** Where a contract is read: by level, and of a bill for a short course where its places are. */
const pageOf = (level: string | null) =>
  level === null ? '/short-term-course/student' : level === 'BACHELOR' ? '/bachelor/contracts' : '/master/contracts';

const waits = (status: string) => status === 'ISSUED' || status === 'OPENED';

/** What a student or applicant sees of their own money: what is due, the contract with its parts, the papers. */
export function MyMoney() {
  const t = useMessages();
  const may = useAbility();
  const own = useQuery(api.agreement.mine.queryOptions({ input: {} }));
  const debts = may.can('debit.read');
  const standing = useQuery({
    ...api.debit.standing.queryOptions({ input: {}, ...silent }),
    enabled: debts,
    retry: false,
  });
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (own.isPending) return <PageSpinner />;
  const contract = own.data?.contract;
  const money = standing.data;
  const late = Number(money?.overdue ?? 0) > 0;
  return (
    <Stack gap="md" maw={820}>
      <PageHeader title={t('accounting.mine.title')} description={t('accounting.mine.about')} />
      {money && (
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
          {(
            [
              ['due', money.due, late],
              ['fine', money.fine, Number(money.fine) > 0],
              ['paid', money.paid, false],
              ['total', money.total, false],
              ...(money.credit === '0' ? [] : [['credit', money.credit, false] as const]),
            ] as const
          ).map(([key, value, alert]) => (
            <div key={key} className="surface" style={{ padding: 14 }}>
              <Text size="xs" c="dimmed">
                {t(`accounting.mine.${key}`)}
              </Text>
              <Text size="lg" fw={640} className="tabular" {...(alert ? { c: 'red' } : {})}>
                {showMoney(value)}
              </Text>
              {key === 'due' && money.overdue_since && (
                <Text size="xs" c="red">
                  {t('accounting.mine.since', { day: showDate(money.overdue_since) })}
                </Text>
              )}
              {key === 'due' && !late && money.next && (
                <Text size="xs" c="dimmed">
                  {t('accounting.mine.next', {
                    day: showDate(money.next.due_on),
                    amount: showMoney(money.next.amount),
                  })}
                </Text>
              )}
            </div>
          ))}
        </SimpleGrid>
      )}
      {contract ? (
        <Section
          title={t('accounting.mine.contract', { number: contract.number })}
          description={[contract.course?.title, contract.academic_year?.title].filter(Boolean).join(' · ')}
          actions={<State value={contract.status} />}
        >
          <Stack>
            <Plan parts={contract.plan} owed={!waits(contract.status)} />
            <Group gap="xs">
              {waits(contract.status) && (
                <Button
                  leftSection={<IconSignature size={16} aria-hidden />}
                  renderRoot={(props) => <Link {...props} to={pageOf(contract.level)} />}
                >
                  {t('accounting.mine.accept')}
                </Button>
              )}
              {!waits(contract.status) && may.can('gateway.pay') && (
                <Button
                  leftSection={<IconCreditCard size={16} aria-hidden />}
                  renderRoot={(props) => <Link {...props} to="/payments/online" />}
                >
                  {t('accounting.mine.online')}
                </Button>
              )}
              {contract.document_id !== null && (
                <Button
                  variant="default"
                  loading={busy}
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() =>
                    void act(async () => openFile(await api.contract.file.call({ id: contract.id }, silent)))
                  }
                >
                  {t('accounting.contract.pdf')}
                </Button>
              )}
              {may.can('invoice.create') && contract.student_id !== null && (
                <Button
                  variant="default"
                  loading={busy}
                  leftSection={<IconFileInvoice size={16} aria-hidden />}
                  onClick={() => void act(async () => openFile(await api.debit.invoice.call({}, silent)))}
                >
                  {t('accounting.invoice')}
                </Button>
              )}
              {!waits(contract.status) && (
                <Anchor size="sm" renderRoot={(props) => <Link {...props} to={pageOf(contract.level)} />}>
                  {t('accounting.mine.read')}
                </Anchor>
              )}
            </Group>
          </Stack>
        </Section>
      ) : (
        <Empty title={t('accounting.mine.none')} />
      )}
    </Stack>
  );
}
