import { ActionIcon, Alert, Button, Group, Menu, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconGavel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { confirm, notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { type MarkState, markStates } from '../../workflow.ts';
import { api, type Gradebook } from '../api.ts';
import { progressOf } from '../marks.ts';
import type { Sheet, useGradebook } from '../use-gradebook.ts';
import { usePhone } from '../use-phone.ts';

interface Step {
  key: string;
  from: MarkState;
  to: MarkState;
  right: string;
  reason?: true;
}
/** What can be done with a run of marks, the usual way first; the server holds the table and decides. */
const steps: readonly Step[] = [
  { key: 'submit', from: 'DRAFT', to: 'SUBMITTED', right: 'enter' },
  { key: 'moderate', from: 'SUBMITTED', to: 'MODERATED', right: 'moderate' },
  { key: 'publish', from: 'MODERATED', to: 'PUBLISHED', right: 'publish' },
  { key: 'lock', from: 'CONFIRMED', to: 'LOCKED', right: 'lock' },
  { key: 'return', from: 'SUBMITTED', to: 'DRAFT', right: 'return', reason: true },
  { key: 'reopen', from: 'MODERATED', to: 'SUBMITTED', right: 'return', reason: true },
  { key: 'unpublish', from: 'PUBLISHED', to: 'MODERATED', right: 'publish', reason: true },
];
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

/** How many marks of the grid stand in each state. */
function countsOf(book: Gradebook): Map<MarkState, number> {
  const counts = new Map<MarkState, number>();
  for (const leaf of book.leaves)
    for (const [state, count] of progressOf(book, leaf).states) counts.set(state, (counts.get(state) ?? 0) + count);
  return counts;
}

type Gap = Awaited<ReturnType<typeof api.release.submit.call>>['gaps'][number];
interface Props {
  book: Gradebook;
  sheet: Sheet;
  edits: ReturnType<typeof useGradebook>['edits'];
  onMoved: () => void;
}

/** Where the marks stand, and the next step for all that are shown: submit, moderate, publish, send back, the board. */
export function MarkRuns({ book, sheet, edits, onMoved }: Props) {
  const t = useMessages();
  const [asked, setAsked] = useState<Step>();
  const [problem, setProblem] = useState<{ text: string; gaps: Gap[] }>();
  const [busy, setBusy] = useState<string>();
  const counts = useMemo(() => countsOf(book), [book]);
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const possible = steps.filter((step) => book.can[step.right] && (counts.get(step.from) ?? 0) > 0);
  const forward = possible.filter((step) => !step.reason);
  const back = possible.filter((step) => step.reason);
  const unsaved = edits.cells.size > 0;
  // On a phone there is room for the next step alone.
  const phone = usePhone();
  const shownSteps = phone ? 1 : forward.length;
  const folded = [...forward.slice(shownSteps), ...back];

  const go = async (step: Step, reason?: string) => {
    setProblem(undefined);
    setBusy(step.key);
    const run = {
      course_module_id: sheet.course_module_id,
      attempt: sheet.attempt,
      ...(sheet.component_id ? { component_ids: [sheet.component_id] } : {}),
      ...(sheet.group_id
        ? { student_ids: book.students.flatMap((one) => (one.id === null || one.left ? [] : [one.id])) }
        : {}),
    };
    try {
      const answer =
        step.key === 'submit'
          ? await api.release.submit.call(run, silent)
          : await api.release.status.call({ ...run, status: step.to, ...(reason ? { reason } : {}) }, silent);
      notify.success(t(`assessment.run.${step.key}.done`, { count: answer.moved }));
      if (answer.withheld > 0) setProblem({ text: t('assessment.run.withheld', { count: answer.withheld }), gaps: [] });
      onMoved();
    } catch (error) {
      if (reason !== undefined) throw error;
      const gaps = (error as { data?: { gaps?: Gap[] } }).data?.gaps ?? [];
      setProblem({ text: messageOf(error), gaps });
    } finally {
      setBusy(undefined);
    }
  };
  const start = async (step: Step) => {
    if (step.reason) return setAsked(step);
    const count = counts.get(step.from) ?? 0;
    const text = t(`assessment.run.${step.key}.text`, { count });
    if (
      await confirm({
        name: t(`assessment.run.${step.key}`),
        text,
        yes: t(`assessment.run.${step.key}`),
        danger: false,
      })
    )
      await go(step);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm" align="center" wrap={phone ? 'nowrap' : 'wrap'}>
        <Stack gap={4} style={{ flex: phone ? '1 1 0' : '1 1 260px', minWidth: 0, maxWidth: 560 }}>
          <Progress.Root size="md" aria-hidden>
            {markStates.map((state) => (
              <Progress.Section
                key={state}
                value={((counts.get(state) ?? 0) / (all || 1)) * 100}
                color={colors[state]}
              />
            ))}
          </Progress.Root>
          <Text size="xs" c="dimmed">
            {markStates
              .filter((state) => counts.get(state))
              .map((state) => `${t(`assessment.status.${state}`)}: ${counts.get(state)}`)
              .join(' · ')}
          </Text>
        </Stack>
        <Group gap="xs" wrap={phone ? 'nowrap' : 'wrap'}>
          {forward.slice(0, shownSteps).map((step, at) => (
            <Button
              key={step.key}
              variant={at === 0 ? 'filled' : 'default'}
              loading={busy === step.key}
              disabled={unsaved}
              title={unsaved ? t('assessment.run.unsaved') : undefined}
              onClick={() => void start(step)}
            >
              {t(`assessment.run.${step.key}`)}
            </Button>
          ))}
          {book.can.confirm && (counts.get('PUBLISHED') ?? 0) > 0 && (!phone || forward.length === 0) && (
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
                  <Menu.Item key={step.key} disabled={!step.reason && unsaved} onClick={() => void start(step)}>
                    {t(`assessment.run.${step.key}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Group>
      {problem && <Refused {...problem} book={book} onClose={() => setProblem(undefined)} />}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? t(`assessment.run.${asked.key}`) : ''}
        text={
          asked && (
            <Text size="sm">{t(`assessment.run.${asked.key}.text`, { count: counts.get(asked.from) ?? 0 })}</Text>
          )
        }
        onConfirm={(reason) => (asked ? go(asked, reason) : Promise.resolve())}
      />
    </Stack>
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
