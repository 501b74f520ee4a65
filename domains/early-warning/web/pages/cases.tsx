import { Button, Group, Modal, Text } from '@mantine/core';
import { IconRefresh, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { choices, silent, useAbility } from '#platform/web/index.ts';
import {
  DateText,
  ListPage,
  Person,
  RunningJob,
  showDateTime,
  tellError,
  useRowsDialog,
} from '#platform/web/kit/index.ts';
import { levels, ruleKinds } from '../../rules.ts';
import { caseStates } from '../../workflow.ts';
import {
  api,
  caseList,
  exportCases,
  loadActors,
  loadCourses,
  loadDepartments,
  loadGroups,
  type RiskCase,
  refresh,
  useFields,
} from '../api.ts';
import { AssignDialog } from '../components/assign-dialog.tsx';
import { LevelBadge, Reasons } from '../shown.tsx';

const bulkMost = 500;

/** Students at risk, whoever needs something done first. */
export default function Cases() {
  const { t, column, label } = useFields();
  const { can, scope } = useAbility();
  const assigning = useRowsDialog<RiskCase>();
  const overview = useQuery(api.risk.overview.queryOptions({ ...silent }));
  const [job, setJob] = useState<number>();
  const wide = scope('risk.read') !== 'taught';
  const filters = useMemo(
    () => [
      {
        key: 'level' as const,
        label: label('level'),
        control: 'multi' as const,
        options: choices(t, 'early-warning.level', levels),
      },
      {
        key: 'kind' as const,
        label: label('reasons'),
        control: 'multi' as const,
        options: choices(t, 'early-warning.rule', ruleKinds),
      },
      ...(wide
        ? [
            {
              key: 'department_id' as const,
              label: label('department_id'),
              control: 'async' as const,
              load: loadDepartments,
            },
            { key: 'course_id' as const, label: label('course'), control: 'async' as const, load: loadCourses },
          ]
        : []),
      { key: 'group_id' as const, label: label('group'), control: 'async' as const, load: loadGroups },
      ...(can('risk.act')
        ? [{ key: 'mentor_id' as const, label: label('mentor'), control: 'async' as const, load: loadActors }]
        : []),
      { key: 'unassigned' as const, label: t('early-warning.filter.unassigned'), control: 'boolean' as const },
      {
        key: 'quiet_days' as const,
        label: t('early-warning.filter.quiet'),
        control: 'select' as const,
        options: [7, 14, 30].map((days) => ({ id: days, title: t('early-warning.filter.days', { days }) })),
      },
      { key: 'due' as const, label: t('early-warning.filter.due'), control: 'boolean' as const },
      { key: 'better' as const, label: t('early-warning.better'), control: 'boolean' as const },
      {
        key: 'status' as const,
        label: label('status'),
        control: 'multi' as const,
        options: choices(t, 'early-warning.state', caseStates),
      },
    ],
    [t, label, wide, can],
  );
  const run = async () => {
    try {
      setJob((await api.risk.run.call(undefined, silent)).job_id);
    } catch (error) {
      await tellError(error);
    }
  };
  const made = overview.data?.made_at;
  return (
    <>
      <ListPage
        title={t('early-warning.list.title')}
        description={`${t('early-warning.list.about')} ${made ? t('early-warning.list.made', { at: showDateTime(made) }) : t('early-warning.list.never')}`}
        name="early-warning"
        of={api.risk.list}
        place={caseList}
        rowHref={(row) => `/early-warning/${row.id}`}
        rowLabel={(row) => `${row.student.lastname} ${row.student.firstname}`}
        primaryAction={
          can('risk.rules') ? (
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => void run()}>
              {t('early-warning.run.do')}
            </Button>
          ) : undefined
        }
        columns={[
          {
            key: 'student',
            title: label('student'),
            render: (row) => (
              <Person
                person={{ ...row.student, avatar: null }}
                note={[row.student.student_no, row.student.group?.title].filter(Boolean).join(' · ')}
              />
            ),
          },
          {
            key: 'severity',
            made: true,
            title: label('level'),
            sortable: true,
            width: 150,
            phone: 'end',
            render: (row) => <LevelBadge level={row.level} better={row.cleared_on !== null} />,
          },
          { key: 'reasons', title: label('reasons'), phone: 'line', render: (row) => <Reasons of={row.reasons} /> },
          {
            key: 'mentor',
            title: label('mentor'),
            phone: 'rest',
            render: (row) =>
              row.mentor?.title ?? (
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {t('early-warning.nobody')}
                </Text>
              ),
          },
          { ...column('flagged_on'), sortable: true, render: (row) => <DateText value={row.flagged_on} /> },
          {
            ...column('last_action_on'),
            sortable: true,
            render: (row) =>
              row.last_action_on ? (
                <DateText value={row.last_action_on} />
              ) : (
                <Text size="sm" c="dimmed">
                  {t('early-warning.none_yet')}
                </Text>
              ),
          },
          { ...column('next_on'), sortable: true, phone: 'aside', render: (row) => <DateText value={row.next_on} /> },
          {
            key: 'faculty',
            made: true,
            title: label('department_id'),
            defaultHidden: true,
            render: (row) => row.student.faculty ?? '—',
          },
        ]}
        filters={filters}
        defaults={{ size: 20, sort: 'severity,desc' }}
        exportFn={exportCases}
        {...(can('risk.assign')
          ? {
              bulkActions: [
                {
                  key: 'assign',
                  label: t('early-warning.assign.do'),
                  icon: <IconUserShare size={16} aria-hidden />,
                  run: (rows: RiskCase[], _all: boolean, _input: unknown, clear: () => void) =>
                    assigning.open(rows.slice(0, bulkMost), clear),
                },
              ],
            }
          : {})}
        empty={{ title: t('early-warning.list.empty'), text: t('early-warning.list.empty_about') }}
      />
      {assigning.rows && <AssignDialog rows={assigning.rows} onClose={assigning.onClose} onDone={assigning.onDone} />}
      <Modal
        opened={job !== undefined}
        onClose={() => setJob(undefined)}
        title={t('early-warning.run.do')}
        centered
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        {job !== undefined && <RunningJob id={job} onOver={refresh} said={() => t('early-warning.run.done')} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setJob(undefined)}>
            {t('kit.close')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
