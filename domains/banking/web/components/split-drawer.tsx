import { ActionIcon, Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { sumOf, tiyinOf } from '#domains/accounting/contract.ts';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, MoneyField, notify, showMoney } from '#platform/web/kit/index.ts';
import { api, loadContracts, type Row, refresh } from '../api.ts';

interface Part {
  key: number;
  contract_id: number | null;
  amount: string | null;
}

/** Another contract than those that were found, or several: together they are the amount of the row. */
export function SplitDrawer({ row, onClose, onDone }: { row: Row; onClose: () => void; onDone: () => void }) {
  const t = useMessages();
  const [parts, setParts] = useState<Part[]>([{ key: 0, contract_id: null, amount: row.amount }]);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const tiyin = (said: string | null) => (said && /^\d{1,13}(\.\d{1,2})?$/.test(said) ? tiyinOf(said) : 0);
  const rest = tiyinOf(row.amount) - parts.reduce((sum, { amount }) => sum + tiyin(amount), 0);
  const change = (key: number, values: Partial<Part>) =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...values } : part)));
  const whole = parts.flatMap(({ contract_id, amount }) =>
    contract_id !== null && tiyin(amount) > 0 ? [{ contract_id, amount: amount ?? '' }] : [],
  );
  const save = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await api.statement_row.accept.call({ id: row.id, version: row.version, parts: whole }, silent);
      notify.success(t('banking.rows.settled'));
      onClose();
      await refresh();
      onDone();
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('banking.split.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('banking.split.about', { sum: showMoney(row.amount) })}
        </Text>
        {parts.map((part) => (
          <Group key={part.key} wrap="nowrap" align="flex-end" gap="xs">
            <div style={{ flex: 1, minWidth: 0 }}>
              <AsyncSelect
                label={t('banking.field.contract')}
                load={loadContracts}
                value={part.contract_id}
                onChange={(id) => change(part.key, { contract_id: id === null ? null : Number(id) })}
              />
            </div>
            <div style={{ width: 170 }}>
              <MoneyField
                label={t('banking.field.amount')}
                value={part.amount ?? ''}
                onChange={(amount) => change(part.key, { amount: amount || null })}
              />
            </div>
            {parts.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('banking.split.remove')}
                onClick={() => setParts(parts.filter(({ key }) => key !== part.key))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              setParts([
                ...parts,
                {
                  key: Math.max(...parts.map(({ key }) => key)) + 1,
                  contract_id: null,
                  amount: rest > 0 ? sumOf(rest) : null,
                },
              ])
            }
          >
            {t('banking.split.add')}
          </Button>
          {rest !== 0 && (
            <Text size="sm" c="orange.8">
              {t('banking.split.rest', { sum: showMoney(sumOf(rest)) })}
            </Text>
          )}
        </Group>
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button disabled={rest !== 0 || whole.length !== parts.length} loading={busy} onClick={() => void save()}>
            {t('banking.split.save')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
