import { Stack } from '@mantine/core';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { Clashes } from './clashes.tsx';
import { Desk } from './desk.tsx';

/** The campaign at a glance, and people who may be one person. */
export default function CampaignDesk() {
  const t = useMessages();
  const manage = useAbility().can('guest.manage');
  return (
    <Stack>
      <PageHeader title={t('admissions.desk.title')} description={t('admissions.desk.about')} />
      <Tabs
        items={[
          { key: 'campaign', label: t('admissions.desk.campaign'), content: <Desk /> },
          ...(manage ? [{ key: 'clashes', label: t('admissions.clash.title'), content: <Clashes /> }] : []),
        ]}
      />
    </Stack>
  );
}
