import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { CopyDrawer, notify, showDateTime } from '#platform/web/kit/index.ts';
import { api, courseModuleQuery, refresh, sameModuleQuery } from '../api.ts';

/** Takes lessons over from the same module of another year. */
export function CopyLessons({ opened, module, onClose }: { opened: boolean; module: number; onClose: () => void }) {
  const t = useMessages();
  const target = useQuery({ ...courseModuleQuery(module), enabled: opened });
  const places = useQuery({
    ...sameModuleQuery(target.data?.module_id ?? 0),
    enabled: opened && target.data !== undefined,
  });
  const others = (places.data?.content ?? []).filter(({ id }) => id !== module);
  return (
    <CopyDrawer
      opened={opened}
      onClose={onClose}
      title={t('lessons.copy.title')}
      about={t('lessons.copy.about')}
      place={{
        label: t('lessons.copy.from'),
        options: others.map(({ id, academic_year, course }) => ({
          id,
          title: `${academic_year?.title ?? ''} · ${course?.title ?? ''}`,
        })),
      }}
      along={t('lessons.copy.homework')}
      queryKey={[...api.lesson.key(), 'copy', module]}
      run={(from_course_module_id, with_homework, apply) =>
        api.lesson.copy.call(
          { from_course_module_id, to_course_module_id: module, with_homework, ...(apply ? { apply } : {}) },
          silent,
        )
      }
      preview={({ added, kept }) => (
        <>
          <Text fw={600}>{t('lessons.copy.preview', { count: added.length })}</Text>
          {kept.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('lessons.copy.kept', { count: kept.length })}
            </Text>
          )}
          <List size="sm" spacing={2}>
            {added.map((one) => (
              <List.Item key={one.lesson_id}>
                {one.title}
                {one.due_at && (
                  <Text size="xs" c="dimmed">
                    {t('lessons.copy.due', { due: showDateTime(one.due_at) })}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </>
      )}
      applyLabel={t('lessons.copy.apply')}
      onApplied={({ added }) => {
        notify.success(t('lessons.copy.done', { count: added.length }));
        return refresh();
      }}
    />
  );
}
