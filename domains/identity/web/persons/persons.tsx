import { Stack } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { Pairs } from './pairs.tsx';
import { Merges, TwoPersons } from './receipts.tsx';

/** One person, one account: who stands here twice, what was made one, and who are two after all. */
export default function Persons() {
  const t = useMessages();
  return (
    <Stack>
      <PageHeader title={t('identity.person.title')} description={t('identity.person.about')} />
      <Tabs
        items={[
          { key: 'pairs', label: t('identity.person.pairs'), content: <Pairs /> },
          { key: 'merges', label: t('identity.person.merges'), content: <Merges /> },
          { key: 'two', label: t('identity.person.twos'), content: <TwoPersons /> },
        ]}
      />
    </Stack>
  );
}
