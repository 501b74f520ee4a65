import { Stack } from '@mantine/core';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { Papers } from '../components/papers.tsx';

export default function ModuleFiles() {
  const t = useMessages();
  const { can, scope } = useAbility();
  return (
    <Stack>
      <PageHeader title={t('library.module_file.title')} description={t('library.module_file.about')} />
      <Tabs
        items={[
          {
            key: '0',
            label: t('library.papers.0.title'),
            content: <Papers type={0} manage={can('module_file.manage')} />,
          },
          {
            key: '1',
            label: t('library.papers.1.title'),
            content: <Papers type={1} manage={scope('module_file.manage') === 'institution'} />,
          },
        ]}
      />
    </Stack>
  );
}
