import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, silent, useMessages, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  Empty,
  notify,
  PageHeader,
  SelectField,
  takeBack,
  tellError,
  useDrag,
} from '#platform/web/kit/index.ts';
import { api, type Cell, type Matrix, refresh, useYears } from '../api.ts';
import { AddModule } from '../components/add-module.tsx';
import { CopyPlan } from '../components/copy-plan.tsx';
import { CourseModuleForm } from '../components/course-module-form.tsx';
import { PlanBoard } from '../components/plan-board.tsx';
import { Findings, PlanSum } from '../components/plan-findings.tsx';
import { PlanTable } from '../components/plan-table.tsx';
import type { PlanTasks } from '../components/plan-tasks.ts';
import { TeachersDialog } from '../components/teachers-dialog.tsx';
import { mayStandAt, moveCell, type Place, placeOf } from '../plan.ts';

const views = ['matrix', 'board'] as const;

/** The plan of one course in one academic year: modules × semesters. */
export default function Plan() {
  const t = useMessages();
  const navigate = useNavigate();
  const { course_id } = useParams({ strict: false }) as { course_id: string };
  const search = useSearch({ strict: false }) as { year?: unknown; view?: unknown };
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const years = useYears();
  const list = years.data?.content ?? [];
  const year = list.find(({ id }) => String(id) === String(search.year)) ?? list.find((one) => one.current) ?? list[0];
  const query = useQuery({
    ...api.course_module.matrix.queryOptions({
      input: { course_id: Number(course_id), academic_year_id: year?.id ?? 0 },
    }),
    enabled: year !== undefined,
  });
  useTitle(query.data?.course.title ?? '');
  const show = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: { ...search, ...next }, resetScroll: false });
  const view = search.view === 'board' || (narrow && search.view !== 'matrix') ? 'board' : 'matrix';

  if (query.isError) return <Empty title={t('curriculum.plan.missing')} text={messageOf(query.error)} />;
  return (
    <Stack gap="md">
      <PageHeader
        back="/course/create"
        title={query.data?.course.title ?? t('curriculum.plan.title')}
        description={
          query.data &&
          t('curriculum.plan.about', {
            code: query.data.course.code,
            years: query.data.course.years,
            credits: query.data.course.credits,
          })
        }
      />
      <Group gap="sm" align="flex-end">
        <SelectField
          label={t('curriculum.field.academic_year_id')}
          required
          options={list.map(({ id, name }) => ({ id, title: name }))}
          value={year?.id ?? null}
          onChange={(id) => show({ year: id })}
        />
        <SegmentedControl
          aria-label={t('curriculum.plan.view')}
          value={view}
          onChange={(next) => show({ view: next })}
          data={views.map((value) => ({ value, label: t(`curriculum.plan.view.${value}`) }))}
        />
        {query.data && <PlanActions matrix={query.data} onYear={(id) => show({ year: id })} />}
      </Group>
      {query.data ? <PlanBody matrix={query.data} view={view} /> : <Skeleton h={420} />}
    </Stack>
  );
}

function PlanActions({ matrix, onYear }: { matrix: Matrix; onYear: (year: number) => void }) {
  const t = useMessages();
  const [open, setOpen] = useState<'add' | 'copy'>();
  if (!matrix.can.edit) return null;
  return (
    <Group gap="xs" ml="auto">
      <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setOpen('copy')}>
        {t('curriculum.copy.open')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('add')}>
        {t('curriculum.plan.add')}
      </Button>
      <AddModule
        matrix={matrix}
        place={open === 'add' ? placeOf('1.1') : undefined}
        onClose={() => setOpen(undefined)}
      />
      <CopyPlan matrix={matrix} opened={open === 'copy'} onClose={() => setOpen(undefined)} onDone={onYear} />
    </Group>
  );
}

function PlanBody({ matrix, view }: { matrix: Matrix; view: 'matrix' | 'board' }) {
  const t = useMessages();
  const [adding, setAdding] = useState<Place>();
  const [editing, setEditing] = useState<Cell>();
  const [teaching, setTeaching] = useState<Cell>();
  const move = async (cell: Cell, place: Place) => {
    const before = { study_year: cell.study_year, semester: cell.semester };
    try {
      const { version } = await moveCell(cell, place);
      notify.undo(
        t('curriculum.plan.moved', { module: cell.title, year: place.study_year, semester: place.semester }),
        () => moveCell({ id: cell.id, version }, before).catch(tellError),
      );
    } catch (error) {
      await tellError(error);
    }
  };
  const drag = useDrag<Cell>(
    (cell, key) => void move(cell, placeOf(key)),
    (cell, key) => mayStandAt(matrix, cell, key),
  );
  const tasks: PlanTasks = {
    move: (cell, place) => void move(cell, place),
    teachers: setTeaching,
    edit: setEditing,
    activate: (cell) =>
      void api.course_module.activate.call({ ids: [cell.id], active: !cell.active }, silent).then(refresh, tellError),
    remove: async (cell) => {
      if (!(await confirm({ name: cell.title, text: t('curriculum.plan.remove.text', { module: cell.title }) })))
        return;
      const restore = async () => {
        await api.course_module.restore.call({ id: cell.id }, silent);
        await refresh();
      };
      await api.course_module.remove.call({ id: cell.id }, silent).then(() => {
        notify.undo(t('curriculum.plan.removed', { module: cell.title }), () => takeBack(restore));
      }, tellError);
      await refresh();
    },
    add: setAdding,
    drag,
  };
  const Shown = view === 'matrix' ? PlanTable : PlanBoard;
  return (
    <>
      <PlanSum matrix={matrix} />
      <Shown matrix={matrix} tasks={tasks} />
      <Findings matrix={matrix} />
      <AddModule matrix={matrix} place={adding} onClose={() => setAdding(undefined)} />
      <CourseModuleForm id={editing?.id} onClose={() => setEditing(undefined)} />
      <TeachersDialog id={teaching?.id} disabled={!matrix.can.teachers} onClose={() => setTeaching(undefined)} />
    </>
  );
}
