import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { codeId, messageOf, queryClient, silent, useAbility, useSession } from '#platform/web/index.ts';
import {
  AsOfControl,
  AsyncSelect,
  CellFaults,
  choiceOf,
  type Edit,
  Empty,
  type Fault,
  fullName,
  Grid,
  type GridCell,
  type GridChange,
  type GridColumn,
  type Outcome,
  PageHeader,
  Section,
  SelectField,
  showDate,
  useEdits,
} from '#platform/web/kit/index.ts';
import { type Mark, marks } from '../../shapes.ts';
import { api, lastCalled, refresh, useModules } from '../api.ts';
import type { Conflict } from '../queue.ts';
import { markOf, signs } from '../signs.ts';
import { useFields } from '../use-fields.ts';

type Answer = Awaited<ReturnType<typeof api.attendance.grid.call>>;
type Student = Answer['students'][number];
const numberIn = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : null);
const cellKey = (student: number | string, session: number | string) => `${student}:${session}`;

/** Sends cells register by register. What a register refuses stays in its cells; without an answer all is tried again. */
async function send(edits: readonly Edit[]): Promise<Outcome> {
  const outcome: { saved: { cell: string; version: number | null }[]; faults: Fault[] } = { saved: [], faults: [] };
  for (const [session, cells] of Map.groupBy(edits, (edit) => edit.cell.split(':')[1] ?? '')) {
    // Cells take marks alone, so none is left out here.
    const wishes = cells.flatMap(({ cell, text, version }) => {
      const status = choiceOf(marks, text);
      return status ? [{ student_id: Number(cell.split(':')[0]), status, version }] : [];
    });
    try {
      const register = await api.attendance.save.call({ session_id: Number(session), cells: wishes }, silent);
      const versions = new Map(register.cells.map((cell) => [cellKey(cell.student_id, session), cell.version]));
      for (const { cell } of cells) outcome.saved.push({ cell, version: versions.get(cell) ?? null });
    } catch (error) {
      const fault = error as { status?: number; message?: string; data?: { cells?: Conflict[] } };
      if (!fault.status || fault.status >= 500 || fault.status === 429 || fault.status === 401) throw error;
      const met = new Map((fault.data?.cells ?? []).map((one) => [cellKey(one.student_id, session), one]));
      for (const { cell, text } of cells) {
        const one = met.get(cell);
        if (one) outcome.faults.push({ cell, text, current: { ...one.current, text: one.current.status } });
        else if (met.size === 0) outcome.faults.push({ cell, text, why: fault.message });
      }
    }
  }
  return outcome;
}

/** The marks of a module: students by lessons, as in the register on paper; worked with the keys of a spreadsheet. */
export default function MarksGrid() {
  const { t, label } = useFields();
  const modules = useModules();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { course_module_id?: unknown; group_id?: unknown };
  const [module, group] = [numberIn(search.course_module_id), numberIn(search.group_id)];
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...next }, replace: true });
  // Who gives lessons begins with the module that they called last, everybody else with the one that was called last at all.
  const gives = useAbility().can('attendance.mark');
  const last = useQuery({
    ...api.class_session.list.queryOptions({ input: lastCalled(gives), ...silent }),
    enabled: module === null,
  });
  const given = module === null ? last.data?.content[0]?.course_module_id : undefined;
  useEffect(() => {
    if (given) void navigate({ to: '.', search: { course_module_id: String(given) }, replace: true });
  }, [given, navigate]);
  const options = api.attendance.grid.queryOptions({
    input: { course_module_id: module ?? 0, ...(group ? { group_id: group } : {}) },
    ...silent,
  });
  const query = useQuery({ ...options, enabled: module !== null, placeholderData: keepPreviousData });
  const groups = module === null ? [] : (query.data?.groups ?? []);
  // Groups have their lessons on days of their own: one after the other reads better than all at once.
  const first = group === null && groups.length > 1 && !query.isPlaceholderData ? groups[0]?.id : undefined;
  useEffect(() => {
    if (first)
      void navigate({
        to: '.',
        search: { course_module_id: String(module), group_id: String(first) },
        replace: true,
      });
  }, [first, module, navigate]);
  return (
    <Stack gap="md">
      <PageHeader
        title={t('attendance.grid.title')}
        description={t('attendance.grid.about')}
        actions={<AsOfControl />}
      />
      <Group align="flex-end" gap="sm">
        <AsyncSelect
          label={label('course_module_id')}
          load={modules}
          value={module}
          onChange={(next) => go({ course_module_id: next ?? undefined, group_id: undefined })}
        />
        {groups.length > 1 && (
          <SelectField
            label={label('group_ids')}
            options={groups}
            value={group}
            onChange={(next) => go({ group_id: next ?? undefined })}
          />
        )}
      </Group>
      {module === null && (last.isPending || given) ? (
        <Skeleton h={420} />
      ) : module === null ? (
        <Empty title={t('attendance.grid.choose')} text={t('attendance.grid.choose_text')} />
      ) : query.isError ? (
        <Empty title={messageOf(query.error)} />
      ) : !query.data || query.isPlaceholderData || first ? (
        <Skeleton h={420} />
      ) : query.data.lessons.length === 0 ? (
        <Empty title={t('attendance.list.empty')} text={t('attendance.list.empty_text')} />
      ) : (
        <Sheet key={`${module}-${group}`} answer={query.data} module={module} queryKey={options.queryKey} />
      )}
    </Stack>
  );
}

function Sheet({ answer, module, queryKey }: { answer: Answer; module: number; queryKey: readonly unknown[] }) {
  const { t, label } = useFields();
  const navigate = useNavigate();
  const owner = String(useSession().user?.id ?? '');
  const { lessons, students } = answer;
  const known = useMemo(() => {
    const cells = new Map<string, { status: Mark; version: number }>();
    for (const { student, cells: own } of students)
      for (const one of own) cells.set(cellKey(student.id, one.session_id), one);
    return cells;
  }, [students]);
  const edits = useEdits({
    kind: 'attendance',
    owner,
    scope: String(module),
    send,
    onSaved: (batch, { saved }) => {
      const texts = new Map(batch.map((edit) => [edit.cell, edit.text as Mark]));
      const versions = new Map(saved.map((one) => [one.cell, one.version]));
      // Without a moment in which the old mark stands there again.
      queryClient.setQueryData<Answer>(
        queryKey,
        (before) =>
          before && {
            ...before,
            students: before.students.map((one) => ({
              ...one,
              cells: one.cells.map((cell) => {
                const key = cellKey(one.student.id, cell.session_id);
                const version = versions.get(key);
                return version ? { ...cell, status: texts.get(key) ?? cell.status, version } : cell;
              }),
            })),
          },
      );
      void refresh();
    },
  });
  const columns = useMemo<GridColumn[]>(
    () => [
      ...lessons.map((lesson) => ({
        key: String(lesson.id),
        title: showDate(lesson.date).slice(0, 5),
        note: lesson.starts_at,
        width: 62,
      })),
      { key: 'missed', title: label('absent'), pinned: true, width: 84 },
    ],
    [lessons, label],
  );
  const { cells, saved } = edits;
  const cell = useCallback(
    (row: Student, column: GridColumn): GridCell => {
      if (column.key === 'missed') {
        const missed = row.cells.filter((one) => one.status === 'NOT_ATTENDED').length;
        return { text: String(missed), locked: t('attendance.grid.sum'), tone: missed ? 'strong' : 'dimmed' };
      }
      const key = cellKey(row.student.id, column.key);
      const stored = known.get(key);
      const own = cells.get(key);
      const mark = own
        ? (markOf(own.text) ?? (Object.hasOwn(signs, own.text) ? (own.text as Mark) : undefined))
        : stored?.status;
      const shown: GridCell = {
        text: mark ? signs[mark] : (own?.text ?? ''),
        tone: mark === 'NOT_ATTENDED' ? 'bad' : mark === 'EXPLICABLE' ? 'strong' : 'dimmed',
      };
      if (!stored) return { ...shown, locked: t('attendance.grid.absent_here') };
      const lesson = lessons.find((one) => String(one.id) === column.key);
      if (!lesson?.mark) shown.locked = t(lesson?.locked ? 'attendance.register.locked' : 'attendance.register.closed');
      if (own) return { ...shown, state: own.state, why: own.fault?.why ?? own.fault?.current?.name };
      return saved.has(key) ? { ...shown, state: 'saved' } : shown;
    },
    [known, cells, saved, lessons, t],
  );
  const change = (changes: GridChange[]) => {
    const good: Edit[] = [];
    for (const { row, column, text } of changes) {
      const key = cellKey(row, column);
      const mark = markOf(text);
      if (mark) good.push({ cell: key, text: mark, version: known.get(key)?.version ?? null });
      else edits.refuse([{ cell: key, text, why: t('attendance.grid.no_mark') }]);
    }
    edits.put(good);
  };
  const nameOf = (key: string) => {
    const [student, session] = key.split(':');
    const person = students.find((one) => String(one.student.id) === student)?.student;
    const lesson = lessons.find((one) => String(one.id) === session);
    return [person && fullName(person), lesson && showDate(lesson.date)].filter(Boolean).join(', ');
  };
  return (
    <Section>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {(['ATTENDED', 'NOT_ATTENDED', 'EXPLICABLE'] as const)
            .map((mark) => `${signs[mark]} ${t(`attendance.mark.${mark}`)}`)
            .join(' · ')}
        </Text>
        <CellFaults
          edits={edits}
          nameOf={nameOf}
          show={(text) => (Object.hasOwn(signs, text) ? t(codeId('attendance.mark', text)) : text)}
        />
        <Grid<Student>
          label={t('attendance.grid.title')}
          rows={students}
          rowKey={(row) => String(row.student.id)}
          rowName={(row) => fullName(row.student)}
          rowTitle={label('student')}
          columns={columns}
          cell={cell}
          onChange={change}
          shortcut={({ key }) => (markOf(key) ? key : undefined)}
          onInspect={({ column }) => {
            const lesson = lessons.find((one) => String(one.id) === column);
            if (lesson) void navigate({ to: '/attendance', search: { day: lesson.date, session: String(lesson.id) } });
          }}
        />
      </Stack>
    </Section>
  );
}
