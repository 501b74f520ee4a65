import { Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useAbility } from '#platform/web/index.ts';
import { type ListColumn, ListPage, PageHeader, StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import { api, loadModules } from '../api.ts';
import { ModuleName, useYearFilter } from '../components/module-list.tsx';
import { StudentResults } from '../components/student-results.tsx';
import { useFields } from '../use-fields.ts';
import { usePhone } from '../use-phone.ts';

type Row = Awaited<ReturnType<typeof api.mark.history.call>>['content'][number];

/** Students see their own marks, as far as they are published; others the totals that their right reaches. */
export default function Marks() {
  const { t } = useFields();
  if (useAbility().can('mark.read')) return <Totals />;
  return (
    <Stack gap="md" maw={860}>
      <PageHeader title={t('assessment.own.title')} description={t('assessment.own.about')} />
      <StudentResults />
    </Stack>
  );
}

function Totals() {
  const { t, label, column } = useFields();
  const intl = useIntl();
  const byYear = useYearFilter();
  const [open, setOpen] = useState<Row>();
  const phone = usePhone();
  const state = (row: Row) => <StatusBadge status={row.status} label={t(`assessment.status.${row.status}`)} />;
  const verdict = (row: Row) =>
    row.passed !== null && (
      <StatusBadge
        status={row.passed ? 'PASSED' : 'FAILED'}
        label={t(row.passed ? 'assessment.passed' : 'assessment.failed')}
      />
    );
  const term = (row: Row) => `${row.course_module.academic_year} · ${row.course_module.semester}`;
  const total = (row: Row) => showNumber(row.total, intl.locale);
  // A phone shows the whole row one below the other: nothing is out of sight.
  const columns: ListColumn<Row>[] = phone
    ? [
        {
          key: 'student',
          title: label('student'),
          render: (row) => (
            <ModuleName
              module={{ title: row.student.name, code: row.course_module.code, course: row.course_module.title }}
              below={
                <Group gap="xs" mt={4}>
                  <Text size="sm" fw={600} className="tabular">
                    {[total(row), row.grade].filter(Boolean).join(' · ')}
                  </Text>
                  {verdict(row)}
                  {state(row)}
                  <Text size="xs" c="dimmed">
                    {term(row)}
                  </Text>
                </Group>
              }
            />
          ),
        },
      ]
    : [
        { key: 'student', title: label('student'), render: (row) => row.student.name },
        { key: 'student_no', made: true, title: label('student_no'), render: (row) => row.student.student_no },
        {
          key: 'module',
          made: true,
          title: label('course_module_id'),
          render: (row) => `${row.course_module.code} ${row.course_module.title}`,
        },
        { key: 'academic_year', made: true, title: label('academic_year_id'), render: term },
        { ...column('total'), align: 'right', render: total },
        { ...column('grade'), render: (row) => row.grade ?? '—' },
        { ...column('passed'), render: (row) => verdict(row) || '—' },
        { ...column('status'), render: state },
      ];
  return (
    <>
      <ListPage
        title={t('assessment.marks.title')}
        description={t('assessment.marks.about')}
        of={api.mark.history}
        rowLabel={(row) => `${row.student.name}, ${row.course_module.title}`}
        onRow={setOpen}
        columns={columns}
        filters={[
          { key: 'course_module_id', label: label('course_module_id'), control: 'async', load: loadModules },
          byYear,
          { key: 'passed', label: t('assessment.passed'), control: 'boolean' },
        ]}
        empty={{ title: t('assessment.marks.empty'), text: t('assessment.marks.empty_text') }}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size={680}
        title={open?.student.name}
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        {open && <StudentResults student_id={open.student.id} />}
      </Drawer>
    </>
  );
}
