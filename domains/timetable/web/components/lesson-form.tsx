import { useMemo } from 'react';
import { z } from 'zod';
import { id, saveBase } from '#platform/contract/index.ts';
import { choices, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { entrySave, lessonKinds, lessonWeeks } from '../../shapes.ts';
import { api, type Draft, type Entry, modulesOfSemester, refresh, weekOwners } from '../api.ts';

const schema = z.object({
  ...saveBase,
  timetable_id: id,
  course_module_id: id,
  kind: z.enum(lessonKinds),
  staff_id: entrySave.staff_id,
  co_staff_ids: entrySave.co_staff_ids,
  group_ids: z.array(id).min(1).max(60),
  length: z.int().min(1).max(4),
  week: z.enum(lessonWeeks),
});

interface LessonFormProps {
  draft: Draft;
  /** a lesson to change; without it a new one */
  entry?: Entry | undefined;
  opened: boolean;
  onClose: () => void;
  /** the new lesson, to be put somewhere */
  onMade: (entry: Entry) => void;
}

/** A lesson as a person makes it. A new one has no place yet: it is taken up at once, and the week shows where it can go. */
export function LessonForm({ draft, entry, opened, onClose, onMade }: LessonFormProps) {
  const t = useMessages();
  const label = (name: NameIn<'timetable.field'>) => t(`timetable.field.${name}`);
  const loadModules = useMemo(() => modulesOfSemester(draft.semester_id), [draft.semester_id]);
  const record = entry
    ? {
        id: entry.id,
        version: entry.version,
        timetable_id: draft.id,
        course_module_id: entry.course_module_id,
        kind: entry.kind,
        staff_id: entry.staff_id,
        co_staff_ids: entry.co_teachers.map((one) => one.id),
        group_ids: entry.groups.map((one) => one.id),
        length: entry.length,
        week: entry.week,
      }
    : { timetable_id: draft.id, kind: 'LECTURE', length: 1, week: 'EVERY', group_ids: [], co_staff_ids: [] };
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(entry ? 'timetable.lesson.edit' : 'timetable.lesson.add')}
      schema={schema}
      record={record}
      draftKey={false}
      fields={[
        { control: 'async', name: 'course_module_id', label: label('course_module_id'), load: loadModules, wide: true },
        {
          control: 'select',
          name: 'kind',
          label: label('kind'),
          options: choices(t, 'timetable.kind', lessonKinds),
        },
        {
          control: 'select',
          name: 'week',
          label: label('week'),
          options: choices(t, 'timetable.week', lessonWeeks),
        },
        { control: 'async', name: 'staff_id', label: label('staff_id'), load: weekOwners.staff },
        { control: 'number', name: 'length', label: label('length') },
        {
          control: 'async',
          name: 'co_staff_ids',
          label: label('co_staff_ids'),
          load: weekOwners.staff,
          multiple: true,
          wide: true,
        },
        {
          control: 'async',
          name: 'group_ids',
          label: label('group_ids'),
          load: weekOwners.group,
          multiple: true,
          wide: true,
        },
      ]}
      save={(payload) => api.entry.save.call(payload, silent)}
      onSaved={async (saved) => {
        await refresh();
        if (!entry) onMade(saved as Entry);
      }}
    />
  );
}
