import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconFileOff, IconUsersPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, silent, useAbility, useMessages, usePaperReader } from '#platform/web/index.ts';
import { DateText, ListPage, MoneyText, ReasonDialog } from '#platform/web/kit/index.ts';
import { invoiceStates } from '../../contract/invoices.ts';
import { api, type Invoice, openFile, refresh } from '../api.ts';
import { InvoiceDrawer } from '../components/invoice-drawer.tsx';
import { InvoiceRun } from '../components/invoice-run.tsx';
import { State } from '../components/status.tsx';

const icon = 16;

/** Invoices that were handed out: how much of each is open, and their papers. */
export default function Invoices() {
  const t = useMessages();
  const may = useAbility();
  const navigate = useNavigate();
  usePaperReader();
  const search = useSearch({ strict: false }) as { open?: string };
  const open = /^\d+$/.test(String(search.open)) ? Number(search.open) : undefined;
  const show = (next: number | undefined) =>
    void navigate({
      to: '.',
      search: ({ open: _, ...rest }: Record<string, unknown>) => (next === undefined ? rest : { ...rest, open: next }),
      resetScroll: false,
    });
  const [running, setRunning] = useState(false);
  const [credited, setCredited] = useState<Invoice>();
  const office = may.scope('invoice.read') === 'institution';
  return (
    <>
      <ListPage
        name="invoices"
        title={t('accounting.invoices.title')}
        description={t('accounting.invoices.about')}
        of={api.invoice.list}
        empty={{ text: t('accounting.invoices.empty') }}
        rowLabel={(row) => row.number}
        onRow={(row) => show(row.id)}
        primaryAction={
          may.can('debit.manage') && (
            <Button leftSection={<IconUsersPlus size={icon} aria-hidden />} onClick={() => setRunning(true)}>
              {t('accounting.invoices.many')}
            </Button>
          )
        }
        columns={[
          { key: 'number', title: t('accounting.field.number'), sortable: true },
          ...(office
            ? [
                {
                  key: 'payer' as const,
                  title: t('accounting.field.payer_name'),
                  sortable: true,
                  phone: 'title' as const,
                  render: (row: Invoice) => row.payer,
                },
              ]
            : []),
          {
            key: 'contract',
            title: t('accounting.field.contract_id'),
            render: (row) => row.contract?.title ?? '—',
            defaultHidden: true,
          },
          {
            key: 'issued_on',
            title: t('accounting.field.issued_on'),
            sortable: true,
            render: (row) => <DateText value={row.issued_on} />,
          },
          {
            key: 'due_on',
            title: t('accounting.field.due_on'),
            sortable: true,
            phone: 'line',
            render: (row) => <DateText value={row.due_on} />,
          },
          {
            key: 'amount',
            title: `${t('accounting.field.amount')}, ${t('kit.som')}`,
            sortable: true,
            align: 'right',
            render: (row) => <MoneyText value={row.amount} currency={false} />,
          },
          {
            key: 'left',
            title: `${t('accounting.contract.left')}, ${t('kit.som')}`,
            align: 'right',
            phone: 'end',
            render: (row) => <MoneyText value={row.left} currency={false} />,
          },
          {
            key: 'state',
            title: t('accounting.field.status'),
            phone: 'aside',
            render: (row) => <State value={row.state} />,
          },
        ]}
        filters={[
          {
            key: 'state',
            label: t('accounting.field.status'),
            control: 'multi',
            options: choices(t, 'accounting.status', invoiceStates),
          },
          { key: 'from', label: t('accounting.from'), control: 'date' },
          { key: 'until', label: t('accounting.until'), control: 'date' },
        ]}
        actions={(row) => [
          {
            key: 'open',
            label: t('accounting.contract.open'),
            icon: <IconEye size={icon} aria-hidden />,
            run: () => show(row.id),
          },
          {
            key: 'pdf',
            label: t('accounting.invoices.pdf'),
            icon: <IconDownload size={icon} aria-hidden />,
            run: () => api.invoice.file.call({ id: row.id }, silent).then(openFile),
          },
          ...(row.can.credit
            ? [
                {
                  key: 'credit',
                  label: t('accounting.invoices.credit'),
                  icon: <IconFileOff size={icon} aria-hidden />,
                  danger: true,
                  run: () => setCredited(row),
                },
              ]
            : []),
        ]}
      />
      <InvoiceDrawer id={open} onClose={() => show(undefined)} />
      <InvoiceRun opened={running} onClose={() => setRunning(false)} />
      <ReasonDialog
        opened={credited !== undefined}
        onClose={() => setCredited(undefined)}
        title={t('accounting.invoices.credit_title', { number: credited?.number ?? '' })}
        text={t('accounting.invoices.credit_text')}
        onConfirm={async (reason) => {
          if (!credited) return;
          await api.invoice.credit.call({ id: credited.id, version: credited.version, reason }, silent);
          await refresh();
        }}
      />
    </>
  );
}
