import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconFirstAidKit, IconPlayerPlay, IconScale, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAbility, useLiveEvent, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, StatusBadge } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { DraftWeek } from '../components/draft-week.tsx';
import { GenerateDialog } from '../components/generate-dialog.tsx';
import { JudgePanel } from '../components/judge-panel.tsx';
import { PublishDialog } from '../components/publish-dialog.tsx';
import { RepairDialog } from '../components/repair-dialog.tsx';
import { SearchPanel } from '../components/search-panel.tsx';

const tones = { DRAFT: 'yellow', PUBLISHED: 'teal', ARCHIVED: 'gray' } as const;

/** One timetable: how the search for it goes, its lessons to be moved, what it costs, and its publication. */
export default function TimetableBoard() {
  const t = useMessages();
  const { can } = useAbility();
  const navigate = useNavigate();
  const { timetable_id } = useParams({ strict: false }) as { timetable_id: string };
  const id = Number(timetable_id);
  const asked = useSearch({ strict: false }) as Record<string, unknown>;
  const [dialog, setDialog] = useState<'repair' | 'publish' | 'generate'>();
  const { data, isError, refetch } = useQuery({
    ...api.draft.get.queryOptions({ input: { id } }),
    // A search may end in the moment in which the page was reading; nobody is left waiting for an event that is past.
    refetchInterval: (query) => (query.state.data?.running ? 4000 : false),
  });
  // When a search ends its lessons are there.
  useLiveEvent<{ kind: string; state: string }>('job', ({ kind, state }) => {
    if (kind === 'timetable.generate' && state !== 'running') void refresh();
  });
  if (isError)
    return (
      <Empty
        title={t('timetable.failed')}
        action={<Button onClick={() => void refetch()}>{t('timetable.again')}</Button>}
      />
    );
  if (!data) return <Skeleton height={520} radius="md" />;
  const set = (more: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...more }), resetScroll: false });
  const judging = String(asked.judge) === '1';
  const open = data.state === 'DRAFT' && !data.running;
  return (
    <Stack gap="sm">
      <PageHeader
        back="/timetable-drafts"
        title={data.title}
        description={[
          data.semester.title,
          // While the search is at work its lessons are not there yet.
          ...(data.running ? [] : [t('timetable.lessons', { count: data.lessons })]),
        ].join(' · ')}
        badge={<StatusBadge status={data.state} label={t(`timetable.state.${data.state}`)} color={tones[data.state]} />}
        actions={
          !data.running &&
          (data.lessons > 0 || data.error) && (
            <>
              <Button
                variant={judging ? 'light' : 'default'}
                aria-pressed={judging}
                leftSection={<IconScale size={16} aria-hidden />}
                onClick={() => set({ judge: judging ? undefined : 1 })}
              >
                {t('timetable.judge.open')}
              </Button>
              {(open || data.state === 'PUBLISHED') && (
                <Button
                  variant="default"
                  leftSection={<IconFirstAidKit size={16} aria-hidden />}
                  onClick={() => setDialog('repair')}
                >
                  {t(open ? 'timetable.repair.open' : 'timetable.repair.open_date')}
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
                onClick={() => setDialog('generate')}
              >
                {t('timetable.generate.continue')}
              </Button>
              {open && can('timetable.publish') && (
                <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setDialog('publish')}>
                  {t('timetable.publish.open')}
                </Button>
              )}
            </>
          )
        }
      />
      {data.error && <Alert color="red">{data.error}</Alert>}
      {data.unplaced > 0 && !data.running && (
        <Alert color="yellow">{t('timetable.unplaced', { count: data.unplaced })}</Alert>
      )}
      {(data.running || data.job_id !== null) && <SearchPanel id={id} running={data.running} cost={data.cost} />}
      {judging && !data.running && <JudgePanel id={id} version={data.version} />}
      {!data.running && <DraftWeek draft={data} />}
      {!data.running && data.state !== 'DRAFT' && (
        <Group gap="xs">
          <Badge variant="light" color="gray">
            {t(`timetable.state.${data.state}`)}
          </Badge>
          <Text size="sm" c="dimmed">
            {t('timetable.closed')}
          </Text>
        </Group>
      )}
      {dialog === 'repair' && <RepairDialog draft={data} opened onClose={() => setDialog(undefined)} />}
      <PublishDialog draft={data} opened={dialog === 'publish'} onClose={() => setDialog(undefined)} />
      <GenerateDialog from={data} opened={dialog === 'generate'} onClose={() => setDialog(undefined)} />
    </Stack>
  );
}
