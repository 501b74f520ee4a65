import { Badge, Box, Group, Text } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { ModuleTitle, moduleColor } from '#platform/web/kit/index.ts';
import type { Entry, WeekOwner } from '../api.ts';
import styles from './week.module.css';

/** What a lesson is, without what the reader of this week knows anyway: whose it is, that of `id`. */
export function LessonCard({ entry, of, id }: { entry: Entry; of?: WeekOwner | undefined; id?: number | undefined }) {
  const t = useMessages();
  const lines = [
    // Of a lesson on its date the hour itself: it may stand beside the bells.
    entry.date && `${entry.starts_at}–${entry.ends_at}`,
    of !== 'room' && entry.room?.title,
    // Of several teachers everybody wants to know the others.
    (of !== 'staff' || entry.co_teachers.length > 0) &&
      [...(entry.teacher ? [entry.teacher] : []), ...entry.co_teachers].map(({ title }) => title).join(', '),
    // In the week of a group those of its parts say of which.
    (of !== 'group' || !entry.groups.some((group) => group.id === id)) &&
      of !== 'student' &&
      entry.groups.map(({ title }) => title).join(', '),
  ].filter(Boolean);
  return (
    <Box className={styles.lesson ?? ''} style={{ '--module': moduleColor(entry.module.code) }}>
      <Text size="sm" fw={600} lh={1.25} lineClamp={2}>
        <ModuleTitle title={entry.module.title} />
      </Text>
      <Group gap={4} my={2}>
        <Text size="xs" span>
          {t(`timetable.kind.${entry.kind}`)}
        </Text>
        {entry.week !== 'EVERY' && (
          <Badge size="xs" variant="light" color={entry.week === 'ODD' ? 'blue' : 'grape'}>
            {t(`timetable.week.${entry.week}`)}
          </Badge>
        )}
        {entry.cancelled && (
          <Badge size="xs" variant="light" color="red">
            {t('timetable.cancelled')}
          </Badge>
        )}
        {entry.fixed && <IconPin size={13} aria-label={t('timetable.fixed')} />}
      </Group>
      {lines.map((line) => (
        <Text key={String(line)} size="xs" c="dimmed" lh={1.3} lineClamp={1}>
          {line}
        </Text>
      ))}
    </Box>
  );
}
