import { Stack } from '@mantine/core';
import { ListPage, PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { api, pageOf, useFields } from '../api.ts';
import { Deputies } from '../components/deputies.tsx';
import { Journal } from '../components/journal.tsx';
import { Heading, LetterBadge } from '../shown.tsx';

/** What waits for the caller: orders to execute; letters to agree to, to sign, to take note of. */
export default function Own() {
  const { t } = useFields();
  return (
    <Stack gap="md">
      <PageHeader title={t('correspondence.own.title')} description={t('correspondence.own.about')} />
      <Tabs
        items={[
          { key: 'orders', label: t('correspondence.own.orders'), content: <Journal mine /> },
          { key: 'words', label: t('correspondence.own.words'), content: <Waiting /> },
          { key: 'deputies', label: t('correspondence.deputy.title'), content: <Deputies /> },
        ]}
      />
    </Stack>
  );
}

function Waiting() {
  const { t, column } = useFields();
  return (
    <ListPage
      embedded
      title={t('correspondence.own.words')}
      name="letters-waiting"
      of={api.letter.list}
      fixed={{ waiting: true }}
      rowHref={pageOf}
      rowLabel={(row) => row.number ?? row.heading}
      columns={[
        { ...column('heading'), render: (row) => <Heading of={row} /> },
        { ...column('number'), render: (row) => row.number ?? '—' },
        { ...column('correspondent') },
        { ...column('status'), render: (row) => <LetterBadge state={row.status} /> },
        { ...column('author'), render: (row) => row.author ?? '—' },
      ]}
      defaults={{ size: 20, sort: 'created_at,desc' }}
      empty={{ text: t('correspondence.own.no_words') }}
    />
  );
}
