import { Drawer, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '#platform/web/index.ts';

/** Rules of the office beside the list that they govern; what is inside is asked for when it is opened. */
export function RulesDrawer({
  opened,
  onClose,
  title,
  about,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  about?: string;
  children: ReactNode;
}) {
  const t = useMessages();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {opened && (
        <Stack gap="lg">
          {about && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
          {children}
        </Stack>
      )}
    </Drawer>
  );
}
