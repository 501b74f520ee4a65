import { Alert, List, Text } from '@mantine/core';
import { silent, useMessages } from '#platform/web/index.ts';
import { CopyDrawer, notify } from '#platform/web/kit/index.ts';
import { api, type Matrix, refresh, useYears } from '../api.ts';

interface CopyPlanProps {
  matrix: Matrix;
  opened: boolean;
  onClose: () => void;
  /** shows the year that was filled */
  onDone: (year: number) => void;
}

/** Takes the plan that is shown over into another year. */
export function CopyPlan({ matrix, opened, onClose, onDone }: CopyPlanProps) {
  const t = useMessages();
  const { course, academic_year } = matrix;
  const years = (useYears().data?.content ?? []).filter(({ id }) => id !== academic_year.id);
  return (
    <CopyDrawer
      opened={opened}
      onClose={onClose}
      title={t('curriculum.copy.title')}
      about={t('curriculum.copy.about', { year: academic_year.title })}
      place={{ label: t('curriculum.copy.to'), options: years.map(({ id, name }) => ({ id, title: name })) }}
      along={t('curriculum.copy.teachers')}
      queryKey={['curriculum', 'copy', course.id, academic_year.id]}
      run={(to_academic_year_id, with_teachers, apply) =>
        api.course_module.copy.call(
          {
            course_id: course.id,
            from_academic_year_id: academic_year.id,
            to_academic_year_id,
            with_teachers,
            ...(apply ? { apply } : {}),
          },
          silent,
        )
      }
      preview={({ added, kept, left_out }) => (
        <>
          <Text fw={600}>{t('curriculum.copy.preview', { count: added.length })}</Text>
          <Text size="sm" c="dimmed">
            {t('curriculum.copy.kept', { count: kept })}
          </Text>
          {left_out.length > 0 && (
            <Alert color="orange" p="xs" title={t('curriculum.copy.left_out')}>
              {left_out.map(({ title }) => title).join(', ')}
            </Alert>
          )}
          <List size="sm" spacing={2}>
            {added.map((one) => (
              <List.Item key={`${one.module_id} ${one.study_year} ${one.semester}`}>
                {t('curriculum.plan.semester', { year: one.study_year, semester: one.semester })}: {one.title}
              </List.Item>
            ))}
          </List>
        </>
      )}
      applyLabel={t('curriculum.copy.apply')}
      onApplied={({ added }, year) => {
        notify.success(t('curriculum.copy.done', { count: added.length }));
        onDone(year);
        return refresh();
      }}
    />
  );
}
