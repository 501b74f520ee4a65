import { Alert, Button, Drawer, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { notify, SelectField, SwitchField } from '#platform/web/kit/index.ts';
import { api, type Matrix, refresh, silent, useYears } from '../api.ts';

/** Takes the plan that is shown over into another year. What would happen is shown before it happens. */
export function CopyPlan(props: {
  matrix: Matrix;
  opened: boolean;
  onClose: () => void;
  /** shows the year that was filled */
  onDone: (year: number) => void;
}) {
  const t = useMessages();
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={520}
      title={t('curriculum.copy.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Inside {...props} />
    </Drawer>
  );
}

function Inside({ matrix, onClose, onDone }: Parameters<typeof CopyPlan>[0]) {
  const t = useMessages();
  const years = useYears().data?.content ?? [];
  const options = years.filter(({ id }) => id !== matrix.academic_year.id).map(({ id, name }) => ({ id, title: name }));
  const [to, setTo] = useState<number | null>(null);
  const [with_teachers, setTeachers] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const input = {
    course_id: matrix.course.id,
    from_academic_year_id: matrix.academic_year.id,
    to_academic_year_id: to ?? 0,
    with_teachers,
  };
  const preview = useQuery({
    queryKey: ['curriculum', 'copy', input],
    queryFn: () => api.course_module.copy.call(input, silent),
    enabled: to !== null,
    staleTime: 0,
  });
  const apply = async () => {
    if (to === null) return;
    setBusy(true);
    try {
      const { added } = await api.course_module.copy.call({ ...input, apply: true }, silent);
      notify.success(t('curriculum.copy.done', { count: added.length }));
      onClose();
      onDone(to);
      await refresh();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const failed = problem || (preview.isError ? preview.error.message : '');
  return (
    <Stack>
      <Text size="sm">{t('curriculum.copy.about', { year: matrix.academic_year.title })}</Text>
      <SelectField
        label={t('curriculum.copy.to')}
        required
        options={options}
        value={to}
        onChange={(id) => setTo(id === null ? null : Number(id))}
      />
      <SwitchField label={t('curriculum.copy.teachers')} value={with_teachers} onChange={setTeachers} />
      {to !== null && preview.isPending && <Skeleton h={120} />}
      {preview.data && (
        <Stack gap="xs" role="status">
          <Text fw={600}>{t('curriculum.copy.preview', { count: preview.data.added.length })}</Text>
          <Text size="sm" c="dimmed">
            {t('curriculum.copy.kept', { count: preview.data.kept })}
          </Text>
          {preview.data.left_out.length > 0 && (
            <Alert color="orange" p="xs" title={t('curriculum.copy.left_out')}>
              {preview.data.left_out.map(({ title }) => title).join(', ')}
            </Alert>
          )}
          <List size="sm" spacing={2}>
            {preview.data.added.map((one) => (
              <List.Item key={`${one.module_id} ${one.study_year} ${one.semester}`}>
                {t('curriculum.plan.semester', { year: one.study_year, semester: one.semester })}: {one.title}
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
          {t('curriculum.copy.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
