import { Alert, Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages, useSession } from '#platform/web/index.ts';
import { type InputOf, ListPage, type ListPageProps, StatusBadge, unsentSheets } from '#platform/web/kit/index.ts';
import { markStates } from '../../workflow.ts';
import { api, loadCourses, type Plan } from '../api.ts';
import { usePhone } from '../use-phone.ts';
import { ModuleName, useYearFilter } from './module-list.tsx';

/** Modules whose marks one may see, with how far their marking has come. */
export function ModulesToMark({
  onChoose,
  embedded,
  list,
}: {
  onChoose: (id: number) => void;
  embedded?: boolean;
  /** Another list of the same: who asks says what it is and of which modules. */
  list?: Pick<
    ListPageProps<Plan, InputOf<typeof api.plan.list>>,
    'title' | 'description' | 'toolbar' | 'fixed' | 'empty'
  >;
}) {
  const t = useMessages();
  const byYear = useYearFilter();
  const phone = usePhone();
  return (
    <Stack gap="sm">
      {!embedded && !list && <Unsent onChoose={onChoose} />}
      <ListPage
        embedded={embedded ?? false}
        title={t('assessment.entry.title')}
        description={t('assessment.entry.about')}
        of={api.plan.list}
        fixed={{ state: 'ACTIVE' }}
        rowLabel={(row) => row.course_module.title}
        onRow={(row) => onChoose(row.course_module_id)}
        columns={[
          {
            key: 'module',
            made: true,
            title: t('assessment.field.course_module_id'),
            render: (row) => (
              <ModuleName
                module={row.course_module}
                below={
                  phone && (
                    <Group gap="sm" mt={6} align="center">
                      {row.progress.students > 0 && <Furthest plan={row} />}
                      <Marking plan={row} />
                    </Group>
                  )
                }
              />
            ),
          },
          {
            key: 'academic_year',
            made: true,
            title: t('assessment.field.academic_year_id'),
            render: (row) =>
              `${row.course_module.academic_year}, ${t('assessment.module.semester', { semester: row.course_module.semester })}`,
          },
          ...(phone
            ? []
            : [
                {
                  key: 'progress' as const,
                  title: t('assessment.field.progress'),
                  render: (row: Plan) => <Marking plan={row} />,
                },
                {
                  key: 'status',
                  made: true as const,
                  title: t('assessment.field.status'),
                  render: (row: Plan) => <Furthest plan={row} />,
                },
              ]),
        ]}
        filters={[
          { key: 'taught', label: t('assessment.field.taught'), control: 'boolean' },
          { key: 'course_id', label: t('assessment.field.course'), control: 'async', load: loadCourses },
          byYear,
        ]}
        empty={{ title: t('assessment.entry.empty'), text: t('assessment.entry.empty_text') }}
        {...list}
      />
    </Stack>
  );
}

/** Students whose marks are whole, of all that have any. */
function Marking({ plan }: { plan: Plan }) {
  const t = useMessages();
  const { complete, students } = plan.progress;
  const text = t('assessment.plans.progress', { complete, students });
  if (students === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('assessment.entry.not_begun')}
      </Text>
    );
  return (
    <Stack gap={2} miw={140}>
      <Progress value={(complete / students) * 100} size="sm" aria-label={text} />
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Stack>
  );
}

/** The state of the marks that are furthest behind: what is to be done next. */
function Furthest({ plan }: { plan: Plan }) {
  const t = useMessages();
  const state = markStates.find((one) => (plan.progress.states[one] ?? 0) > 0);
  return state ? <StatusBadge status={state} label={t(`assessment.status.${state}`)} /> : '—';
}

/** Sheets that wait on this device: nobody must remember where they were when the network went. */
function Unsent({ onChoose }: { onChoose: (id: number) => void }) {
  const t = useMessages();
  const owner = String(useSession().user?.id ?? '');
  const modules = [...new Set(unsentSheets('marks', owner).map((scope) => Number(scope.split('.')[0])))];
  const titles = useQuery({
    ...api.mark.modules.queryOptions({ input: { ids: modules.join(',') }, ...silent }),
    enabled: modules.length > 0,
  });
  if (modules.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconCloudOff size={18} aria-hidden />} title={t('assessment.entry.unsent')}>
      <Group gap="xs">
        {modules.map((id) => (
          <Anchor key={id} component="button" type="button" size="sm" onClick={() => onChoose(id)}>
            {titles.data?.find((one) => one.id === id)?.title ?? t('assessment.entry.unsent_open', { id })}
          </Anchor>
        ))}
      </Group>
    </Alert>
  );
}
