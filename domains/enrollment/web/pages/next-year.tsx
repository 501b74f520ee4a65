import { Stack } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { PageHeader } from '#platform/web/kit/index.ts';
import { NewYear } from '../components/new-year.tsx';

/** The year after the newest, which nobody has made yet. */
export default function NextYear() {
  const t = useMessages();
  return (
    <Stack gap="sm">
      <PageHeader title={t('enrollment.turn.title')} description={t('enrollment.turn.about')} back="/year-turn" />
      <NewYear />
    </Stack>
  );
}
