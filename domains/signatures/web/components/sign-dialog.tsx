import { Alert, Button, Group, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent, type Translate, useMessages } from '#platform/web/index.ts';
import { api } from '../api.ts';
import { type Key, ProgramAway, ProgramRefused, signWith } from '../eimzo.ts';
import { KeyChoice } from './key-choice.tsx';

export function faultInWords(error: unknown, t: Translate): string {
  if (error instanceof ProgramAway) return t('signatures.dialog.away');
  if (error instanceof ProgramRefused)
    return error.because === 'other'
      ? t('signatures.dialog.refused', { reason: error.message })
      : t(error.because === 'cancelled' ? 'signatures.dialog.cancelled' : 'signatures.dialog.password_wrong');
  return messageOf(error);
}

/**
 * Signs one file: with the password, for which the call itself asks, or with a key on this computer. `run` takes the step;
 * it is told the signature that was handed in, where there is one.
 */
export function SignDialog({
  opened,
  onClose,
  title,
  of,
  fileUrl,
  run,
}: {
  opened: boolean;
  onClose: () => void;
  /** What is signed, in words. */
  title: string;
  of: { entity: string; entity_id: number };
  fileUrl: string;
  run: (electronic_id?: number) => Promise<unknown>;
}) {
  const t = useMessages();
  const means = useQuery({ ...api.means.queryOptions({ ...silent }), enabled: opened });
  const [chosen, setChosen] = useState<'password' | 'key'>();
  const [key, setKey] = useState<Key>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const way = means.data?.demanded ? 'key' : (chosen ?? (means.data?.eimzo ? 'key' : 'password'));
  const go = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      if (way === 'password') await run();
      else if (key) {
        const bytes = new Uint8Array(await (await fetch(fileUrl)).arrayBuffer());
        const pkcs7 = await signWith(key, bytes, true);
        await run((await api.electronic.call({ ...of, pkcs7 }, silent)).id);
      }
      onClose();
    } catch (error) {
      setFault(faultInWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('signatures.dialog.title')}
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {t('signatures.dialog.about')}
        </Text>
        {means.isPending && <Skeleton h={36} />}
        {means.data?.eimzo && !means.data.demanded && (
          <SegmentedControl
            aria-label={t('signatures.dialog.title')}
            value={way}
            onChange={(next) => setChosen(next === 'key' ? 'key' : 'password')}
            data={[
              { value: 'key', label: t('signatures.dialog.key') },
              { value: 'password', label: t('signatures.dialog.password') },
            ]}
          />
        )}
        {means.data?.eimzo && way === 'key' && (
          <KeyChoice domainKeys={means.data.domain_keys} value={key} onChange={setKey} />
        )}
        {fault && (
          <Alert color="red" p="xs" role="alert">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={busy} disabled={!means.data || (way === 'key' && !key)} onClick={() => void go()}>
            {t('signatures.dialog.do')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
