import { Stack } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { PageHeader } from '#platform/web/kit/index.ts';
import { Desk } from './desk.tsx';

/** The campaign at a glance. */
export default function CampaignDesk() {
  const t = useMessages();
  return (
    <Stack>
      <PageHeader title={t('admissions.desk.title')} description={t('admissions.desk.about')} />
      <Desk />
    </Stack>
  );
}
