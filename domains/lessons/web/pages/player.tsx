import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, silent, toast, useMessages, useSession, useTitle } from '#platform/web/index.ts';
import { choiceOf, Empty, PageHeader, StatusBadge } from '#platform/web/kit/index.ts';
import { stepRequests } from '../../shapes.ts';
import { api, type Launch, type Package } from '../api.ts';
import styles from '../components/lessons.module.css';
import { tellWaiting } from '../reports.ts';
import { type Shown, useReports } from '../use-reports.ts';

/** Plays the package of a lesson in a frame that can reach nothing here, and reports what it tells. */
export default function Player() {
  const t = useMessages();
  const params = useParams({ strict: false }) as { module_id: string; lesson_id: string };
  const query = useQuery(api.lesson.get.queryOptions({ input: { id: params.lesson_id } }));
  const lesson = query.data;
  useTitle(lesson?.title ?? '');
  const back = `/articulate/${params.module_id}`;
  if (query.isError) return <Empty title={t('lessons.missing')} text={messageOf(query.error)} />;
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

type Step = Omit<Parameters<typeof api.articulate.launch.call>[0], 'package_id'>;
const waysOut = new Set<string>(['exit', 'exitAll', 'abandon', 'abandonAll', 'suspendAll']);
function Content({ content, params }: { content: Package; params: { module_id: string; lesson_id: string } }) {
  const t = useMessages();
  const navigate = useNavigate();
  const owner = useSession().user?.id ?? 0;
  const [launch, setLaunch] = useState<Launch>();
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<Shown>();
  const [navigation, setNavigation] = useState<Launch['navigation']>(null);
  const [refused, setRefused] = useState('');
  const [over, setOver] = useState(false);
  const open = useCallback(
    async (more: Step = {}) => {
      try {
        await tellWaiting(owner);
        const opened = await api.articulate.launch.call({ package_id: content.id, ...more }, silent);
        setProgress(opened.progress.find((part) => part.sco === opened.sco));
        setLaunch(opened);
        setNavigation(opened.navigation);
        setProblem('');
        return opened.url === null ? 'left' : 'shown';
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        if (code === 'STEP_REFUSED') setRefused(message);
        else setProblem(message);
        setOver(code === 'TIME_OVER');
        return 'refused';
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
      to: launch?.attempt_id
        ? `/articulate/callback/${params.module_id}/${params.lesson_id}`
        : `/articulate/${params.module_id}`,
    });
  /** One step by the rules of the package; whoever is led out of it is done. */
  const step = async (asked: Step) => {
    setRefused('');
    const went = await open(asked);
    if (went === 'left') finish();
    // Unloaded already, the part must be had again to go on from it.
    else if (went === 'refused') await open({ request: 'open' });
  };
  /** Where the content asks to go: to a part by its id, from where it is, or out. There is no part beyond the last. */
  const go = (where: string, target: string | undefined, suspended: boolean) => {
    const request = choiceOf(stepRequests, where);
    if (navigation) return request && void step({ request, sco: target, suspended });
    if (waysOut.has(where)) return finish();
    const at = content.items.findIndex(({ id }) => id === launch?.sco);
    const to = where === 'continue' ? at + 1 : where === 'previous' ? at - 1 : -1;
    const part = to < 0 ? content.items.find(({ id }) => id === target) : content.items[to];
    if (part) void open({ sco: part.id });
  };
  const ask = (asked: Step) =>
    void leave().then(async (suspended) => void (await (navigation ? step({ ...asked, suspended }) : open(asked))));
  const frame = useRef<HTMLIFrameElement>(null);
  const { waiting, alone, left, tell, done, leave } = useReports(owner, launch, frame, {
    onProgress: setProgress,
    onNavigation: setNavigation,
    onGo: go,
    onTimeOver: () => {
      const { exit, message } = launch!.limit!;
      if (message) toast.info(t(exit ? 'lessons.time.left' : 'lessons.time.over'));
      // The server must know the time that was spent before it says where to go from here.
      const onward = async () => {
        await leave();
        await tell();
        await (navigation ? step({ request: 'exit' }) : open());
      };
      if (exit) void onward();
    },
  });
  const apart = alone ? null : launch?.apart;

  if (problem !== '')
    return (
      <Alert color={over ? 'yellow' : 'red'}>
        <Group justify="space-between">
          {problem}
          {over && (
            <Button variant="default" onClick={() => void open({ again: true })}>
              {t('lessons.package.again')}
            </Button>
          )}
        </Group>
      </Alert>
    );
  if (!launch) return <Skeleton h={480} />;
  return (
    <>
      {refused !== '' && (
        <Alert color="yellow" role="status" withCloseButton onClose={() => setRefused('')}>
          {refused}
        </Alert>
      )}
      <Group gap="sm">
        {content.items.length > 1 && (!navigation || navigation.choices.length > 0) && (
          <Select
            aria-label={t('lessons.package.part')}
            data={content.items
              .filter(({ id }) => !navigation || id === launch.sco || navigation.choices.includes(id))
              .map(({ id, title }) => ({ value: id, label: title }))}
            value={launch.sco}
            allowDeselect={false}
            onChange={(sco) => sco && sco !== launch.sco && ask(navigation ? { request: 'choice', sco } : { sco })}
          />
        )}
        {navigation && <Steps navigation={navigation} onAsk={(request) => ask({ request })} />}
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
            {left !== undefined && (
              <Text size="sm" c={left < 60 ? 'red' : 'dimmed'} role="timer">
                {t('lessons.time.rest', { time: clock(left) })}
              </Text>
            )}
            <Text size="sm" c="dimmed" role="status">
              {waiting ? t('lessons.package.waiting') : ''}
            </Text>
            <Group gap="xs" ml="auto">
              {progress?.status === 'COMPLETED' && (
                <Button variant="default" onClick={() => void leave().then(() => open({ again: true }))}>
                  {t('lessons.package.again')}
                </Button>
              )}
              {content.kind === 'PLAIN' && progress?.status !== 'COMPLETED' && (
                <Button variant="default" onClick={() => void done().then(finish)}>
                  {t('lessons.package.done')}
                </Button>
              )}
              <Button variant={navigation ? 'default' : 'filled'} onClick={() => void leave().then(finish)}>
                {t('lessons.package.close')}
              </Button>
            </Group>
          </>
        )}
      </Group>
      <iframe
        key={`${launch.launch} ${apart ?? launch.url}`}
        ref={frame}
        src={apart ?? launch.url ?? 'about:blank'}
        title={content.title}
        sandbox={apart ? 'allow-scripts allow-same-origin allow-popups allow-modals allow-forms' : 'allow-scripts'}
        allow="fullscreen; autoplay"
        className={styles.frame}
      />
    </>
  );
}

const clock = (seconds: number) =>
  [Math.floor(seconds / 60), Math.floor(seconds % 60)].map((part) => String(part).padStart(2, '0')).join(':');

/** Back and forth by the rules; what the package brings itself is not shown twice. */
function Steps({
  navigation,
  onAsk,
}: {
  navigation: NonNullable<Launch['navigation']>;
  onAsk: (request: 'previous' | 'continue') => void;
}) {
  const t = useMessages();
  return (['previous', 'continue'] as const)
    .filter((request) => !navigation.hidden.includes(request))
    .map((request) => (
      <Button
        key={request}
        variant={request === 'continue' ? 'filled' : 'default'}
        disabled={!navigation[request]}
        onClick={() => onAsk(request)}
      >
        {t(`lessons.package.${request}`)}
      </Button>
    ));
}
