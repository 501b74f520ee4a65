import { Stack } from '@mantine/core';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { Candidates } from '../components/candidates.tsx';
import { Years } from '../components/years.tsx';

/** Years of study, and the applicants who are to become students or became them. */
export default function EnrollmentList() {
  const t = useMessages();
  const { can } = useAbility();
  const tabs = [
    ...(can('enrollment.read') ? [{ key: 'years', label: t('enrollment.tab.years'), content: <Years /> }] : []),
    ...(can('enrollment.enroll')
      ? [
          {
            key: 'accepted',
            label: t('enrollment.tab.accepted'),
            content: <Candidates key="waiting" state="waiting" />,
          },
          {
            key: 'enrolled',
            label: t('enrollment.tab.enrolled'),
            content: <Candidates key="enrolled" state="enrolled" />,
          },
        ]
      : []),
  ];
  return (
    <Stack gap="sm">
      <PageHeader title={t('enrollment.list.title')} description={t('enrollment.list.about')} />
      {tabs.length > 1 ? <Tabs items={tabs} /> : tabs[0]?.content}
    </Stack>
  );
}
