import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { download, today, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, DateField } from '#platform/web/kit/index.ts';
import { loadAccounts } from '../api.ts';

/** What moved on a bank account, as a file that 1C reads. */
export function ExportDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const [account, setAccount] = useState<number | null>(null);
  const [from, setFrom] = useState<string | null>(() => `${today().slice(0, 8)}01`);
  const [until, setUntil] = useState<string | null>(today);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await download('/accounting/statement/export_1c', undefined, { bank_account_id: account, from, until });
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t('banking.export.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('banking.export.about')}
        </Text>
        <AsyncSelect
          label={t('banking.field.bank_account_id')}
          load={loadAccounts}
          value={account}
          onChange={(id) => setAccount(id === null ? null : Number(id))}
          required
        />
        <DateField label={t('banking.field.from')} value={from} onChange={setFrom} required />
        <DateField label={t('banking.field.until')} value={until} onChange={setUntil} required />
        <Group justify="flex-end">
          <Button disabled={!account || !from || !until} loading={busy} onClick={() => void run()}>
            {t('banking.export.run')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
