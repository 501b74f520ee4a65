import { Alert, Badge, Box, Button, Group, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCloudOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf, silent, today, useAbility, useMessages, useSession } from '#platform/web/index.ts';
import { DateFilter, Empty, PageHeader, showDate } from '#platform/web/kit/index.ts';
import { api, dayOptions, evenOffline, type Lesson, useOwnStaff } from '../api.ts';
import { RegisterSheet } from '../components/register-sheet.tsx';
import { useQueue, type Waiting } from '../queue.ts';

const dayMs = 86_400_000;
const beside = (day: string, by: number) => new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);

/** The lessons of a day, mine first; one press opens the register. Works on with the network gone. */
export default function Day() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { day?: unknown; session?: unknown };
  const day = /^\d{4}-\d\d-\d\d$/.test(String(search.day)) ? String(search.day) : today();
  const session = /^\d{1,9}$/.test(String(search.session)) ? Number(search.session) : undefined;
  const mine = !useAbility().can('attendance.correct');
  const owner = String(useSession().user?.id ?? '');
  const { queue, waiting } = useQueue(owner);
  const query = useQuery({
    ...api.class_session.list.queryOptions({ input: dayOptions(day, mine), ...silent }),
    ...evenOffline,
  });
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...next }, resetScroll: false });
  const own = useOwnStaff().data?.id;
  const answered = query.data?.content;
  useEffect(() => {
    if (answered) queue.keepDay(day, answered);
  }, [answered, day, queue]);
  const copy = answered || !query.isError ? undefined : queue.dayCopy(day);
  const lessons = answered ?? copy;

  const later = useQuery({
    ...api.class_session.list.queryOptions({
      input: { ...dayOptions(beside(day, 1), mine), to: beside(day, 60), size: 1 },
      ...silent,
    }),
    enabled: answered?.length === 0,
  });
  const upcoming = answered?.length === 0 ? later.data?.content[0]?.date : undefined;

  if (session !== undefined)
    return (
      <RegisterSheet
        key={session}
        id={session}
        queue={queue}
        waiting={waiting}
        onClose={() => go({ session: undefined })}
      />
    );
  return (
    <Stack gap="md" maw={720}>
      <PageHeader
        title={t('attendance.day.title')}
        description={t('attendance.day.about')}
        actions={
          <Button
            component={Link}
            to={`/attendance-lessons?open=new&day=${day}${own ? `&staff_id=${own}` : ''}`}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('attendance.lessons.add')}
          </Button>
        }
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Button
          variant="default"
          px="xs"
          style={{ flexShrink: 0 }}
          aria-label={t('attendance.day.before')}
          onClick={() => go({ day: beside(day, -1) })}
        >
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <Box miw={0}>
          <DateFilter label={t('attendance.field.date')} value={day} onChange={(next) => next && go({ day: next })} />
        </Box>
        <Button
          variant="default"
          px="xs"
          style={{ flexShrink: 0 }}
          aria-label={t('attendance.day.after')}
          onClick={() => go({ day: beside(day, 1) })}
        >
          <IconChevronRight size={18} aria-hidden />
        </Button>
        {day !== today() && (
          <Button variant="subtle" px="xs" style={{ flexShrink: 0 }} onClick={() => go({ day: undefined })}>
            {t('attendance.day.today')}
          </Button>
        )}
      </Group>
      {waiting.length > 0 && (
        <Alert
          icon={<IconCloudOff size={18} aria-hidden />}
          color="yellow"
          title={t('attendance.queue.title', { count: waiting.length })}
        >
          {t('attendance.queue.text')}
        </Alert>
      )}
      {copy && <Alert color="yellow">{t('attendance.day.copy')}</Alert>}
      {query.isError && !lessons && <Empty title={t('attendance.day.offline')} text={messageOf(query.error)} />}
      {query.isPending && <Skeleton h={240} />}
      {lessons?.length === 0 && (
        <Empty
          title={t('attendance.day.none', { day: showDate(day) })}
          text={t('attendance.day.none_text')}
          action={
            upcoming && (
              <Button variant="light" onClick={() => go({ day: upcoming })}>
                {t('attendance.day.next', { day: showDate(upcoming) })}
              </Button>
            )
          }
        />
      )}
      {lessons?.map((lesson) => (
        <LessonCard
          key={lesson.id}
          lesson={lesson}
          waiting={waiting.find((one) => one.session_id === lesson.id)}
          onOpen={() => go({ session: lesson.id })}
        />
      ))}
    </Stack>
  );
}

function LessonCard(props: { lesson: Lesson; waiting: Waiting | undefined; onOpen: () => void }) {
  const t = useMessages();
  const { lesson, waiting } = props;
  const state = waiting
    ? { color: waiting.state === 'waiting' ? 'yellow' : 'red', text: t(`attendance.queue.${waiting.state}`) }
    : lesson.called_at
      ? {
          color: 'teal',
          text: t('attendance.day.called', { absent: lesson.absent ?? 0, students: lesson.students ?? 0 }),
        }
      : lesson.state === 'CANCELLED'
        ? { color: 'gray', text: t('attendance.state.CANCELLED') }
        : { color: 'blue', text: t('attendance.day.uncalled') };
  return (
    <Paper className="surface" p={0}>
      <UnstyledButton p="md" w="100%" mih={72} onClick={props.onOpen}>
        <Group justify="space-between" wrap="nowrap" gap="md">
          <Group gap="md" wrap="nowrap" style={{ minWidth: 0 }}>
            <Text className="tabular" fw={600}>
              {lesson.starts_at}
            </Text>
            <div style={{ minWidth: 0 }}>
              <Text fw={550}>{lesson.module.title}</Text>
              <Text size="sm" c="dimmed">
                {[
                  t(`attendance.kind.${lesson.kind}`),
                  lesson.groups.map((group) => group.title).join(', '),
                  lesson.room?.title,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
          </Group>
          <Badge color={state.color} variant="light" style={{ flexShrink: 0 }}>
            {state.text}
          </Badge>
        </Group>
      </UnstyledButton>
    </Paper>
  );
}
