import { Group, List, Loader, Paper, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { date, requiredText } from '#platform/contract/index.ts';
import { choices, silent, type Translate, useIntlShape, useMessages } from '#platform/web/index.ts';
import {
  type FieldDefinition,
  ForcedNote,
  FormDrawer,
  notify,
  SelectField,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import { type StudentStatus, studentWorkflow } from '../../workflow.ts';
import { api, refresh } from '../api.ts';
import { StudentBadge } from './badge.tsx';
import { Faults } from './life-follows.tsx';

export interface StatusTask {
  ids: number[];
  /** the statuses that these students have now */
  statuses: StudentStatus[];
  /** deletes mistaken records; otherwise a step past the life cycle, whose status the dialog asks */
  deletes?: boolean;
}

const schema = z.object({ reason: requiredText(1000), effective_from: date.optional() });

/** What is no change of a student's life: deleting mistaken records, and a forced step. Who cannot take it is named first. */
export function StatusDialog({ task, onClose }: { task: StatusTask | undefined; onClose: () => void }) {
  const t = useMessages();
  const [to, setChosen] = useState<StudentStatus>();
  const [left, setLeft] = useState<number[]>([]);
  useEffect(() => {
    setChosen(task?.deletes ? 'DELETED' : undefined);
    setLeft([]);
  }, [task]);
  const deletes = task?.deletes === true;
  const targets = studentWorkflow.states.filter(
    (state) => state !== 'DELETED' && task?.statuses.some((from) => from !== state),
  );
  const ids = (task?.ids ?? []).filter((id) => !left.includes(id));
  const check = useQuery({
    ...api.status.change.queryOptions({
      input: { ids, status: to ?? 'ACTIVE', preview: true, ...(deletes ? {} : { force: true }) },
      context: { silent: true },
    }),
    enabled: task !== undefined && to !== undefined && ids.length > 0,
    staleTime: 0,
  });
  const faults = check.data?.faults ?? [];
  const faulty = new Set(faults.map(({ id }) => id));
  const fields: FieldDefinition[] = [
    ...(deletes
      ? []
      : [
          {
            control: 'date',
            name: 'effective_from',
            label: t('students.field.effective_from'),
            description: t('students.hint.effective_from'),
          } as const,
        ]),
    { control: 'textarea', name: 'reason', label: t('students.field.reason'), wide: true },
  ];
  const one = task?.ids.length === 1;
  return (
    <FormDrawer
      notice={false}
      opened={task !== undefined}
      onClose={onClose}
      title={deletes ? t('students.step.DELETED') : t('students.bulk.status.title', { count: task?.ids.length ?? 0 })}
      schema={schema}
      draftKey={false}
      submitLabel={t('students.status.apply')}
      save={async (note) => {
        if (!to) throw new Error(t('students.bulk.status.choose'));
        const answer = deletes
          ? await api.remove_many.call({ ids, reason: note.reason }, silent)
          : await api.status.change.call({ ids, status: to, ...note, force: true }, silent);
        notify.undo(t('students.status.applied', { count: answer.students.length }), () =>
          takeBack(
            t,
            answer.students.map(({ id }) => id),
          ),
        );
        return answer;
      }}
      onSaved={() => void refresh()}
      fields={to ? fields : []}
      intro={
        <>
          {!deletes && <ForcedNote />}
          {!deletes && (
            <SelectField
              label={t('students.bulk.status.to')}
              required
              options={choices(t, 'students.status', targets)}
              value={to ?? null}
              onChange={(id) => setChosen(targets.find((target) => target === id))}
            />
          )}
          {to && check.isFetching && (
            <Group gap="xs" role="status">
              <Loader size={14} aria-hidden />
              <Text size="sm" c="dimmed">
                {t('students.status.checking')}
              </Text>
            </Group>
          )}
          {!one && check.data && (
            <Paper withBorder p="sm">
              <Whom students={check.data.students.filter(({ id }) => !faulty.has(id))} />
            </Paper>
          )}
          <Faults faults={faults} count={ids.length} onLeaveOut={(some) => setLeft([...left, ...some])} />
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

/** Whom a step would change, from which status, by name. */
export function Whom({ students }: { students: Answer['students'] }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  if (students.length === 0) return null;
  const steps = [...Map.groupBy(students, ({ from, to }) => `${from} ${to}`).values()];
  return (
    <Stack gap={6}>
      {steps.flatMap((some) =>
        some.slice(0, 1).map(({ from, to }) => (
          <Group key={`${from} ${to}`} gap={6}>
            <StudentBadge status={from} />
            <IconArrowRight size={14} aria-hidden />
            <StudentBadge status={to} />
            <Text size="sm" className="tabular">
              {t('students.status.so_many', { count: some.length })}
            </Text>
          </Group>
        )),
      )}
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
  );
}
