import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { tellError } from '#platform/web/kit/index.ts';
import { useFields } from '../api.ts';

export interface FreeNumber {
  id: number;
  title: string;
}

/** Numbers are kept for letters of this group: the letter gets one of them, or the next. */
export function RegisterDialog({
  free,
  onClose,
  go,
}: {
  free: readonly FreeNumber[];
  onClose: () => void;
  go: (reservation_id: number | undefined) => Promise<unknown>;
}) {
  const { t } = useFields();
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const register = async () => {
    setBusy(true);
    await go(chosen ? Number(chosen) : undefined).then(onClose, tellError);
    setBusy(false);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('correspondence.act.REGISTERED')}
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('correspondence.number.choose')}</Text>
        <Radio.Group value={chosen} onChange={setChosen} aria-label={t('correspondence.field.number')}>
          <Stack gap="xs">
            <Radio value="" label={t('correspondence.number.next')} />
            {free.map(({ id, title }) => (
              <Radio key={id} value={String(id)} label={title} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button loading={busy} onClick={() => void register()}>
            {t('correspondence.act.REGISTERED')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
