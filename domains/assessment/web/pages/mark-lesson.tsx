import { Anchor, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconArrowBarToDown, IconNotebook, IconTable } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, useAbility } from '#platform/web/index.ts';
import { type ListColumn, ListPage, notify, showDateTime, tellError } from '#platform/web/kit/index.ts';
import { api, loadModules, refresh } from '../api.ts';
import { useFields } from '../use-fields.ts';

type Rest = Awaited<ReturnType<typeof api.mark.flow.call>>['rest'];
type Work = Awaited<ReturnType<typeof api.mark.homework.call>>['content'][number];

/** Marks that come from lessons: works that were handed in, how far they are assessed, into which component they flow. */
export default function MarkLesson() {
  const { t, label, column } = useFields();
  const { course_module_id } = useSearch({ strict: false }) as { course_module_id?: unknown };
  const module = /^\d{1,9}$/.test(String(course_module_id)) ? Number(course_module_id) : undefined;
  const enter = useAbility().can('mark.enter');
  const [busy, setBusy] = useState(false);
  const [rest, setRest] = useState<Rest>([]);
  const flow = async (id: number) => {
    setBusy(true);
    try {
      const { written, rest } = await api.mark.flow.call({ course_module_id: id }, silent);
      notify.success(t('assessment.lesson.flowed', { written }));
      setRest(rest);
      await refresh();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const columns: ListColumn<Work>[] = [
    {
      ...column('title'),
      render: (row) => (
        <div>
          <Text size="sm" fw={500}>
            {row.title}
          </Text>
          <Text size="xs" c="dimmed">
            {[row.course_module.title, row.course_module.course].join(' · ')}
          </Text>
        </div>
      ),
    },
    { ...column('due_at'), render: (row) => showDateTime(row.due_at) },
    { ...column('submitted'), align: 'right' },
    {
      ...column('assessed'),
      align: 'right',
      render: (row) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {row.assessed}
          {row.assessed < row.submitted && (
            <Badge size="sm" variant="light" color="orange">
              {t('assessment.lesson.left', { count: row.submitted - row.assessed })}
            </Badge>
          )}
        </Group>
      ),
    },
    { ...column('max_points'), align: 'right' },
    {
      key: 'component_ids',
      title: t('assessment.lesson.flows'),
      render: (row) =>
        row.component_ids.length === 0 ? (
          t('assessment.lesson.nowhere')
        ) : (
          <Anchor
            size="sm"
            component={Link}
            {...({ to: '/mark-entry', search: { course_module_id: row.course_module_id } } as object)}
          >
            {t('assessment.plan.components', { count: row.component_ids.length })}
          </Anchor>
        ),
    },
  ];
  return (
    <>
      <ListPage
        title={t('assessment.lesson.title')}
        description={t('assessment.lesson.about')}
        of={api.mark.homework}
        rowLabel={(row) => row.title}
        columns={columns}
        filters={[{ key: 'course_module_id', label: label('course_module_id'), control: 'async', load: loadModules }]}
        actions={(row) => [
          {
            key: 'works',
            label: t('assessment.lesson.open'),
            icon: <IconNotebook size={16} aria-hidden />,
            href: `/lessons?module=${row.course_module_id}`,
          },
          {
            key: 'entry',
            label: t('assessment.entry.title'),
            icon: <IconTable size={16} aria-hidden />,
            href: `/mark-entry?course_module_id=${row.course_module_id}`,
          },
          ...(enter
            ? [
                {
                  key: 'flow',
                  label: t('assessment.lesson.flow'),
                  icon: <IconArrowBarToDown size={16} aria-hidden />,
                  run: () => flow(row.course_module_id),
                },
              ]
            : []),
        ]}
        primaryAction={
          enter &&
          module !== undefined && (
            <Button
              loading={busy}
              leftSection={<IconArrowBarToDown size={16} aria-hidden />}
              onClick={() => void flow(module)}
            >
              {t('assessment.lesson.flow')}
            </Button>
          )
        }
        empty={{ title: t('assessment.lesson.empty'), text: t('assessment.lesson.empty_text') }}
      />
      <Modal
        opened={rest.length > 0}
        onClose={() => setRest([])}
        title={t('assessment.flow.rest')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack gap="sm">
          {[...Map.groupBy(rest, (one) => one.code)].map(([code, some]) => (
            <div key={code}>
              <Text size="sm" fw={600}>
                {t(`assessment.flow.${code}`)} ({some.length})
              </Text>
              {[...Map.groupBy(some, (one) => one.component)].map(([component, people]) => (
                <Text key={component} size="sm">
                  {component}: {people.map(({ name }) => name).join(', ')}
                </Text>
              ))}
            </div>
          ))}
        </Stack>
      </Modal>
    </>
  );
}
