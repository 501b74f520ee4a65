import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { titleIn, useLocale } from '#platform/web/index.ts';
import { ListPage, showDate } from '#platform/web/kit/index.ts';
import { api, loadCourses, type Plan } from '../api.ts';
import { useYearFilter } from '../components/module-list.tsx';
import { useFields } from '../use-fields.ts';

type Leaf = Plan['components'][number]['components'][number];
/** What has marks of its own, the next date first, those without a date last. */
const leavesOf = (plan: Plan): Leaf[] =>
  plan.components
    .flatMap((one): Leaf[] => (one.components.length > 0 ? one.components : [one]))
    .sort((a, b) => dayOf(a).localeCompare(dayOf(b)));
const dayOf = (leaf: Leaf) => leaf.exam_date ?? leaf.due_at?.slice(0, 10) ?? '9999';

/** What is to be marked: the assessments of each module with their dates, each one press from its marks. */
export default function MarkAssessment() {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const byYear = useYearFilter();
  return (
    <ListPage
      title={t('assessment.work.title')}
      description={t('assessment.work.about')}
      of={api.plan.list}
      fixed={{ state: 'ACTIVE' }}
      rowLabel={(row) => row.course_module.title}
      columns={[
        {
          key: 'module',
          made: true,
          title: label('course_module_id'),
          render: (row) => (
            <div>
              <Text size="sm" fw={500}>
                {row.course_module.title}
              </Text>
              <Text size="xs" c="dimmed">
                {row.course_module.course} · {row.course_module.academic_year} ·{' '}
                {t('assessment.module.semester', { semester: row.course_module.semester })}
              </Text>
            </div>
          ),
        },
        {
          key: 'components',
          title: label('components'),
          render: (row) => (
            <Stack gap={2}>
              {leavesOf(row).map((leaf) => (
                <Group key={leaf.id} gap="0 8px" mih={26}>
                  <Anchor
                    size="sm"
                    lh="26px"
                    component={Link}
                    {...({
                      to: '/mark-entry',
                      search: { course_module_id: row.course_module_id, component_id: leaf.id },
                    } as object)}
                  >
                    {titleIn(leaf.title, locale)}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {[
                      t(`assessment.kind.${leaf.kind}`),
                      dayOf(leaf) === '9999' ? undefined : showDate(dayOf(leaf)),
                      leaf.source === 'MANUAL' ? undefined : t(`assessment.source.${leaf.source}`),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Group>
              ))}
            </Stack>
          ),
        },
        {
          key: 'progress',
          title: label('progress'),
          render: (row) =>
            row.progress.students === 0
              ? t('assessment.entry.not_begun')
              : t('assessment.plans.progress', { complete: row.progress.complete, students: row.progress.students }),
        },
      ]}
      filters={[
        { key: 'taught', label: label('taught'), control: 'boolean' },
        { key: 'course_id', label: label('course'), control: 'async', load: loadCourses },
        byYear,
      ]}
      empty={{ title: t('assessment.entry.empty'), text: t('assessment.entry.empty_text') }}
    />
  );
}
