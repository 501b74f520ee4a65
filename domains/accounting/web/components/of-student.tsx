import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkTo, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Facts, Loaded, Section, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { NewestPayments } from './newest-payments.tsx';
import { State } from './status.tsx';

/** On the record of a student: what is owed, the contracts, and each payment with to what it went. */
export default function MoneyOfStudent({ id }: { id: number }) {
  const t = useMessages();
  const may = useAbility();
  return (
    <Stack gap="md">
      {may.can('debit.read') && <Standing id={id} />}
      {may.can('contract.read') && <Contracts id={id} />}
      <NewestPayments title={t('accounting.payments.title')} student_id={id} size={20} />
    </Stack>
  );
}

function Standing({ id }: { id: number }) {
  const t = useMessages();
  const asked = useQuery(api.debit.standing.queryOptions({ input: { student_id: id }, ...silent }));
  return (
    <Section title={t('accounting.debits.title')}>
      <Loaded query={asked}>
        {(money) => (
          <Facts
            columns={4}
            items={[
              { label: t('accounting.mine.total'), value: showMoney(money.total) },
              { label: t('accounting.mine.paid'), value: showMoney(money.paid) },
              {
                label: t('accounting.mine.due'),
                value: [
                  showMoney(money.due),
                  money.overdue_since && t('accounting.mine.since', { day: showDate(money.overdue_since) }),
                ]
                  .filter(Boolean)
                  .join(' · '),
              },
              {
                label: t('accounting.balance.credit'),
                value: money.credit === '0' ? null : showMoney(money.credit),
              },
            ].filter(({ value }) => value !== null)}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Contracts({ id }: { id: number }) {
  const t = useMessages();
  const office = useAbility().scope('contract.read') === 'institution';
  const asked = useQuery(api.contract.list.queryOptions({ input: { student_id: id, size: 20 }, ...silent }));
  return (
    <Section title={t('accounting.contracts.title')}>
      <Loaded query={asked}>
        {({ content }) => (
          <Stack gap="sm">
            {content.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('accounting.contracts.empty')}
              </Text>
            )}
            {content.map((one) => (
              <Group key={one.id} justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
                <div style={{ minWidth: 0 }}>
                  <Group gap="xs">
                    {office ? (
                      <Anchor
                        size="sm"
                        fw={600}
                        renderRoot={(props) => <Link {...props} {...linkTo(`/accounting/contract?open=${one.id}`)} />}
                      >
                        {one.number}
                      </Anchor>
                    ) : (
                      <Text size="sm" fw={600}>
                        {one.number}
                      </Text>
                    )}
                    <State value={one.status} />
                  </Group>
                  <Text size="xs" c="dimmed">
                    {[one.course?.title, one.academic_year?.title].filter(Boolean).join(' · ')}
                  </Text>
                </div>
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" ta="right" className="tabular">
                    {showMoney(one.amount)}
                  </Text>
                  <Text size="xs" c="dimmed" ta="right" className="tabular">
                    {t('accounting.plan.paid_of', { paid: showMoney(one.paid), amount: showMoney(one.amount) })}
                  </Text>
                </div>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
