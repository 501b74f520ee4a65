import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { choices, download, useAbility } from '#platform/web/index.ts';
import { DateTimeText, ListPage } from '#platform/web/kit/index.ts';
import { employments } from '../../shapes-offers.ts';
import { offerStates } from '../../workflow.ts';
import { api, useFields } from '../api.ts';
import { queryOf } from '../query-of.ts';
import { OfferBadge, useSalary } from '../shown.tsx';
import { OfferForm } from './offer-form.tsx';

/** What the career centre has to offer, and how it goes. */
export function OfficeOffers() {
  const { t, column, label } = useFields();
  const { can } = useAbility();
  const salary = useSalary();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const manages = can('job_offer.manage');
  const filters = useMemo(
    () => [
      {
        key: 'status' as const,
        label: label('status'),
        control: 'multi' as const,
        options: choices(t, 'careers.offer_state', offerStates),
      },
      {
        key: 'employment' as const,
        label: label('employment'),
        control: 'multi' as const,
        options: choices(t, 'careers.employment', employments),
      },
      { key: 'open' as const, label: t('careers.filter.open'), control: 'boolean' as const },
      ...(manages
        ? [{ key: 'reported' as const, label: t('careers.filter.reported'), control: 'boolean' as const }]
        : []),
    ],
    [t, label, manages],
  );
  return (
    <>
      <ListPage
        title={t('careers.offers.title')}
        description={t('careers.offers.about')}
        name="job-offers"
        of={api.job_offer.list}
        rowHref={(row) => `/job_offer?open=${row.id}`}
        rowLabel={(row) => row.title}
        primaryAction={
          manages ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('careers.offers.add')}
            </Button>
          ) : undefined
        }
        columns={[
          {
            ...column('title'),
            sortable: true,
            render: (row) => (
              <>
                <Text size="sm" fw={500}>
                  {row.title}
                </Text>
                <Text size="xs" c="dimmed">
                  {[row.employer, row.city].filter(Boolean).join(', ')}
                </Text>
              </>
            ),
          },
          { ...column('status'), render: (row) => <OfferBadge offer={row} /> },
          {
            key: 'counts',
            title: t('careers.offers.answers'),
            render: (row) =>
              row.counts
                ? t('careers.offers.counts', {
                    sent: row.counts.sent,
                    seen: row.counts.seen,
                    accepted: row.counts.accepted,
                  })
                : '—',
          },
          { ...column('salary'), render: (row) => salary(row) },
          ...(manages
            ? [
                {
                  key: 'reports' as const,
                  title: label('reports'),
                  align: 'right' as const,
                  render: (row: { reports: number | null }) => row.reports || '—',
                },
              ]
            : []),
          { ...column('valid_until'), sortable: true, render: (row) => <DateTimeText value={row.valid_until} /> },
        ]}
        filters={filters}
        defaults={{ size: 20, sort: 'created_at,desc' }}
        {...(manages
          ? {
              exportFn: (input: object) => download(`/job_offer/export?${queryOf(input)}`).catch(() => undefined),
            }
          : {})}
        empty={{ text: t('careers.offers.empty') }}
      />
      <OfferForm
        opened={adding}
        onClose={() => setAdding(false)}
        onSaved={(saved) => void navigate({ to: '/job_offer', search: (old: object) => ({ ...old, open: saved.id }) })}
      />
    </>
  );
}
