import { Button, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { Link, Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { choices, download, useAbility } from '#platform/web/index.ts';
import { DateText, ListPage, Person } from '#platform/web/kit/index.ts';
import { needStatuses, updateRequired } from '../../shapes-cv.ts';
import { cvStates } from '../../workflow.ts';
import { api, cvList, loadCourses, useFields } from '../api.ts';
import { queryOf } from '../query-of.ts';
import { CvBadge } from '../shown.tsx';

const needs = [...needStatuses, updateRequired] as const;

/** CVs that were handed in; whoever has one of their own goes there. */
export default function Cvs() {
  const { scope } = useAbility();
  return scope('cv.read') === 'own' ? <Navigate to="/cv/create/own" replace /> : <AllCvs />;
}

function AllCvs() {
  const { t, column, label } = useFields();
  const { can } = useAbility();
  const need = (code: string | null) => {
    const known = needs.find((one) => one === code);
    return known ? t(`careers.need.${known}`) : (code ?? '—');
  };
  const filters = useMemo(
    () => [
      {
        key: 'status' as const,
        label: label('status'),
        control: 'multi' as const,
        options: choices(t, 'careers.cv_state', cvStates),
      },
      {
        key: 'need' as const,
        label: label('need_for_job_status'),
        control: 'multi' as const,
        options: choices(t, 'careers.need', needs),
      },
      { key: 'course_id' as const, label: label('course'), control: 'async' as const, load: loadCourses },
      { key: 'approved' as const, label: label('approved'), control: 'boolean' as const },
    ],
    [t, label],
  );
  return (
    <ListPage
      title={t('careers.cvs.title')}
      description={t('careers.cvs.about')}
      name="cvs"
      of={api.cv.list}
      place={cvList}
      rowHref={(row) => `/cv/create/${row.id}`}
      rowLabel={(row) => `${row.student.lastname} ${row.student.firstname}`}
      primaryAction={
        can('career.statistics') ? (
          <Button
            component={Link}
            to="/cv/statistics"
            variant="default"
            leftSection={<IconChartBar size={16} aria-hidden />}
          >
            {t('careers.statistics.title')}
          </Button>
        ) : undefined
      }
      columns={[
        {
          key: 'student',
          title: label('student'),
          render: (row) => (
            <Person person={{ ...row.student, avatar: row.photo?.src ?? null }} note={row.student.student_no} />
          ),
        },
        {
          ...column('headline'),
          render: (row) => (
            <>
              <Text size="sm" lineClamp={1}>
                {row.headline || '—'}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={1}>
                {row.student.course}
              </Text>
            </>
          ),
        },
        { ...column('status'), render: (row) => <CvBadge state={row.status} /> },
        { ...column('need_for_job_status'), render: (row) => need(row.need_for_job_status) },
        {
          ...column('hard_skills'),
          render: (row) => (
            <Text size="sm" lineClamp={1} maw={260}>
              {row.hard_skills.join(', ') || '—'}
            </Text>
          ),
        },
        { ...column('submitted_at'), sortable: true, render: (row) => <DateText value={row.submitted_at} /> },
      ]}
      filters={filters}
      defaults={{ size: 20, sort: 'submitted_at,desc' }}
      {...(can('cv.review')
        ? { exportFn: (input: object) => download(`/cv/export?${queryOf(input)}`).catch(() => undefined) }
        : {})}
      empty={{ text: t('careers.cvs.empty') }}
    />
  );
}
