import { Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { useInstallation } from './frame.tsx';

/** A demo sends nothing: tells whoever waits for a code where the machine keeps it. */
export default function DemoCodes() {
  const t = useMessages();
  const { data } = useInstallation();
  return data?.demo ? (
    <Text size="sm" c="dimmed">
      {t('identity.demo.codes')}
    </Text>
  ) : null;
}
