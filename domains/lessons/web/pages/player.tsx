import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, PageHeader, StatusBadge } from '#platform/web/kit/index.ts';
import { api, type Launch, type Package, refresh, silent } from '../api.ts';
import styles from '../components/lessons.module.css';
import { tellProgress, tellWaiting } from '../reports.ts';

type Shown = Pick<Launch['progress'][number], 'status' | 'success' | 'score'>;

/** Plays the package of a lesson in a frame that can reach nothing here, and reports what it tells. */
export default function Player() {
  const t = useMessages();
  const params = useParams({ strict: false }) as { module_id: string; lesson_id: string };
  const query = useQuery(api.lesson.get.queryOptions({ input: { id: params.lesson_id } as never }));
  const lesson = query.data;
  useTitle(lesson?.title ?? '');
  const back = `/articulate/${params.module_id}`;
  if (query.isError) return <Empty title={t('lessons.missing')} text={query.error.message} />;
  if (!lesson) return <Skeleton h={480} />;
  return (
    <Stack gap="sm">
      <PageHeader back={back} title={lesson.title} />
      {lesson.package ? (
        <Content key={lesson.package.id} content={lesson.package} params={params} />
      ) : (
        <Empty title={t('lessons.package.none')} />
      )}
    </Stack>
  );
}

function Content({ content, params }: { content: Package; params: { module_id: string; lesson_id: string } }) {
  const t = useMessages();
  const navigate = useNavigate();
  const [launch, setLaunch] = useState<Launch>();
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<Shown>();
  const open = useCallback(
    async (more: { sco?: string; again?: boolean } = {}) => {
      try {
        await tellWaiting();
        const opened = await api.articulate.launch.call({ package_id: content.id, ...more }, silent);
        setProgress(opened.progress.find((part) => part.sco === opened.sco));
        setLaunch(opened);
      } catch (error) {
        setProblem((error as Error).message);
      }
    },
    [content.id],
  );
  const first = useRef(false);
  useEffect(() => {
    // Opening counts as a visit, so it happens once, also where effects run twice.
    if (first.current) return;
    first.current = true;
    void open();
  }, [open]);
  const { waiting, done } = useReports(launch, setProgress);
  const finish = () => void navigate({ to: `/articulate/callback/${params.module_id}/${params.lesson_id}` as never });

  if (problem !== '') return <Alert color="red">{problem}</Alert>;
  if (!launch) return <Skeleton h={480} />;
  return (
    <>
      <Group gap="sm">
        {content.items.length > 1 && (
          <Select
            aria-label={t('lessons.package.part')}
            data={content.items.map(({ id, title }) => ({ value: id, label: title }))}
            value={launch.sco}
            allowDeselect={false}
            onChange={(sco) => sco && void open({ sco })}
          />
        )}
        {launch.attempt_id === null ? (
          <Text size="sm" c="dimmed">
            {t('lessons.package.browse')}
          </Text>
        ) : (
          <>
            {progress && <StatusBadge status={progress.status} label={t(`lessons.progress.${progress.status}`)} />}
            {progress && progress.success !== 'UNKNOWN' && (
              <StatusBadge status={progress.success} label={t(`lessons.success.${progress.success}`)} />
            )}
            {progress?.score != null && <Text size="sm">{t('lessons.score', { score: progress.score })}</Text>}
            <Text size="sm" c="dimmed" role="status">
              {waiting ? t('lessons.package.waiting') : ''}
            </Text>
            <Group gap="xs" ml="auto">
              {progress?.status === 'COMPLETED' && (
                <Button variant="default" onClick={() => void open({ again: true })}>
                  {t('lessons.package.again')}
                </Button>
              )}
              {content.kind === 'PLAIN' && progress?.status !== 'COMPLETED' && (
                <Button variant="default" onClick={() => void done().then(finish)}>
                  {t('lessons.package.done')}
                </Button>
              )}
              <Button onClick={finish}>{t('lessons.package.close')}</Button>
            </Group>
          </>
        )}
      </Group>
      <iframe
        key={launch.url}
        src={launch.url}
        title={content.title}
        sandbox="allow-scripts"
        allow="fullscreen; autoplay"
        className={styles.frame}
      />
    </>
  );
}

const every = 30_000;

/** Gathers what the content tells, counts the time in which it is seen, and reports both. */
function useReports(launch: Launch | undefined, onProgress: (progress: Shown) => void) {
  const [waiting, setWaiting] = useState(false);
  const told = useRef(onProgress);
  told.current = onProgress;
  const report = useRef<(done?: boolean) => Promise<void>>(async () => undefined);
  useEffect(() => {
    const attempt = launch?.attempt_id;
    if (!launch || !attempt) return;
    const values = { ...launch.values };
    let [sequence, seconds, changed] = [0, 0, false];
    report.current = async (done = false) => {
      changed = false;
      const answer = await tellProgress({
        attempt_id: attempt,
        launch: launch.launch,
        sequence: sequence++,
        seconds,
        values: { ...values },
        ...(done ? { done } : {}),
      });
      setWaiting(answer === undefined);
      if (answer) told.current(answer);
    };
    const heard = (event: MessageEvent) => {
      const message = event.data as { edulab?: unknown; values?: Record<string, unknown>; finished?: unknown } | null;
      if (message?.edulab !== launch.key || typeof message.values !== 'object') return;
      for (const [name, value] of Object.entries(message.values ?? {})) values[name] = String(value);
      changed = true;
      void report.current();
    };
    const clock = setInterval(() => {
      if (!document.hidden) seconds++;
    }, 1000);
    const timer = setInterval(() => void report.current(), every);
    const now = () => void report.current();
    window.addEventListener('message', heard);
    window.addEventListener('online', now);
    window.addEventListener('pagehide', now);
    void report.current();
    return () => {
      clearInterval(clock);
      clearInterval(timer);
      window.removeEventListener('message', heard);
      window.removeEventListener('online', now);
      window.removeEventListener('pagehide', now);
      if (changed || seconds > 0) void report.current().then(refresh);
    };
  }, [launch]);
  return { waiting, done: () => report.current(true) };
}
