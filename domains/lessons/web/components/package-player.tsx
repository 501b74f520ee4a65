import { Alert, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast, useMessages, useSession } from '#platform/web/index.ts';
import { choiceOf, StatusBadge } from '#platform/web/kit/index.ts';
import { stepRequests } from '../../shapes.ts';
import type { Launch, Package } from '../api.ts';
import { type PackageDesk, type Step, tellWaiting } from '../reports.ts';
import { type Shown, useReports } from '../use-reports.ts';
import styles from './lessons.module.css';

const waysOut = new Set<string>(['exit', 'exitAll', 'abandon', 'abandonAll', 'suspendAll']);

/**
 * Plays a package in a frame that can reach nothing here, and reports what it tells. Whoever finishes is told whether
 * anything was kept: who teaches only looks.
 */
export function PackagePlayer({
  content,
  desk,
  onFinish,
}: {
  content: Package;
  desk: PackageDesk;
  onFinish: (kept: boolean) => void;
}) {
  const t = useMessages();
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
        await tellWaiting(desk, owner);
        const opened = await desk.launch(content.id, more);
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
    [content.id, desk, owner],
  );
  const first = useRef(false);
  useEffect(() => {
    // Opening counts as a visit, so it happens once, also where effects run twice.
    if (first.current) return;
    first.current = true;
    void open();
  }, [open]);
  const finish = () => onFinish(Boolean(launch?.attempt_id));
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
  const { waiting, alone, left, tell, done, leave } = useReports(desk, owner, launch, frame, {
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
