import { Button, Group, Text } from '@mantine/core';
import { IconCopy, IconListDetails, IconPlus, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { choices, useAbility } from '#platform/web/index.ts';
import { ListPage, StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import { planStates } from '../../shapes.ts';
import { api, loadCourses, type Plan } from '../api.ts';
import { CopyPlans } from '../components/copy-plans.tsx';
import { ModuleName, useYearFilter } from '../components/module-list.tsx';
import { NewPlan } from '../components/new-plan.tsx';
import { useFields } from '../use-fields.ts';
import { usePhone } from '../use-phone.ts';

/** How each module is assessed: what counts how much, and by which rules. */
export default function Plans() {
  const { t, label, column } = useFields();
  const intl = useIntl();
  const manage = useAbility().can('assessment_plan.manage');
  const byYear = useYearFilter();
  const [open, setOpen] = useState<'copy' | 'new'>();
  const phone = usePhone();
  const state = (row: Plan) => <StatusBadge status={row.state} label={t(`assessment.state.${row.state}`)} />;
  const progress = (row: Plan) =>
    row.progress.students === 0
      ? '—'
      : t('assessment.plans.progress', { complete: row.progress.complete, students: row.progress.students });
  const to = (row: Plan) => `/mark-plan/${row.course_module_id}`;
  return (
    <>
      <ListPage
        title={t('assessment.plans.title')}
        description={t('assessment.plans.about')}
        of={api.plan.list}
        rowLabel={(row) => row.course_module.title}
        rowHref={to}
        columns={[
          {
            key: 'module',
            made: true,
            title: label('course_module_id'),
            render: (row) =>
              phone ? (
                <ModuleName
                  module={row.course_module}
                  below={
                    <Group gap="xs" mt={6}>
                      {state(row)}
                      <Text size="xs" c="dimmed">
                        {progress(row)}
                      </Text>
                    </Group>
                  }
                />
              ) : (
                `${row.course_module.code} ${row.course_module.title}`
              ),
          },
          ...(phone
            ? []
            : [
                {
                  key: 'course',
                  made: true as const,
                  title: label('course'),
                  render: (row: Plan) => row.course_module.course,
                },
              ]),
          {
            key: 'academic_year',
            made: true,
            title: label('academic_year_id'),
            render: (row) => `${row.course_module.academic_year} · ${row.course_module.semester}`,
          },
          { key: 'components', title: label('components'), align: 'right', render: (row) => row.components.length },
          { ...column('pass_mark'), align: 'right', render: (row) => showNumber(row.pass_mark, intl.locale) },
          ...(phone
            ? []
            : [
                { key: 'progress' as const, title: label('progress'), render: progress },
                { ...column('state'), render: state },
              ]),
        ]}
        filters={[
          { key: 'course_id', label: label('course'), control: 'async', load: loadCourses },
          byYear,
          {
            key: 'state',
            label: label('state'),
            control: 'select',
            options: choices(t, 'assessment.state', planStates),
          },
          { key: 'taught', label: label('taught'), control: 'boolean' },
        ]}
        actions={(row) => [
          {
            key: 'open',
            label: t('assessment.plans.open'),
            icon: <IconListDetails size={16} aria-hidden />,
            href: to(row),
          },
          {
            key: 'marks',
            label: t('assessment.entry.title'),
            icon: <IconTable size={16} aria-hidden />,
            href: `/mark-entry?course_module_id=${row.course_module_id}`,
          },
        ]}
        empty={{ title: t('assessment.plans.empty'), text: t('assessment.plans.empty_text') }}
        primaryAction={
          manage && (
            <>
              <Button
                variant="default"
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={() => setOpen('copy')}
              >
                {t('assessment.copy.open')}
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
                {t('assessment.plans.add')}
              </Button>
            </>
          )
        }
      />
      <CopyPlans opened={open === 'copy'} onClose={() => setOpen(undefined)} />
      <NewPlan opened={open === 'new'} onClose={() => setOpen(undefined)} />
    </>
  );
}
