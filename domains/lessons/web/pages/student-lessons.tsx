import { Accordion, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { messageOf, useAbility, useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, PageHeader, StatusBadge, WithRail } from '#platform/web/kit/index.ts';
import { courseModuleQuery, type Lesson, lessonsQuery } from '../api.ts';
import { Material } from '../components/material.tsx';
import { ModuleRail } from '../components/module-rail.tsx';
import { OwnWork } from '../components/own-work.tsx';
import { PackageStart } from '../components/package-start.tsx';
import { ProgressRing } from '../components/progress-ring.tsx';
import { lessonDesk } from '../desk.ts';
import { useWaitingReports } from '../reports.ts';

/** The lessons of one module for who learns it: one below the other, opened with a touch. */
export default function StudentLessons() {
  useWaitingReports(lessonDesk);
  const t = useMessages();
  const navigate = useNavigate();
  const module = Number((useParams({ strict: false }) as { ccls_module_id: string }).ccls_module_id);
  const { lesson } = useSearch({ strict: false }) as { lesson?: unknown };
  const of = useQuery(courseModuleQuery(module));
  const query = useQuery(lessonsQuery({ course_module_id: module }));
  const title = of.data?.module.title ?? t('lessons.student.title');
  useTitle(of.data?.module.title ?? '');
  if (query.isError) return <Empty title={t('lessons.missing')} text={messageOf(query.error)} />;
  const lessons = query.data?.content ?? [];
  return (
    <Stack gap="md">
      <PageHeader
        back="/lessons"
        title={title}
        actions={of.data && <ProgressRing lessons={lessons} code={of.data.module.code} size={52} />}
      />
      <WithRail rail={<ModuleRail id={module} />}>
        {query.isPending ? (
          <Skeleton h={300} />
        ) : lessons.length === 0 ? (
          <Empty title={t('lessons.none')} text={t('lessons.none.text')} />
        ) : (
          <Accordion
            variant="contained"
            className="surface"
            value={lesson === undefined ? null : String(lesson)}
            onChange={(id) =>
              void navigate({ to: '.', search: id ? { lesson: id } : {}, resetScroll: false, replace: true })
            }
          >
            {lessons.map((one, at) => (
              <Accordion.Item key={one.id} value={String(one.id)}>
                <Accordion.Control>
                  <Heading lesson={one} number={at + 1} />
                </Accordion.Control>
                <Accordion.Panel>
                  <Inside lesson={one} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </WithRail>
    </Stack>
  );
}

function Heading({ lesson, number }: { lesson: Lesson; number: number }) {
  const t = useMessages();
  const { homework } = lesson;
  const waiting = homework && !homework.mine && (homework.state === 'ON_TIME' || homework.state === 'LATE');
  return (
    <div>
      <Text fw={500}>
        {number}. {lesson.title}
      </Text>
      <Group gap={6} mt={4}>
        <Badge variant="light" color="gray">
          {t(`lessons.kind.${lesson.kind}`)}
        </Badge>
        {waiting && (
          <StatusBadge status={homework.state === 'LATE' ? 'OVERDUE' : 'PENDING'} label={t('lessons.work.todo')} />
        )}
        {homework?.mine && <StatusBadge status="DONE" label={t('lessons.work.SUBMITTED')} />}
        {lesson.package?.mine && (
          <StatusBadge
            status={lesson.package.mine.status}
            label={t(`lessons.progress.${lesson.package.mine.status}`)}
          />
        )}
      </Group>
    </div>
  );
}

function Inside({ lesson }: { lesson: Lesson }) {
  const { can } = useAbility();
  const { package: content } = lesson;
  return (
    <Stack gap="md">
      {content && <PackageStart content={content} to={`/articulate/${lesson.course_module_id}/${lesson.id}`} />}
      <Material of={lesson} />
      {lesson.homework && <OwnWork lesson={lesson} homework={lesson.homework} canSubmit={can('lesson.learn')} />}
    </Stack>
  );
}
