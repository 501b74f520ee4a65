import { Accordion, Anchor, Badge, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { messageOf, useAbility, useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, FileList, PageHeader, StatusBadge } from '#platform/web/kit/index.ts';
import { courseModuleQuery, type Lesson, lessonsQuery } from '../api.ts';
import { Html, OwnWork } from '../components/own-work.tsx';
import { useWaitingReports } from '../reports.ts';

/** The lessons of one module for who learns it: one below the other, opened with a touch. */
export default function StudentLessons() {
  useWaitingReports();
  const t = useMessages();
  const navigate = useNavigate();
  const module = Number((useParams({ strict: false }) as { ccls_module_id: string }).ccls_module_id);
  const { lesson } = useSearch({ strict: false }) as { lesson?: unknown };
  const of = useQuery(courseModuleQuery(module));
  const query = useQuery(lessonsQuery({ course_module_id: module }));
  const title = of.data?.module.title ?? t('lessons.student.title');
  useTitle(of.data?.module.title ?? '');
  const leader = of.data?.teachers.find(({ role }) => role === 'LEADER');
  if (query.isError) return <Empty title={t('lessons.missing')} text={messageOf(query.error)} />;
  const lessons = query.data?.content ?? [];
  return (
    <Stack gap="md">
      <PageHeader back="/lessons" title={title} description={leader && `${leader.lastname} ${leader.firstname}`} />
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
  const t = useMessages();
  const { can } = useAbility();
  const { package: content } = lesson;
  return (
    <Stack gap="md">
      {content && (
        <Button
          w="fit-content"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          component={Link}
          to={`/articulate/${lesson.course_module_id}/${lesson.id}`}
        >
          {t(content.mine ? 'lessons.package.resume' : 'lessons.package.begin')}
        </Button>
      )}
      {lesson.content !== '' && <Html html={lesson.content} />}
      {lesson.video_url && (
        <Anchor href={lesson.video_url} target="_blank" rel="noreferrer">
          <Group gap={6} component="span">
            <IconPlayerPlay size={16} aria-hidden />
            {t('lessons.video')}
          </Group>
        </Anchor>
      )}
      <FileList files={lesson.files} />
      {lesson.links.length > 0 && (
        <List size="sm" icon={<IconExternalLink size={14} aria-hidden />}>
          {lesson.links.map((link) => (
            <List.Item key={link.url}>
              <Anchor href={link.url} target="_blank" rel="noreferrer">
                {link.title}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
      {lesson.homework && <OwnWork lesson={lesson} homework={lesson.homework} canSubmit={can('lesson.learn')} />}
    </Stack>
  );
}
