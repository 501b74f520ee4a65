import { Alert, Button, Group, List, Loader, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { date, requiredText, text, transitionOf } from '#platform/contract/index.ts';
import {
  codeId,
  type NameIn,
  silent,
  type Translate,
  useAbility,
  useIntlShape,
  useMessages,
} from '#platform/web/index.ts';
import {
  type FieldDefinition,
  ForceSwitch,
  FormDrawer,
  notify,
  SelectField,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import { type StudentStatus, studentWorkflow } from '../../workflow.ts';
import { api, refresh } from '../api.ts';
import { StudentBadge } from './badge.tsx';

export interface StatusTask {
  ids: number[];
  /** the statuses that these students have now */
  statuses: StudentStatus[];
  /** chosen already; otherwise the dialog asks */
  to?: StudentStatus;
  /** begins past the life cycle */
  force?: boolean;
}

/** Changes the status of one student or of many, or proposes it: what the step needs is asked, who cannot take it is named first. */
export function StatusDialog({ task, onClose }: { task: StatusTask | undefined; onClose: () => void }) {
  const t = useMessages();
  const { can } = useAbility();
  const [chosen, setChosen] = useState<StudentStatus>();
  const [left, setLeft] = useState<number[]>([]);
  const [force, setForce] = useState(false);
  useEffect(() => {
    setChosen(task?.to);
    setForce(task?.force ?? false);
    setLeft([]);
  }, [task]);
  const steps = studentWorkflow.transitions.filter(
    (step) => step.to !== 'DELETED' && task?.statuses.some((from) => step.from.includes(from)),
  );
  const targets = force
    ? studentWorkflow.states.filter((state) => state !== 'DELETED' && task?.statuses.every((from) => from !== state))
    : [...new Set(steps.map((step) => step.to))];
  const to = chosen ?? (targets.length === 1 ? targets[0] : undefined);
  const needs = (task?.statuses ?? []).flatMap((from) => (to ? (transitionOf(studentWorkflow, from, to) ?? []) : []));
  const direct = can(to === 'DELETED' ? 'student.delete' : 'student.confirm_status');
  const reason = force || needs.some((step) => step.reason);
  const order = !force && direct && needs.some((step) => step.order);
  const ids = (task?.ids ?? []).filter((id) => !left.includes(id));
  const check = useQuery({
    ...api.status.change.queryOptions({
      input: { ids, status: to ?? 'ACTIVE', preview: true, ...(force ? { force } : {}) },
      context: { silent: true },
    }),
    enabled: task !== undefined && to !== undefined && ids.length > 0,
    staleTime: 0,
  });
  const faults = check.data?.faults ?? [];
  const faulty = new Set(faults.map(({ id }) => id));
  const schema = z.object({
    reason: reason ? requiredText(1000) : text(1000).optional(),
    order_number: order ? requiredText(60) : text(60).optional(),
    order_date: order ? date : date.optional(),
    effective_from: date.optional(),
    effective_to: to === 'GAP_YEAR' && !force ? date : date.optional(),
  });
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const fields: FieldDefinition[] = [
    ...(direct && to !== 'DELETED'
      ? [{ control: 'text', ...field('order_number') } as const, { control: 'date', ...field('order_date') } as const]
      : []),
    ...(to === 'DELETED'
      ? []
      : [{ control: 'date', ...field('effective_from'), description: t('students.hint.effective_from') } as const]),
    ...(to === 'GAP_YEAR' ? [{ control: 'date', ...field('effective_to') } as const] : []),
    { control: 'textarea', ...field('reason'), wide: true },
  ];
  const one = task?.ids.length === 1;
  return (
    <FormDrawer
      notice={false}
      opened={task !== undefined}
      onClose={onClose}
      title={
        task?.to ? t(`students.step.${task.to}`) : t('students.bulk.status.title', { count: task?.ids.length ?? 0 })
      }
      schema={schema}
      draftKey={false}
      submitLabel={t(direct ? 'students.status.apply' : 'students.status.propose', { count: ids.length })}
      save={async (payload) => {
        if (!to) throw new Error(t('students.bulk.status.choose'));
        const note = payload as z.output<typeof schema>;
        const answer =
          to === 'DELETED'
            ? await api.remove_many.call({ ids, reason: note.reason }, silent)
            : await api.status.change.call(
                { ids, status: to as StudentStatus, ...note, ...(force ? { force } : {}) },
                silent,
              );
        notify.undo(
          t(`students.status.${answer.proposal ? 'proposed' : to === 'ACTIVE' ? 'restored' : 'applied'}`, {
            count: answer.students.length,
          }),
          () =>
            takeBack(
              t,
              answer.students.map(({ id }) => id),
              answer.students.flatMap(({ request_id }) => request_id ?? []),
            ),
        );
        return answer;
      }}
      onSaved={() => void refresh()}
      fields={to ? fields : []}
      intro={
        <>
          {!task?.to && can('workflow.force') && (
            <ForceSwitch
              value={force}
              onChange={(next) => {
                setForce(next);
                setChosen(undefined);
              }}
            />
          )}
          {!task?.to && (
            <SelectField
              label={t('students.bulk.status.to')}
              required
              options={targets.map((id) => ({ id, title: t(`students.${force ? 'status' : 'step'}.${id}`) }))}
              value={to ?? null}
              onChange={(id) => setChosen(id === null ? undefined : (id as StudentStatus))}
            />
          )}
          {to && !direct && (
            <Text size="sm" c="dimmed">
              {t('students.status.propose_about')}
            </Text>
          )}
          {to && check.isFetching && (
            <Group gap="xs" role="status">
              <Loader size={14} aria-hidden />
              <Text size="sm" c="dimmed">
                {t('students.status.checking')}
              </Text>
            </Group>
          )}
          {!one && check.data && <Preview students={check.data.students.filter(({ id }) => !faulty.has(id))} />}
          {faults.length > 0 && (
            <Alert
              color="orange"
              icon={<IconAlertTriangle aria-hidden />}
              title={t('students.status.refused', { count: faults.length })}
            >
              <List size="sm">
                {faults.slice(0, 10).map((fault) => (
                  <List.Item key={`${fault.id}-${fault.code}`}>
                    {one ? fault.message : `${fault.name}: ${fault.message}`}
                  </List.Item>
                ))}
              </List>
              {faults.length > 10 && (
                <Text size="sm">{t('students.status.refused_more', { count: faults.length - 10 })}</Text>
              )}
              {!one && faults.length < ids.length && (
                <Group mt="xs">
                  <Button
                    size="xs"
                    variant="light"
                    color="orange"
                    onClick={() => setLeft([...left, ...faults.map(({ id }) => id)])}
                  >
                    {t('students.status.leave_out', { count: faults.length })}
                  </Button>
                </Group>
              )}
            </Alert>
          )}
        </>
      }
    />
  );
}

type Answer = Awaited<ReturnType<typeof api.status.change.call>>;

/** A step is undone, a proposal withdrawn; what stands against it is told. */
export async function takeBack(t: Translate, ids: number[], requests: number[] = []): Promise<void> {
  try {
    if (requests.length) await api.status.decide.call({ ids: requests, state: 'WITHDRAWN' }, silent);
    else await api.status.undo.call({ ids }, silent);
    notify.success(t('students.status.taken_back', { count: ids.length }));
    await refresh();
  } catch (error) {
    await tellError(error);
  }
}

const named = 100;

/** Whom the step would change, from which status, by name. */
function Preview({ students }: { students: Answer['students'] }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  if (students.length === 0) return null;
  const counts = new Map<StudentStatus, number>();
  for (const { from } of students) counts.set(from, (counts.get(from) ?? 0) + 1);
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        {[...counts].map(([from, count]) => (
          <Group key={from} gap={6}>
            <StudentBadge status={from} />
            <IconArrowRight size={14} aria-hidden />
            {students[0] && <StudentBadge status={students[0].to} />}
            <Text size="sm" className="tabular">
              {t('students.status.so_many', { count })}
            </Text>
          </Group>
        ))}
        <details>
          <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
            {t('students.status.who', { count: showNumber(students.length, locale) })}
          </summary>
          <List size="sm" mt={4} style={{ maxHeight: 200, overflowY: 'auto' }}>
            {students.slice(0, named).map(({ id, name }) => (
              <List.Item key={id}>{name}</List.Item>
            ))}
          </List>
          {students.length > named && (
            <Text size="sm" c="dimmed">
              {t('students.status.refused_more', { count: students.length - named })}
            </Text>
          )}
        </details>
      </Stack>
    </Paper>
  );
}
