import { ActionIcon, Badge, Button, Group, Menu, Paper, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChartBar,
  IconCopy,
  IconDeviceLaptop,
  IconDots,
  IconEye,
  IconGripVertical,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
  IconWriting,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { messageOf, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { confirmDelete, Empty, notify, showDate, showDateTime, tellError, useDrag } from '#platform/web/kit/index.ts';
import { api, type Lesson, lessonsQuery, refresh } from '../api.ts';
import { CopyLessons } from './copy-lessons.tsx';
import { HomeworkForm } from './homework-form.tsx';
import { LessonForm } from './lesson-form.tsx';
import styles from './lessons.module.css';
import { PackageDrawer } from './package-drawer.tsx';
import { Statistics } from './statistics.tsx';
import { Works } from './works.tsx';

type Task = 'edit' | 'homework' | 'package' | 'works' | 'statistics';

/** All lessons of a course module in their order; moved by mouse, by Alt and an arrow, or by the menu. */
export function LessonBoard({ module }: { module: number }) {
  const t = useMessages();
  const { can } = useAbility();
  const manage = can('lesson.manage');
  const query = useQuery(lessonsQuery({ course_module_id: module }));
  const [moved, setMoved] = useState<number[]>();
  const [open, setOpen] = useState<{ task: Task; id?: number } | undefined>();
  const [copying, setCopying] = useState(false);
  const [said, setSaid] = useState('');
  const found = query.data?.content ?? [];
  const lessons = moved ? moved.flatMap((id) => found.find((one) => one.id === id) ?? []) : found;
  const was = found.map(({ id }) => id);

  const place = async (lesson: Lesson, to: number) => {
    const ids = lessons.map(({ id }) => id).filter((id) => id !== lesson.id);
    ids.splice(to, 0, lesson.id);
    if (ids.join() === was.join()) return;
    setMoved(ids);
    setSaid(t('lessons.moved', { title: lesson.title, place: to + 1 }));
    await api.lesson.sort.call({ course_module_id: module, ids, was }, silent).catch(tellError);
    await refresh();
    setMoved(undefined);
  };
  const drag = useDrag<Lesson>(
    (lesson, target) => void place(lesson, Number(target)),
    (lesson, target) => lessons[Number(target)]?.id !== lesson.id,
  );
  const keys = (lesson: Lesson, at: number) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0 || at + step < 0 || at + step >= lessons.length) return;
    event.preventDefault();
    void place(lesson, at + step);
  };
  const chosen = found.find(({ id }) => id === open?.id);
  const close = () => setOpen(undefined);

  if (query.isPending) return <Skeleton h={320} />;
  if (query.isError) return <Empty title={t('lessons.missing')} text={messageOf(query.error)} />;
  return (
    <Stack gap="sm">
      {manage && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setCopying(true)}>
            {t('lessons.copy.open')}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ task: 'edit' })}>
            {t('lessons.add')}
          </Button>
        </Group>
      )}
      {lessons.length === 0 && <Empty title={t('lessons.empty')} text={t('lessons.empty.text')} />}
      <ol className={styles.list} aria-label={t('lessons.title')}>
        {lessons.map((lesson, at) => (
          <Paper
            key={lesson.id}
            component="li"
            withBorder
            p="sm"
            className={styles.row ?? ''}
            {...drag.target(String(at))}
            {...(manage ? drag.source(lesson) : {})}
          >
            <Group wrap="nowrap" gap="sm" align="flex-start">
              {manage && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  className={styles.grip}
                  aria-label={t('lessons.move', { title: lesson.title })}
                  title={t('lessons.move.hint')}
                  onKeyDown={keys(lesson, at)}
                >
                  <IconGripVertical size={16} aria-hidden />
                </ActionIcon>
              )}
              <LessonLine lesson={lesson} number={at + 1} />
              <LessonMenu
                lesson={lesson}
                first={at === 0}
                last={at === lessons.length - 1}
                onTask={(task) => setOpen({ task, id: lesson.id })}
                onMove={(step) => void place(lesson, at + step)}
              />
            </Group>
          </Paper>
        ))}
      </ol>
      <div
        role="status"
        className="visually-hidden"
        style={{ position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }}
      >
        {said}
      </div>
      <LessonForm opened={open?.task === 'edit'} lesson={chosen} module={module} onClose={close} />
      <HomeworkForm opened={open?.task === 'homework'} lesson={chosen} onClose={close} />
      <PackageDrawer
        opened={open?.task === 'package' && chosen !== undefined}
        name={chosen?.title ?? ''}
        found={chosen?.package}
        save={async (file_id) => {
          if (chosen) await api.articulate.save.call({ lesson_id: chosen.id, file_id }, silent);
          await refresh();
        }}
        remove={async () => {
          if (chosen?.package) await api.articulate.remove.call({ id: chosen.package.id }, silent);
          await refresh();
        }}
        onClose={close}
      />
      <Works opened={open?.task === 'works'} lesson={chosen} onClose={close} />
      <Statistics opened={open?.task === 'statistics'} lesson={chosen} onClose={close} />
      <CopyLessons opened={copying} module={module} onClose={() => setCopying(false)} />
    </Stack>
  );
}

function LessonLine({ lesson, number }: { lesson: Lesson; number: number }) {
  const t = useMessages();
  const intl = useIntl();
  const { homework } = lesson;
  const [from, until] = [lesson.visible_from, lesson.visible_until].map((day) => (day ? showDate(day) : ''));
  return (
    <div className={styles.text}>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {number}. {lesson.title}
        </Text>
        <Badge variant="light" color="gray">
          {t(`lessons.kind.${lesson.kind}`)}
        </Badge>
        {!lesson.published && (
          <Badge variant="light" color="orange">
            {t('lessons.draft')}
          </Badge>
        )}
      </Group>
      <Group gap="md" mt={2}>
        {(from || until) && (
          <Text size="xs" c="dimmed">
            {t('lessons.visible', { ends: !until ? 'from' : !from ? 'until' : 'both', from, until })}
          </Text>
        )}
        {homework && (
          <Text size="xs" c="dimmed">
            {t('lessons.homework.line', {
              due: showDateTime(homework.due_at),
              handed: intl.formatNumber(homework.handed_in),
              waiting: homework.to_assess,
            })}
          </Text>
        )}
        {lesson.package && (
          <Text size="xs" c="dimmed">
            {t(`lessons.package.${lesson.package.kind}`)}
          </Text>
        )}
      </Group>
    </div>
  );
}

function LessonMenu(props: {
  lesson: Lesson;
  first: boolean;
  last: boolean;
  onTask: (task: Task) => void;
  onMove: (step: 1 | -1) => void;
}) {
  const t = useMessages();
  const { can } = useAbility();
  const { lesson, onTask } = props;
  const [manage, assess] = [can('lesson.manage'), can('lesson.assess')];
  const publish = async () => {
    try {
      await api.lesson.save.call({ id: lesson.id, version: lesson.version, published: !lesson.published }, silent);
      notify.success(t(lesson.published ? 'lessons.hidden' : 'lessons.published'));
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  const remove = async () => {
    await confirmDelete(
      () => api.lesson.remove.call({ id: lesson.id }, silent),
      lesson.title,
      async () => {
        await api.lesson.restore.call({ id: lesson.id }, silent);
        await refresh();
      },
    );
    await refresh();
  };
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('lessons.actions', { title: lesson.title })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {assess && lesson.homework && (
          <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => onTask('works')}>
            {t('lessons.works.open')}
          </Menu.Item>
        )}
        {assess && lesson.package && (
          <Menu.Item leftSection={<IconChartBar {...icon} />} onClick={() => onTask('statistics')}>
            {t('lessons.statistics.title')}
          </Menu.Item>
        )}
        {lesson.package && (
          <Menu.Item
            leftSection={<IconEye {...icon} />}
            component={Link}
            to={`/articulate/${lesson.course_module_id}/${lesson.id}`}
          >
            {t('lessons.package.look')}
          </Menu.Item>
        )}
        {manage && (
          <>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onTask('edit')}>
              {t('lessons.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconWriting {...icon} />} onClick={() => onTask('homework')}>
              {t('lessons.homework.title')}
            </Menu.Item>
            <Menu.Item leftSection={<IconDeviceLaptop {...icon} />} onClick={() => onTask('package')}>
              {t('lessons.package.title')}
            </Menu.Item>
            <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => void publish()}>
              {t(lesson.published ? 'lessons.hide' : 'lessons.publish')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={props.first} onClick={() => props.onMove(-1)}>
              {t('lessons.up')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown {...icon} />} disabled={props.last} onClick={() => props.onMove(1)}>
              {t('lessons.down')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
              {t('lessons.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
