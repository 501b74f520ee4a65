import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCreditCard,
  IconDownload,
  IconFileInvoice,
  IconLock,
  IconSignature,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, notify, PageHeader, Section, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, openFile, refresh } from '../api.ts';
import { AskRefund, type Returned } from './ask-refund.tsx';
import { FineRule } from './fine.tsx';
import { MyInvoices } from './my-invoices.tsx';
import { NewestPayments } from './newest-payments.tsx';
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
  const [returned, setReturned] = useState<Returned>();
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
      {money && money.holds.length > 0 && (
        <Alert color="red" icon={<IconLock aria-hidden />} title={t('accounting.holds.mine')}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {t('accounting.holds.mine_about', {
                acts: money.holds.map(({ act }) => t(`accounting.held_act.${act}`)).join(', '),
                sum: showMoney(money.holds[0]!.amount),
                day: showDate(money.holds[0]!.since),
              })}
            </Text>
            {may.can('gateway.pay') && (
              <Button
                size="xs"
                leftSection={<IconCreditCard size={16} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/payments/online" />}
              >
                {t('accounting.mine.online')}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {contract ? (
        <Section
          title={t('accounting.mine.contract', { number: contract.number })}
          description={[contract.course?.title, contract.academic_year?.title].filter(Boolean).join(' · ')}
          actions={<State value={contract.status} />}
        >
          <Stack>
            <Plan parts={contract.plan} owed={!waits(contract.status)} />
            <FineRule fine={contract.fine} />
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
              {may.can('invoice.create') && Number(money?.total) > Number(money?.paid) && (
                <Button
                  variant="default"
                  loading={busy}
                  leftSection={<IconFileInvoice size={16} aria-hidden />}
                  onClick={() =>
                    void act(async () => {
                      const paper = await api.debit.invoice.call({}, silent);
                      await refresh();
                      await openFile(paper);
                    })
                  }
                >
                  {t('accounting.invoice')}
                </Button>
              )}
              {may.can('refund.ask') && contract.credit !== '0' && (
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  onClick={() => setReturned(contract)}
                >
                  {t('accounting.refunds.ask')}
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
      {money && money.credit_besides !== '0' && may.can('refund.ask') && (
        <Section
          title={t('accounting.mine.besides')}
          actions={
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() =>
                setReturned({ student_id: money.student_id, name: money.name, credit: money.credit_besides })
              }
            >
              {t('accounting.refunds.ask')}
            </Button>
          }
        >
          <Text size="sm">{t('accounting.mine.besides_credit', { sum: showMoney(money.credit_besides) })}</Text>
        </Section>
      )}
      {may.can('payment.read') && <NewestPayments title={t('accounting.payments.mine')} />}
      {may.can('invoice.read') && <MyInvoices />}
      <AskRefund of={returned} onClose={() => setReturned(undefined)} />
    </Stack>
  );
}
