import { Alert, Badge, Button, Group, Progress, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCalendarOff, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dayInWords, messageOf, queryClient, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { confirm, Empty, notify, PageHeader, showDate } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../flavours.ts';
import styles from './apply.module.css';
import { type Application, api, refreshOwn } from './calls.ts';
import { keyOf } from './use-draft.ts';

type Session = Awaited<ReturnType<typeof api.exam.session.list.call>>['content'][number];

/** Choosing a session of the entrance exam: day, hour, place, and how many seats are left of how many. */
export function ExamChoice({ flavour, application }: { flavour: FlavourName; application: Application }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const [gone, setGone] = useState<string | null>(null);
  const sessions = useQuery(
    api.exam.session.list.queryOptions({
      input: {
        size: 100,
        sort: 'day',
        ...(application.academic_year_id ? { academic_year_id: application.academic_year_id } : {}),
        ...(application.language ? { language: application.language } : {}),
      },
      ...silent,
      // Others choose at the same time.
      refetchInterval: 30_000,
    }),
  );
  const choose = useMutation(
    api.exam.session.choose.mutationOptions({
      ...silent,
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: keyOf(flavour, application.id) }),
          refreshOwn(flavour),
        ]);
        notify.success(t('apply.exam.done'));
        await navigate({ to: '.', search: { id: String(application.id) }, replace: true });
        window.scrollTo(0, 0);
      },
      onError: (error: { code?: string; message: string }) => {
        setGone(error.code === 'SESSION_FULL' ? t('apply.exam.gone') : messageOf(error));
        void sessions.refetch();
        window.scrollTo(0, 0);
      },
    }),
  );
  const take = async (session: Session) => {
    setGone(null);
    const yes = await confirm({
      title: t('apply.exam.confirm'),
      name: application.number,
      text: t('apply.exam.confirm_text', {
        day: showDate(session.day),
        time: `${session.starts_at}–${session.ends_at}`,
        place: session.place?.title ?? '',
      }),
      yes: t('apply.exam.take'),
      danger: false,
    });
    if (yes) choose.mutate({ application_id: application.id, session_id: session.id });
  };
  const days = Map.groupBy(sessions.data?.content ?? [], (session) => session.day);
  return (
    <div className={styles.page}>
      <PageHeader title={t('apply.exam.title')} description={t('apply.exam.text')} back={undefined} />
      <div aria-live="assertive">
        {gone ? (
          <Alert color="orange" icon={<IconInfoCircle aria-hidden />}>
            {gone}
          </Alert>
        ) : null}
      </div>
      {sessions.isError ? (
        <Empty
          title={t('apply.failed')}
          text={t('apply.failed_text')}
          action={<Button onClick={() => void sessions.refetch()}>{t('apply.again')}</Button>}
        />
      ) : sessions.isPending ? (
        <Stack>
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} h={110} />
          ))}
        </Stack>
      ) : days.size === 0 ? (
        <section className="surface">
          <Empty icon={<IconCalendarOff />} title={t('apply.exam.none')} text={t('apply.exam.none_text')} />
        </section>
      ) : (
        [...days].map(([day, list]) => (
          <section key={day} className={`surface ${styles.panel}`} aria-label={dayInWords(noon(day), locale)}>
            <Title order={2} size="h5">
              {dayInWords(noon(day), locale)}
            </Title>
            <ul className={styles.rows}>
              {list.map((session) => {
                const left = Math.max(0, session.capacity - session.taken);
                const mine = application.seat?.session_id === session.id;
                return (
                  <li key={session.id} className={styles.row}>
                    <div className={styles.words}>
                      <Group gap="xs">
                        <Text fw={600} className="tabular">
                          {session.starts_at}–{session.ends_at}
                        </Text>
                        {mine ? <Badge variant="light">{t('apply.exam.mine')}</Badge> : null}
                      </Group>
                      <Text size="sm">{[session.place?.title, session.address].filter(Boolean).join(', ')}</Text>
                      <Group gap="xs" wrap="nowrap" mt={4}>
                        <Progress
                          value={(session.taken / session.capacity) * 100}
                          color={left === 0 ? 'gray' : 'accent'}
                          w={84}
                          aria-hidden
                        />
                        <Text size="xs" c="dimmed" className="tabular">
                          {t('apply.exam.seats', { left, taken: session.taken, capacity: session.capacity })}
                        </Text>
                      </Group>
                    </div>
                    <Button
                      variant={left && !mine ? 'filled' : 'default'}
                      disabled={left === 0 || mine || choose.isPending}
                      loading={choose.isPending && choose.variables?.session_id === session.id}
                      onClick={() => void take(session)}
                    >
                      {t(left === 0 ? 'apply.exam.full' : 'apply.exam.take')}
                      <VisuallyHidden>
                        {` ${showDate(session.day)} ${session.starts_at}, ${session.place?.title ?? ''}`}
                      </VisuallyHidden>
                    </Button>
                  </li>
                );
              })}
            </ul>
          </section>
        ))
      )}
      <Group>
        <Button variant="default" onClick={() => void navigate({ to: '.', search: { id: String(application.id) } })}>
          {t('apply.back')}
        </Button>
      </Group>
    </div>
  );
}

/** Noon in Tashkent, so that no zone makes another day of it. */
const noon = (day: string) => new Date(`${day}T12:00:00+05:00`);
