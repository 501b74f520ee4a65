import { Button, Loader, Stack, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { api, loadYears } from '../api.ts';
import { Checklist } from '../components/checklist.tsx';
import { NewYear } from '../components/new-year.tsx';
import { Progression } from '../components/progression.tsx';

/**
 * The turn of the year: what the year of the address needs, the one that comes next unless named, how it is made of the
 * year before, and who goes on into it.
 */
export default function Turn() {
  const t = useMessages();
  const navigate = useNavigate();
  const { academic_year_id } = useParams({ strict: false }) as { academic_year_id?: string };
  const chosen =
    academic_year_id !== undefined && /^\d+$/.test(academic_year_id) ? Number(academic_year_id) : undefined;
  const query = useQuery(
    api.turn.checklist.queryOptions({ input: chosen === undefined ? {} : { academic_year_id: chosen }, ...silent }),
  );
  const answer = query.data;
  return (
    <Stack gap="sm">
      <PageHeader
        title={t('enrollment.turn.title')}
        description={t('enrollment.turn.about')}
        actions={
          answer?.next === null && (
            <Button
              component={Link}
              to="/year-turn/next"
              variant="light"
              leftSection={<IconCalendarPlus size={16} aria-hidden />}
            >
              {t('enrollment.new_year.after', { year: answer.year.title })}
            </Button>
          )
        }
      />
      <AsyncSelect
        label={t('enrollment.turn.year')}
        load={loadYears}
        value={chosen ?? answer?.year.id ?? null}
        onChange={(id) =>
          void navigate({
            to: id === null ? '/year-turn' : `/year-turn/${id}`,
            search: (before: Record<string, unknown>) => before,
          })
        }
      />
      {query.isLoading && <Loader role="status" aria-label={t('common.loading')} />}
      {query.error && (
        <Text c="red" role="alert">
          {messageOf(query.error)}
        </Text>
      )}
      {answer && (
        <Tabs
          items={[
            {
              key: 'checklist',
              label: t('enrollment.turn.tab.checklist'),
              content: <Checklist lines={answer.lines} year={answer.year.id} />,
            },
            ...(answer.previous
              ? [
                  {
                    key: 'new_year',
                    label: t('enrollment.turn.tab.new_year'),
                    content: <NewYear key={answer.previous.id} after={answer.previous.id} />,
                  },
                  {
                    key: 'progression',
                    label: t('enrollment.turn.tab.progression'),
                    content: <Progression key={answer.previous.id} year={answer.previous.id} />,
                  },
                ]
              : []),
          ]}
        />
      )}
    </Stack>
  );
}
