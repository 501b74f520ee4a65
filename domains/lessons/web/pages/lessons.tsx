import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, Empty, PageHeader, SelectField, WithRail } from '#platform/web/kit/index.ts';
import { byModule, lessonsQuery, loadCourseModules, newestLessonQuery, taughtQuery } from '../api.ts';
import { LessonBoard } from '../components/lesson-board.tsx';
import { ModuleCards } from '../components/module-cards.tsx';
import { ModuleRail } from '../components/module-rail.tsx';

/** Lessons by module: a teacher's to keep, a student's to learn. */
export default function Lessons() {
  return useAbility().scope('lesson.read') === 'own' ? <OwnModules /> : <KeptModules />;
}

function OwnModules() {
  const t = useMessages();
  const query = useQuery(lessonsQuery({}));
  return (
    <Stack gap="md">
      <PageHeader title={t('lessons.title')} description={t('lessons.student.about')} />
      {query.isPending ? (
        <Skeleton h={200} />
      ) : (
        <ModuleCards modules={byModule(query.data?.content ?? [])} to={(id) => `/${id}/student-lessons`} />
      )}
    </Stack>
  );
}

function KeptModules() {
  const t = useMessages();
  const navigate = useNavigate();
  const { module } = useSearch({ strict: false }) as { module?: unknown };
  const taught = useQuery(taughtQuery());
  const newest = useQuery(newestLessonQuery());
  const own = taught.data?.content ?? [];
  // Where somebody wrote last, oneself or those whose lessons one looks after, is where one goes on.
  const chosen = Number(module) || (newest.data?.content[0]?.course_module_id ?? own[0]?.id);
  const choose = (id: unknown) =>
    void navigate({ to: '.', search: id === null ? {} : { module: Number(id) }, resetScroll: false });
  const label = t('lessons.module');
  if (taught.isPending || newest.isPending) return <Skeleton h={400} />;
  return (
    <Stack gap="md">
      <PageHeader title={t('lessons.title')} description={t('lessons.about')} />
      {own.length > 0 ? (
        <SelectField
          label={label}
          options={own.map((one) => ({
            id: one.id,
            title: `${one.module.code} ${one.module.title}, ${one.academic_year?.title ?? ''}`,
            note: t('lessons.module.note', {
              course: one.course?.title ?? '',
              year: one.academic_year?.title ?? '',
              study_year: one.study_year,
              semester: one.semester,
            }),
          }))}
          value={chosen ?? null}
          onChange={choose}
        />
      ) : (
        <AsyncSelect label={label} load={loadCourseModules} value={chosen ?? null} onChange={choose} />
      )}
      {chosen ? (
        <WithRail rail={<ModuleRail id={chosen} />}>
          <LessonBoard key={chosen} module={chosen} />
        </WithRail>
      ) : (
        <Empty title={t('lessons.choose')} text={t('lessons.choose.text')} />
      )}
    </Stack>
  );
}
