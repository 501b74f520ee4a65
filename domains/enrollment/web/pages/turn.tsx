import { Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, PageHeader } from '#platform/web/kit/index.ts';
import { api, loadYears } from '../api.ts';
import { Checklist } from '../components/checklist.tsx';

/** The turn of the year: an academic year is chosen in the address, the one that comes next unless it is. */
export default function Turn() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { year?: string };
  const chosen = /^\d+$/.test(String(search.year)) ? Number(search.year) : undefined;
  const query = useQuery(
    api.turn.checklist.queryOptions({ input: chosen === undefined ? {} : { academic_year_id: chosen }, ...silent }),
  );
  const answer = query.data;
  return (
    <Stack gap="sm">
      <PageHeader title={t('enrollment.turn.title')} description={t('enrollment.turn.about')} />
      <AsyncSelect
        label={t('enrollment.turn.year')}
        load={loadYears}
        value={chosen ?? answer?.year.id ?? null}
        onChange={(id) => void navigate({ to: '.', search: id === null ? {} : { year: Number(id) } })}
      />
      {query.isLoading && <Loader aria-label={t('common.loading')} />}
      {query.error && (
        <Text c="red" role="alert">
          {messageOf(query.error)}
        </Text>
      )}
      {answer && <Checklist lines={answer.lines} />}
    </Stack>
  );
}
