import { Button, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { clearable, id, requiredText } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  addressedId,
  askReason,
  confirmDelete,
  DateTimeText,
  type FieldDefinition,
  FormDrawer,
  fullName,
  ListPage,
  Person,
  type RowAction,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { courseTransfer } from '../../shapes.ts';
import { api, loadForms, loadStudents, refresh } from '../api.ts';
import { LifeDialog, type LifeTask } from '../components/life-dialog.tsx';

type Request = Awaited<ReturnType<typeof api.course_transfer.list.call>>['content'][number];
const own = z.object({
  id: id.optional(),
  version: id.optional(),
  current_course_id: id,
  current_education_form_id: clearable(id),
  reason: requiredText(1000),
});
const office = own.extend({ student_id: id });
const states = courseTransfer.status.options;

/** One side of a request: the course, and below it level and form of education. */
function Side({
  course,
  level,
  form,
}: {
  course: string;
  level: Request['previous_level'];
  form: Request['previous_education_form'];
}) {
  const t = useMessages();
  const rest = [level && t(`students.level.${level}`), form?.title].filter(Boolean).join(' · ');
  return (
    <>
      <Text size="sm">{course}</Text>
      {rest && (
        <Text size="xs" c="dimmed">
          {rest}
        </Text>
      )}
    </>
  );
}

/** Requests to move to another course: students ask, the registrar decides. */
export default function CourseTransfer() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const [form, setForm] = useState<{ opened: boolean; record?: Request }>({ opened: false });
  const [task, setTask] = useState<LifeTask>();
  const mine = scope('course_transfer.request') === 'own';
  const ask = can('course_transfer.request');
  const { data: info } = useQuery({
    ...api.course_transfer.info.queryOptions({ input: {}, context: { silent: true } }),
    enabled: mine,
  });
  const { data: courses = [] } = useQuery({
    ...api.course_transfer.courses.queryOptions(silent),
    enabled: ask,
  });
  /** The transfer that was asked for, told before it is done; the request follows it. */
  const accept = ({ student, reason, ...row }: Request) =>
    setTask({
      ids: [row.student_id],
      statuses: [student.status],
      name: fullName(student),
      wish: {
        kind: 'TRANSFER',
        course_id: row.current_course_id ?? undefined,
        education_form_id: row.current_education_form_id ?? undefined,
        reason,
      },
    });
  const decline = ({ id, version, ...row }: Request) =>
    askReason({
      title: t('students.course.decline_title'),
      name: `${fullName(row.student)}, ${row.current_course}`,
      text: t('students.course.decline_about'),
      yes: t('students.course.decline'),
      run: async (reason) => {
        await api.course_transfer.decline.call({ id, version, reason }, silent);
        await refresh();
      },
    });
  const restore = async (row: { id: number }) => {
    await api.course_transfer.restore.call({ id: row.id }, silent);
    await refresh();
  };
  const actions = (row: Request): RowAction<Request>[] => [
    ...(row.can?.decide && can('student.transfer')
      ? [
          {
            key: 'accept',
            label: t('students.course.accept'),
            icon: <IconCheck size={16} aria-hidden />,
            run: () => accept(row),
          },
        ]
      : []),
    ...(row.can?.decide
      ? [
          {
            key: 'decline',
            label: t('students.course.decline'),
            icon: <IconX size={16} aria-hidden />,
            danger: true,
            run: () => void decline(row),
          },
        ]
      : []),
    ...(row.can?.edit
      ? [
          {
            key: 'edit',
            label: t('students.edit'),
            icon: <IconPencil size={16} aria-hidden />,
            run: () => setForm({ opened: true, record: row }),
          },
          {
            key: 'remove',
            label: t('students.bulk.delete'),
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            run: () =>
              confirmDelete(
                async () => {
                  await api.course_transfer.remove.call({ id: row.id }, silent);
                  await refresh();
                },
                `${fullName(row.student)}, ${row.current_course}`,
                () => restore(row),
              ),
          },
        ]
      : []),
  ];
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const fields: FieldDefinition[] = [
    ...(mine ? [] : [{ control: 'async', ...field('student_id'), load: loadStudents, wide: true } as const]),
    {
      control: 'select',
      ...field('current_course_id'),
      options: courses.map(({ id, title, code }) => ({ id, title, note: code })),
      wide: true,
    },
    { control: 'async', ...field('current_education_form_id'), load: loadForms },
    { control: 'textarea', ...field('reason'), wide: true },
  ];
  return (
    <>
      <ListPage
        {...(ask ? { restore } : {})}
        title={t('students.course.title')}
        description={t(mine ? 'students.course.about_own' : 'students.course.about')}
        of={api.course_transfer.list}
        rowLabel={(row) => fullName(row.student)}
        {...(mine ? {} : { rowHref: (row: Request) => `/students/${row.student_id}` })}
        columns={[
          // Students see their own requests alone.
          ...(mine
            ? []
            : [
                {
                  key: 'student' as const,
                  title: t('students.column.student'),
                  render: (row: Request) => <Person person={row.student} note={row.student.student_no} />,
                },
              ]),
          {
            key: 'previous_course',
            title: t('students.field.previous_course'),
            render: (row) => (
              <Side course={row.previous_course} level={row.previous_level} form={row.previous_education_form} />
            ),
          },
          {
            key: 'current_course',
            title: t('students.field.current_course'),
            render: (row) => (
              <Side course={row.current_course} level={row.current_level} form={row.current_education_form} />
            ),
          },
          {
            key: 'reason',
            title: t('students.field.reason'),
            render: (row) => (
              <>
                <Text size="sm">{row.reason}</Text>
                {row.decision_reason && (
                  <Text size="xs" c="dimmed">
                    {t('students.course.declined', { reason: row.decision_reason })}
                  </Text>
                )}
              </>
            ),
          },
          {
            key: 'status',
            title: t('students.field.state'),
            sortable: true,
            render: (row) => <StatusBadge status={row.status} label={t(`students.course.${row.status}`)} />,
          },
          {
            key: 'created_at',
            title: t('students.requests.when'),
            sortable: true,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
        ]}
        filters={[
          {
            key: 'status',
            label: t('students.field.state'),
            control: 'select',
            options: choices(t, 'students.course', states),
          },
        ]}
        actions={actions}
        primaryAction={
          ask && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={mine && (info?.open ?? true)}
              {...(info?.open ? { title: t('students.course.open') } : {})}
              onClick={() => setForm({ opened: true })}
            >
              {t('students.course.add')}
            </Button>
          )
        }
        empty={{ text: t('students.course.empty') }}
      />
      <FormDrawer
        {...form}
        onClose={() => setForm({ opened: false })}
        title={t('students.course.add')}
        schema={mine ? own : office}
        defaults={
          // Who changes the form of education alone keeps the course, and the other way round.
          info
            ? { current_course_id: info.course_id, current_education_form_id: info.previous_education_form_id }
            : { student_id: addressedId() }
        }
        fields={fields}
        save={(payload) => api.course_transfer.save.call(payload, silent)}
        onSaved={() => void refresh()}
      />
      <LifeDialog task={task} may={can} onClose={() => setTask(undefined)} />
    </>
  );
}
