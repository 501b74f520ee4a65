import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { silent, useMessages, useSession, useTitle } from '#platform/web/index.ts';
import { Empty, PageHeader, StatusBadge } from '#platform/web/kit/index.ts';
import { api, type Launch, type Package, refresh } from '../api.ts';
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
  const owner = useSession().user?.id ?? 0;
  const [launch, setLaunch] = useState<Launch>();
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<Shown>();
  const open = useCallback(
    async (more: { sco?: string; again?: boolean } = {}) => {
      try {
        await tellWaiting(owner);
        const opened = await api.articulate.launch.call({ package_id: content.id, ...more }, silent);
        setProgress(opened.progress.find((part) => part.sco === opened.sco));
        setLaunch(opened);
      } catch (error) {
        setProblem((error as Error).message);
      }
    },
    [content.id, owner],
  );
  const first = useRef(false);
  useEffect(() => {
    // Opening counts as a visit, so it happens once, also where effects run twice.
    if (first.current) return;
    first.current = true;
    void open();
  }, [open]);
  const finish = () =>
    void navigate({
      to: (launch?.attempt_id
        ? `/articulate/callback/${params.module_id}/${params.lesson_id}`
        : `/articulate/${params.module_id}`) as never,
    });
  /** Where the content asks to go: to a part by its id, or from where it is. There is no part beyond the last. */
  const go = (where: string) => {
    if (where === 'exit') return finish();
    const at = content.items.findIndex(({ id }) => id === launch?.sco);
    const to = where === 'next' ? at + 1 : where === 'previous' ? at - 1 : -1;
    const part = to < 0 ? content.items.find(({ id }) => id === where) : content.items[to];
    if (part) void open({ sco: part.id });
  };
  const { waiting, done } = useReports(owner, launch, setProgress, go);

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
function useReports(
  owner: number,
  launch: Launch | undefined,
  onProgress: (progress: Shown) => void,
  onGo: (where: string) => void,
) {
  const [waiting, setWaiting] = useState(false);
  const told = useRef({ onProgress, onGo });
  told.current = { onProgress, onGo };
  const report = useRef<(done?: boolean) => Promise<void>>(async () => undefined);
  useEffect(() => {
    if (!launch) return;
    const attempt = launch.attempt_id;
    let { values } = launch;
    let [sequence, seconds, changed] = [0, 0, false];
    report.current = async (done = false) => {
      if (!attempt) return;
      changed = false;
      const own = sequence++;
      const answer = await tellProgress(owner, {
        attempt_id: attempt,
        launch: launch.launch,
        sequence: own,
        seconds,
        values,
        ...(done ? { done } : {}),
      });
      // An earlier report that arrives only now says nothing of the newest.
      if (own === sequence - 1) setWaiting(answer === undefined);
      if (answer) told.current.onProgress(answer);
    };
    const heard = (event: MessageEvent) => {
      const message = event.data as { edulab?: unknown; values?: Record<string, unknown>; go?: unknown } | null;
      if (message?.edulab !== launch.key) return;
      if (typeof message.go === 'string') told.current.onGo(message.go);
      if (typeof message.values !== 'object' || message.values === null) return;
      values = Object.fromEntries(Object.entries(message.values).map(([name, value]) => [name, String(value)]));
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
  }, [launch, owner]);
  return { waiting, done: () => report.current(true) };
}
