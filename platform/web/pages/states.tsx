import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useMessages } from '../i18n.tsx';

export function PageSpinner() {
  const t = useMessages();
  return (
    <Center mih="40vh" role="status" aria-label={t('common.loading')}>
      <Loader size="sm" />
    </Center>
  );
}

/** Stands where a page failed to draw; the shell around it goes on. */
export function RenderError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const t = useMessages();
  const router = useRouter();
  useEffect(() => console.error(error), [error]);
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={
        <Title order={1} size="h4" c="inherit">
          {t('common.error_occurred')}
        </Title>
      }
    >
      <Text size="sm" mb="sm">
        {t('common.error_occurred_hint')}
      </Text>
      <Button size="xs" color="red" variant="filled" onClick={() => void router.invalidate()}>
        {t('common.retry')}
      </Button>
    </Alert>
  );
}

/** A page that only says something, with a way on. */
export function Message({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <Center mih="70vh" p="md">
      <Stack align="center" gap="xs" maw={440} ta="center">
        <Text c="dimmed" lh={0} mb="xs" aria-hidden>
          {icon}
        </Text>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        <Group mt="md" justify="center">
          {children}
        </Group>
      </Stack>
    </Center>
  );
}
