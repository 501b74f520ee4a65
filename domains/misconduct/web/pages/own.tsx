import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { CaseView } from '../components/case-view.tsx';

/** A student's own cases: what is asked, until when, what was said, and what may be done about it. */
export default function OwnCases() {
  const t = useMessages();
  const { data } = useQuery(api.offence.list.queryOptions({ input: { size: 20, sort: 'created_at,desc' }, ...silent }));
  return (
    <Stack maw={860}>
      <PageHeader title={t('misconduct.own.title')} description={t('misconduct.own.about')} />
      {data?.content.length === 0 && <Empty title={t('misconduct.own.none')} text={t('misconduct.own.empty')} />}
      {data?.content.map(({ id }) => (
        <Paper key={id} withBorder p="md" radius="md">
          <OneCase id={id} />
        </Paper>
      ))}
    </Stack>
  );
}

function OneCase({ id }: { id: number }) {
  const { data } = useQuery(api.offence.get.queryOptions({ input: { id }, ...silent }));
  return data ? <CaseView row={data} /> : null;
}
