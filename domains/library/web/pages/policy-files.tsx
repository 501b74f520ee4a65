import { Stack } from '@mantine/core';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { Papers } from '../components/papers.tsx';

/** Policies; for students the view of type 2 alone. */
export default function PolicyFiles() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const manage = can('policy.manage');
  const forStudents = <Papers type={2} manage={manage} />;
  return (
    <Stack>
      <PageHeader title={t('library.policy.title')} description={t('library.policy.about')} />
      {scope('policy.read') === 'institution' ? (
        <Tabs
          items={[
            { key: '2', label: t('library.papers.2.title'), content: forStudents },
            { key: '3', label: t('library.papers.3.title'), content: <Papers type={3} manage={manage} /> },
          ]}
        />
      ) : (
        forStudents
      )}
    </Stack>
  );
}
