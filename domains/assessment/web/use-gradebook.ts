import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { queryClient, silent, useAsOf, useLiveEvent, useSession } from '#platform/web/index.ts';
import { type Edit, type Fault, type Outcome, useEdits } from '#platform/web/kit/index.ts';
import { api, type Bulk, type Gradebook } from './api.ts';
import { cellKeyOf, markAt, partsOf, rowKeyOf, takeOver, textOf, toValue } from './marks.ts';

export type As = 'FIRST' | 'SECOND' | 'AGREED';
export interface Sheet {
  course_module_id: number;
  attempt: number;
  /** One component alone; the only way to an anonymous one. */
  component_id?: number | undefined;
  group_id?: number | undefined;
  as: As;
}

interface Refusal {
  status?: number;
  message?: string;
  data?: { fields?: { path: string; message?: string }[] };
}

/** The answer of a save, cell by cell. Cells that were empty and stay so are in none of its lists. */
function outcomeOf(edits: readonly Edit[], answer: Bulk): Outcome {
  const key = (one: { student_id: number | null; code: string | null; component_id: number }) =>
    cellKeyOf(rowKeyOf({ id: one.student_id, code: one.code }), one.component_id);
  const conflicts = answer.conflicts.map(
    (one): Fault => ({
      cell: key(one),
      text: textOf(one.yours),
      current: { text: textOf(one.current), version: one.current.version, name: one.current.name, at: one.current.at },
    }),
  );
  const texts = new Map(edits.map((one) => [one.cell, one.text]));
  const refused = answer.refused.map(
    (one): Fault => ({ cell: key(one), text: texts.get(key(one)) ?? '', why: one.message }),
  );
  const saved = answer.saved.map((one) => ({ cell: key(one), version: one.version }));
  const named = new Set([...saved, ...conflicts, ...refused].map((one) => one.cell));
  const empty = edits.filter((one) => one.text === '' && !named.has(one.cell));
  return {
    saved: [...saved, ...empty.map(({ cell }) => ({ cell, version: null }))],
    faults: [...conflicts, ...refused],
  };
}

/** Malformed cells refuse the whole batch by their places in it; they stay, the others go again. */
function faultsOf(edits: readonly Edit[], refusal: Refusal): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { path, message } of refusal.data?.fields ?? []) {
    const edit = edits[Number(/^marks\.(\d+)\./.exec(path)?.[1] ?? Number.NaN)];
    if (edit) faults.set(edit.cell, { cell: edit.cell, text: edit.text, why: message ?? refusal.message });
  }
  return [...faults.values()];
}

const optionsOf = ({ course_module_id, attempt, component_id, group_id, as }: Sheet) =>
  api.mark.gradebook.queryOptions({
    input: {
      course_module_id,
      ...(attempt > 1 ? { attempt } : {}),
      ...(component_id ? { component_id } : {}),
      ...(group_id ? { group_id } : {}),
      ...(as === 'SECOND' ? { as } : {}),
    },
    ...silent,
  });

/** What could be done next with what the grid shows, as the server would do it. */
const stepsOf = ({ course_module_id, attempt, component_id, group_id }: Sheet) =>
  api.release.steps.queryOptions({
    input: {
      course_module_id,
      ...(attempt > 1 ? { attempt } : {}),
      ...(component_id ? { component_id } : {}),
      ...(group_id ? { group_id } : {}),
    },
    ...silent,
    staleTime: 0,
  });

/** Who gets no mark in what is shown, by row, and why: exams of the first attempt, everything of later ones. */
export function useBarred({ course_module_id, attempt, component_id }: Sheet): ReadonlyMap<string, string> {
  const past = useAsOf() !== undefined;
  const { data } = useQuery({
    ...api.admission.barred.queryOptions({
      input: {
        course_module_id,
        ...(attempt > 1 ? { attempt } : {}),
        ...(component_id ? { component_id } : {}),
      },
      ...silent,
    }),
    staleTime: 0,
    enabled: !past,
  });
  return useMemo(
    () => new Map((data ?? []).map(({ student_id, code, why }) => [rowKeyOf({ id: student_id, code }), why])),
    [data],
  );
}

/** What second markers gave, by cell: whoever agrees on a value sees both. Empty in other views, and until it is known. */
export function useSecondMarks(book: Gradebook, sheet: Sheet): ReadonlyMap<string, number> {
  const wanted = sheet.as === 'AGREED' && book.students.some(({ flags }) => flags.includes('B'));
  const { data } = useQuery({ ...optionsOf({ ...sheet, as: 'SECOND' }), enabled: wanted });
  return useMemo(
    () =>
      new Map(
        (wanted ? (data?.students ?? []) : []).flatMap((student) =>
          (data?.leaves ?? []).flatMap((leaf, at): [string, number][] => {
            const value = markAt(student, at);
            return value === undefined ? [] : [[cellKeyOf(rowKeyOf(student), leaf), value]];
          }),
        ),
      ),
    [wanted, data],
  );
}

/** The grid of a module with what this person typed into it: kept on the device, sent in batches, taken over when saved. */
export function useGradebook(sheet: Sheet) {
  const owner = String(useSession().user?.id ?? '');
  const { course_module_id, attempt, as } = sheet;
  const options = optionsOf(sheet);
  const query = useQuery(options);
  const past = useAsOf() !== undefined;
  const steps = useQuery({ ...stepsOf(sheet), enabled: !past });
  // What is typed quickly is saved in several batches; the steps are asked for once.
  const stale = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askSteps = () => {
    clearTimeout(stale.current);
    stale.current = setTimeout(() => void steps.refetch(), 600);
  };
  const answers = useRef(new WeakMap<Outcome, Bulk>());

  const edits = useEdits({
    kind: 'marks',
    owner,
    scope: `${course_module_id}.${attempt}.${as}`,
    async send(batch, id) {
      try {
        const answer = await api.mark.bulk.call(
          {
            course_module_id,
            as,
            marks: batch.map(({ cell, text, version }) => {
              const { component_id: component, who } = partsOf(cell);
              return { component_id: component, ...who, attempt, ...toValue(text), version };
            }),
          },
          { context: { silent: true, idempotencyKey: id } },
        );
        const outcome = outcomeOf(batch, answer);
        answers.current.set(outcome, answer);
        return outcome;
      } catch (error) {
        const faults = faultsOf(batch, error as Refusal);
        if (faults.length === 0) throw error;
        return { saved: [], faults };
      }
    },
    onSaved(_, outcome) {
      const answer = answers.current.get(outcome);
      if (answer)
        queryClient.setQueryData(options.queryKey, (book: Gradebook | undefined) => book && takeOver(book, answer, as));
      askSteps();
    },
  });

  // What others save is shown soon, but many cells at once are one question.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveEvent<{ course_module_id: number; account_id: number }>('marks', (event) => {
    if (event.course_module_id !== course_module_id || String(event.account_id) === owner) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void Promise.all([query.refetch(), steps.refetch()]), 1500);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      clearTimeout(stale.current);
    },
    [],
  );
  return useMemo(() => ({ query, edits, steps }), [query, edits, steps]);
}
