import { Stack, Text, Title } from '@mantine/core';
import { useMessages } from '../i18n.tsx';

export default function SecondPage() {
  const t = useMessages();
  return (
    <Stack gap={4}>
      <Title order={1}>{t('shell.second.title')}</Title>
      <Text c="dimmed">{t('shell.second.text')}</Text>
    </Stack>
  );
}
