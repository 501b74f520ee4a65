import { Alert, Button, Drawer, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { notify, SelectField, SwitchField, showDateTime } from '#platform/web/kit/index.ts';
import { api, courseModuleQuery, refresh, sameModuleQuery, silent } from '../api.ts';

/** Takes lessons over from the same module of another year. What would happen is shown before it happens. */
export function CopyLessons(props: { opened: boolean; module: number; onClose: () => void }) {
  const t = useMessages();
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={520}
      title={t('lessons.copy.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Inside {...props} />
    </Drawer>
  );
}

function Inside({ module, onClose }: { module: number; onClose: () => void }) {
  const t = useMessages();
  const target = useQuery(courseModuleQuery(module));
  const places = useQuery({ ...sameModuleQuery(target.data?.module_id ?? 0), enabled: target.data !== undefined });
  const [from, setFrom] = useState<number | null>(null);
  const [with_homework, setHomework] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const input = { from_course_module_id: from ?? 0, to_course_module_id: module, with_homework };
  const preview = useQuery({
    queryKey: [...api.lesson.key(), 'copy', input],
    queryFn: () => api.lesson.copy.call(input, silent),
    enabled: from !== null,
    staleTime: 0,
  });
  const options = (places.data?.content ?? [])
    .filter(({ id }) => id !== module)
    .map((one) => ({ id: one.id, title: `${one.academic_year?.title ?? ''} · ${one.course?.title ?? ''}` }));
  const apply = async () => {
    setBusy(true);
    try {
      const { added } = await api.lesson.copy.call({ ...input, apply: true }, silent);
      notify.success(t('lessons.copy.done', { count: added.length }));
      await refresh();
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const failed = problem || (preview.isError ? preview.error.message : '');
  return (
    <Stack>
      <Text size="sm">{t('lessons.copy.about')}</Text>
      <SelectField
        label={t('lessons.copy.from')}
        required
        options={options}
        value={from}
        onChange={(id) => setFrom(id === null ? null : Number(id))}
      />
      <SwitchField label={t('lessons.copy.homework')} value={with_homework} onChange={setHomework} />
      {from !== null && preview.isPending && <Skeleton h={120} />}
      {preview.data && (
        <Stack gap="xs" role="status">
          <Text fw={600}>{t('lessons.copy.preview', { count: preview.data.added.length })}</Text>
          {preview.data.kept.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('lessons.copy.kept', { count: preview.data.kept.length })}
            </Text>
          )}
          <List size="sm" spacing={2}>
            {preview.data.added.map((one) => (
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
        </Stack>
      )}
      <div aria-live="assertive">{failed !== '' && <Alert color="red">{failed}</Alert>}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        <Button loading={busy} disabled={!preview.data?.added.length} onClick={() => void apply()}>
          {t('lessons.copy.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
