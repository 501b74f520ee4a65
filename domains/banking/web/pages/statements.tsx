import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { bankLedgers } from '#domains/accounting/contract.ts';
import { saveBase } from '#platform/contract/index.ts';
import { choices, silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  DateTimeText,
  ListPage,
  MoneyText,
  PageHeader,
  ReasonDialog,
  ResourcePage,
  showDate,
  showMoney,
  Tabs,
} from '#platform/web/kit/index.ts';
import { bankAccountSave, statementStates } from '../../shapes.ts';
import { api, loadAccounts, refresh, type Statement } from '../api.ts';
import { ExportDrawer } from '../components/export-drawer.tsx';

/** Statements that came, and the bank accounts of the institution. */
export default function Statements() {
  const t = useMessages();
  const { can } = useAbility();
  const [exporting, setExporting] = useState(false);
  return (
    <Stack gap="lg">
      <PageHeader
        title={t('banking.statements.title')}
        description={t('banking.statements.about')}
        actions={
          <Group gap="xs">
            {can('statement.manage') && (
              <Button variant="default" onClick={() => setExporting(true)}>
                {t('banking.export.button')}
              </Button>
            )}
            {can('statement.manage') && (
              <Button
                component={Link}
                to="/accounting/statements/import"
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                {t('banking.statements.add')}
              </Button>
            )}
          </Group>
        }
      />
      <Tabs
        items={[
          { key: 'files', label: t('banking.statements.files'), content: <Files /> },
          { key: 'accounts', label: t('banking.account.title'), content: <Accounts /> },
        ]}
      />
      <ExportDrawer opened={exporting} onClose={() => setExporting(false)} />
    </Stack>
  );
}

const colours = { TAKEN: 'green', HELD: 'red', UNDONE: 'gray' } as const;

function Files() {
  const t = useMessages();
  const navigate = useNavigate();
  const [undone, setUndone] = useState<Statement>();
  return (
    <>
      <ListPage
        embedded
        name="bank-statements"
        title={t('banking.statements.title')}
        of={api.statement.list}
        empty={{ text: t('banking.statements.empty') }}
        rowLabel={(row) => row.file_name}
        onRow={(row) => void navigate({ to: `/accounting/statements/rows?statement_id=${row.id}` })}
        filters={[
          { key: 'bank_account_id', label: t('banking.field.bank_account_id'), control: 'async', load: loadAccounts },
          {
            key: 'status',
            label: t('banking.field.status'),
            control: 'multi',
            options: choices(t, 'banking.state', statementStates),
          },
        ]}
        columns={[
          {
            key: 'from',
            title: t('banking.field.days'),
            sortable: true,
            render: (row) => (
              <Stack gap={0}>
                <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                  {row.from === row.until ? showDate(row.from) : `${showDate(row.from)} – ${showDate(row.until)}`}
                </Text>
                {row.gap && (
                  <Text size="xs" c="orange.8">
                    {t('banking.statements.gap', { from: showDate(row.gap.from), until: showDate(row.gap.until) })}
                    {row.gap.amount && ` · ${showMoney(row.gap.amount)}`}
                  </Text>
                )}
              </Stack>
            ),
          },
          { key: 'bank_account', title: t('banking.field.bank_account_id'), render: (row) => row.bank_account.title },
          {
            key: 'came',
            title: t('banking.field.came'),
            align: 'right',
            render: (row) => <MoneyText value={row.came} currency={false} />,
          },
          {
            key: 'left',
            title: t('banking.field.gone'),
            align: 'right',
            render: (row) => <MoneyText value={row.left} currency={false} />,
          },
          {
            key: 'closing',
            title: t('banking.field.closing'),
            align: 'right',
            render: (row) => <MoneyText value={row.closing} currency={false} />,
          },
          {
            key: 'fresh',
            title: t('banking.field.fresh'),
            align: 'right',
            render: (row) => t('banking.statements.rows', { fresh: row.fresh, rows: row.rows }),
          },
          { key: 'open', title: t('banking.field.open'), align: 'right' },
          {
            key: 'status',
            title: t('banking.field.status'),
            render: (row) => (
              <Stack gap={0}>
                <Badge variant="light" color={colours[row.status]}>
                  {t(`banking.state.${row.status}`)}
                </Badge>
                {row.status === 'HELD' && (
                  <Text size="xs" c="red.8">
                    {t('banking.statements.difference', { sum: showMoney(row.difference ?? '0') })}
                  </Text>
                )}
              </Stack>
            ),
          },
          { key: 'file_name', title: t('banking.field.file_name'), defaultHidden: true },
          {
            key: 'taken_by',
            title: t('banking.field.taken_by'),
            defaultHidden: true,
            render: (row) => row.taken_by ?? '—',
          },
          {
            key: 'taken_at',
            title: t('banking.field.taken_at'),
            sortable: true,
            defaultHidden: true,
            render: (row) => <DateTimeText value={row.taken_at} />,
          },
          {
            key: 'opening',
            title: t('banking.field.opening'),
            defaultHidden: true,
            align: 'right',
            render: (row) => <MoneyText value={row.opening} currency={false} />,
          },
          {
            key: 'until',
            title: t('banking.field.until'),
            defaultHidden: true,
            render: (row) => <DateText value={row.until} />,
          },
        ]}
        actions={(row) =>
          row.can.undo
            ? [{ key: 'undo', label: t('banking.statements.undo'), danger: true, run: () => setUndone(row) }]
            : []
        }
      />
      <ReasonDialog
        opened={undone !== undefined}
        onClose={() => setUndone(undefined)}
        title={t('banking.statements.undo_title', { name: undone?.file_name ?? '' })}
        text={t('banking.statements.undo_text')}
        danger
        onConfirm={async (reason) => {
          if (!undone) return;
          await api.statement.undo.call({ id: undone.id, version: undone.version, reason }, silent);
          await refresh();
        }}
      />
    </>
  );
}

const schema = z.object({ ...saveBase, ...bankAccountSave });
const fresh = { ledger: '5110', active: true };

function Accounts() {
  const t = useMessages();
  const options = choices(t, 'accounting.account', bankLedgers);
  return (
    <ResourcePage
      embedded
      of={api.bank_account}
      messages="banking.account"
      manage={useAbility().can('bank_account.manage')}
      schema={schema}
      fresh={fresh}
      rowLabel={(row) => row.number}
      onChanged={refresh}
      columns={[
        { key: 'number', title: t('banking.field.number') },
        { key: 'bank', title: t('banking.field.bank') },
        { key: 'mfo', title: t('banking.field.mfo') },
        { key: 'currency', title: t('banking.field.currency') },
        {
          key: 'ledger',
          title: t('banking.field.ledger'),
          render: (row) => `${row.ledger} · ${t(`accounting.account.${row.ledger}`)}`,
        },
        {
          key: 'active',
          title: t('banking.field.active'),
          render: (row) => (
            <Badge variant="light" color={row.active ? 'green' : 'gray'}>
              {t(row.active ? 'banking.account.on' : 'banking.account.off')}
            </Badge>
          ),
        },
      ]}
      fields={[
        { control: 'text', name: 'number', label: t('banking.field.number'), wide: true },
        { control: 'text', name: 'bank', label: t('banking.field.bank') },
        { control: 'text', name: 'mfo', label: t('banking.field.mfo') },
        { control: 'select', name: 'ledger', label: t('banking.field.ledger'), options },
        { control: 'switch', name: 'active', label: t('banking.field.active') },
      ]}
    />
  );
}
