import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { silent, useAbility, useMessages, usePaperReader } from '#platform/web/index.ts';
import { notify, Section, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, openFile } from '../api.ts';
import { State } from './status.tsx';

/** The newest of one's own invoices, each with its paper and, while something is open, the way to pay it. */
export function MyInvoices() {
  const t = useMessages();
  const may = useAbility();
  const asked = useQuery(api.invoice.list.queryOptions({ input: { size: 5 }, ...silent }));
  const rows = asked.data?.content ?? [];
  usePaperReader(rows.length > 0);
  if (rows.length === 0) return null;
  return (
    <Section
      title={t('accounting.invoices.mine')}
      actions={
        (asked.data?.total_elements ?? 0) > rows.length && (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/accounting/invoices" />}>
            {t('accounting.invoices.all')}
          </Anchor>
        )
      }
    >
      <Stack gap="sm">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between" gap="xs">
            <div>
              <Group gap="xs">
                <Anchor
                  size="sm"
                  fw={600}
                  component="button"
                  type="button"
                  onClick={() =>
                    void api.invoice.file
                      .call({ id: row.id }, silent)
                      .then(openFile)
                      .catch((error: unknown) => notify.error(error))
                  }
                >
                  {row.number}
                </Anchor>
                <State value={row.state} />
              </Group>
              <Text size="xs" c="dimmed">
                {t('accounting.invoices.due', { day: showDate(row.due_on) })}
              </Text>
            </div>
            <Group gap="sm">
              <Text size="sm" className="tabular">
                {showMoney(row.amount)}
              </Text>
              {row.left !== '0' && row.contract && may.can('gateway.pay') && (
                <Anchor
                  size="sm"
                  aria-label={t('accounting.mine.online_invoice', { number: row.number })}
                  renderRoot={(props) => <Link {...props} to="/payments/online" search={{ invoice: row.id }} />}
                >
                  {t('accounting.mine.online')}
                </Anchor>
              )}
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
