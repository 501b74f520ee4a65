import { ActionIcon, Alert, Anchor, Button, Group, Menu, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconGavel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, messageOf, silent, useMessages } from '#platform/web/index.ts';
import { confirm, notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { type MarkState, markStates } from '../../workflow.ts';
import { api, type Gradebook } from '../api.ts';
import type { Sheet, useGradebook } from '../use-gradebook.ts';
import { usePhone } from '../use-phone.ts';

type Steps = Awaited<ReturnType<typeof api.release.steps.call>>;
type Step = Steps['steps'][number];
type Gap = Awaited<ReturnType<typeof api.release.submit.call>>['gaps'][number];

/** What the steps are called, the usual way first; which there are, and how far they go, the server says. */
const names = {
  'DRAFT SUBMITTED': 'submit',
  'SUBMITTED MODERATED': 'moderate',
  'MODERATED PUBLISHED': 'publish',
  'CONFIRMED LOCKED': 'lock',
  'SUBMITTED DRAFT': 'return',
  'MODERATED SUBMITTED': 'reopen',
  'PUBLISHED MODERATED': 'unpublish',
} as const;
type Way = keyof typeof names;
const ways = Object.keys(names);
const wayOf = ({ from, to }: Pick<Step, 'from' | 'to'>) => `${from} ${to}`;
const nameOf = (step: Step): string => names[wayOf(step) as Way];
const colors: Record<MarkState, string> = {
  NOT_MARKED: 'gray.4',
  DRAFT: 'yellow.6',
  SUBMITTED: 'blue.6',
  MODERATED: 'indigo.6',
  PUBLISHED: 'teal.6',
  CONFIRMED: 'accent.7',
  LOCKED: 'gray.7',
  WITHHELD: 'red.6',
  DEFERRED: 'orange.6',
};

interface Props {
  book: Gradebook;
  sheet: Sheet;
  edits: ReturnType<typeof useGradebook>['edits'];
  steps: ReturnType<typeof useGradebook>['steps'];
  onMoved: () => Promise<unknown>;
}

/**
 * Where the marks stand, and the next step for all that are shown: submit, moderate, publish, send back, the board. A step
 * that the server would refuse is grey, and says why and who may.
 */
export function MarkRuns({ book, sheet, edits, steps, onMoved }: Props) {
  const t = useMessages();
  const [asked, setAsked] = useState<Step>();
  const [problem, setProblem] = useState<{ text: string; gaps: Gap[] }>();
  const [busy, setBusy] = useState<string>();
  const states = steps.data?.states ?? {};
  const all = Object.values(states).reduce((sum, one) => sum + one, 0);
  const known = (steps.data?.steps ?? [])
    .filter((step) => ways.includes(wayOf(step)))
    .sort((a, b) => ways.indexOf(wayOf(a)) - ways.indexOf(wayOf(b)));
  const possible = known.filter((step) => step.allowed);
  const forward = possible.filter((step) => !step.reason);
  const back = possible.filter((step) => step.reason);
  // Whoever can do nothing more is told who goes on from here.
  const waits = forward.length > 0 ? forward : known.filter((step) => !step.reason).slice(0, 1);
  const unsaved = edits.cells.size > 0;
  // On a phone there is room for the next step alone.
  const phone = usePhone();
  const shownSteps = phone ? 1 : forward.length;
  const folded = [...forward.slice(shownSteps), ...back];

  const go = async (step: Step, reason?: string) => {
    setProblem(undefined);
    setBusy(nameOf(step));
    const run = {
      course_module_id: sheet.course_module_id,
      attempt: sheet.attempt,
      from: step.from,
      status: step.to,
      ...(sheet.component_id ? { component_ids: [sheet.component_id] } : {}),
      ...(sheet.group_id ? { group_id: sheet.group_id } : {}),
      ...(reason ? { reason } : {}),
    };
    try {
      const answer = await api.release.status.call(run, silent);
      notify.success(t(codeId('assessment.run', `${nameOf(step)}.done`), { count: answer.moved }));
      if (answer.withheld > 0) setProblem({ text: t('assessment.run.withheld', { count: answer.withheld }), gaps: [] });
      await onMoved();
    } catch (error) {
      if (reason !== undefined) throw error;
      const gaps = (error as { data?: { gaps?: Gap[] } }).data?.gaps ?? [];
      setProblem({ text: messageOf(error), gaps });
    } finally {
      setBusy(undefined);
    }
  };
  const start = async (chosen: Step) => {
    // Others may have gone on meanwhile: what is promised now is what the server would do now.
    const { data } = await steps.refetch();
    const step = data?.steps.find((one) => wayOf(one) === wayOf(chosen));
    if (!step || step.refused) return;
    if (step.reason) return setAsked(step);
    const text = [
      t(codeId('assessment.run', `${nameOf(step)}.text`), { count: step.count - step.withheld }),
      step.withheld > 0 ? t('assessment.run.withheld', { count: step.withheld }) : '',
    ];
    const yes = t(codeId('assessment.run', nameOf(step)));
    if (await confirm({ name: book.course_module.title, text: text.filter(Boolean).join(' '), yes, danger: false }))
      await go(step);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm" align="center" wrap={phone ? 'nowrap' : 'wrap'}>
        <Stack gap={4} style={{ flex: phone ? '1 1 0' : '1 1 260px', minWidth: 0, maxWidth: 560 }}>
          <Progress.Root size="md" aria-hidden>
            {markStates.map((state) => (
              <Progress.Section key={state} value={((states[state] ?? 0) / (all || 1)) * 100} color={colors[state]} />
            ))}
          </Progress.Root>
          <Text size="xs" c="dimmed">
            {markStates
              .filter((state) => states[state])
              .map((state) => `${t(`assessment.status.${state}`)}: ${states[state]}`)
              .join(' · ')}
          </Text>
        </Stack>
        <Group gap="xs" wrap={phone ? 'nowrap' : 'wrap'}>
          {forward.slice(0, shownSteps).map((step, at) => (
            <Button
              key={wayOf(step)}
              variant={at === 0 ? 'filled' : 'default'}
              loading={busy === nameOf(step)}
              disabled={unsaved || step.refused !== null}
              title={unsaved ? t('assessment.run.unsaved') : step.refused?.message}
              onClick={() => void start(step)}
            >
              {t(codeId('assessment.run', nameOf(step)))}
            </Button>
          ))}
          {book.can.confirm && (states.PUBLISHED ?? 0) > 0 && (!phone || forward.length === 0) && (
            <Button
              variant={forward.length === 0 ? 'filled' : 'default'}
              leftSection={<IconGavel size={16} aria-hidden />}
              component={Link}
              {...({ to: '/mark-board', search: { course_module_id: sheet.course_module_id } } as object)}
            >
              {t('assessment.board.open')}
            </Button>
          )}
          {folded.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                {phone ? (
                  <ActionIcon variant="default" size={36} aria-label={t('assessment.run.more')}>
                    <IconChevronDown size={16} aria-hidden />
                  </ActionIcon>
                ) : (
                  <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
                    {t('assessment.run.back')}
                  </Button>
                )}
              </Menu.Target>
              <Menu.Dropdown>
                {folded.map((step) => (
                  <Menu.Item
                    key={wayOf(step)}
                    disabled={step.refused !== null || (!step.reason && unsaved)}
                    onClick={() => void start(step)}
                  >
                    {t(codeId('assessment.run', nameOf(step)))}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Group>
      {waits.map(
        (step) =>
          step.refused && (
            <Why
              key={wayOf(step)}
              step={step}
              refused={step.refused}
              onGaps={(gaps) => setProblem({ text: step.refused?.message ?? '', gaps })}
            />
          ),
      )}
      {problem && <Refused {...problem} book={book} onClose={() => setProblem(undefined)} />}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? t(codeId('assessment.run', nameOf(asked))) : ''}
        text={
          asked && <Text size="sm">{t(codeId('assessment.run', `${nameOf(asked)}.text`), { count: asked.count })}</Text>
        }
        onConfirm={(reason) => (asked ? go(asked, reason) : Promise.resolve())}
      />
    </Stack>
  );
}

/** Why a step cannot be taken now, and who could. */
function Why(props: { step: Step; refused: NonNullable<Step['refused']>; onGaps: (gaps: Gap[]) => void }) {
  const t = useMessages();
  const { step, refused, onGaps } = props;
  const name = t(codeId('assessment.run', nameOf(step)));
  const people = step.who.join(', ');
  return (
    <Text size="xs" c="dimmed" data-step={nameOf(step)}>
      {step.allowed ? `${name}: ${refused.message}. ` : ''}
      {people
        ? t(step.allowed ? 'assessment.run.who' : 'assessment.run.next', { people, name })
        : !step.allowed && t('assessment.run.nobody', { name })}
      {refused.gaps.length > 0 && (
        <Anchor component="button" type="button" size="xs" onClick={() => onGaps(refused.gaps)}>
          {t('assessment.run.gaps')}
        </Anchor>
      )}
    </Text>
  );
}

const most = 8;
/** Why a step was refused, with the students who have no mark yet. */
function Refused(props: { text: string; gaps: Gap[]; book: Gradebook; onClose: () => void }) {
  const t = useMessages();
  const titles = new Map(props.book.components.map((one) => [one.id, one.title]));
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={props.text}
      withCloseButton
      closeButtonLabel={t('kit.close')}
      onClose={props.onClose}
      role="alert"
    >
      {props.gaps.slice(0, most).map((gap) => (
        <Text size="sm" key={`${gap.student_id} ${gap.code} ${gap.component_id}`}>
          {gap.name || gap.code}: {titles.get(gap.component_id)}
        </Text>
      ))}
      {props.gaps.length > most && <Text size="sm">{t('kit.grid.more', { count: props.gaps.length - most })}</Text>}
    </Alert>
  );
}
