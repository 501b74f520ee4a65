import { Alert, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codeId, messageOf, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect } from '#platform/web/kit/index.ts';
import { api, loadCourseModules, loadStudents } from '../api.ts';

/** Why a student is, or is not, in the list of a module: every condition, and what was found. */
export function WhyDrawer({
  opened,
  student,
  onClose,
}: {
  opened: boolean;
  /** known already, else it is asked */
  student?: number | undefined;
  onClose: () => void;
}) {
  const t = useMessages();
  const [who, setWho] = useState<number | null>(null);
  const [what, setWhat] = useState<number | null>(null);
  useEffect(() => setWho(student ?? null), [student]);
  const query = useQuery({
    ...api.group.why.queryOptions({
      input: { student_id: who ?? 0, course_module_id: what ?? 0 },
      ...silent,
    }),
    enabled: opened && who !== null && what !== null,
    staleTime: 0,
  });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={460}
      title={t('groups.why.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('groups.why.about')}
        </Text>
        <AsyncSelect
          label={t('groups.field.student_id')}
          required
          load={loadStudents}
          value={who}
          onChange={(id) => setWho(id as number | null)}
        />
        <AsyncSelect
          label={t('groups.field.course_module_id')}
          required
          load={loadCourseModules}
          value={what}
          onChange={(id) => setWhat(id as number | null)}
        />
        {query.isFetching && <Skeleton h={120} />}
        {query.isError && <Alert color="red">{messageOf(query.error)}</Alert>}
        {query.data && !query.isFetching && (
          <Stack gap="xs" role="status">
            <Text fw={600}>{t(query.data.listed ? 'groups.why.listed' : 'groups.why.not_listed')}</Text>
            {query.data.checks.map(({ code, holds, data }) => (
              <Group key={code} gap={8} wrap="nowrap" align="flex-start">
                {holds ? (
                  <IconCircleCheck
                    size={18}
                    color="var(--mantine-color-teal-6)"
                    aria-label={t('kit.yes')}
                    style={{ flexShrink: 0 }}
                  />
                ) : (
                  <IconCircleX
                    size={18}
                    color="var(--mantine-color-red-6)"
                    aria-label={t('kit.no')}
                    style={{ flexShrink: 0 }}
                  />
                )}
                <Text size="sm">
                  {t(codeId('groups.why', `${code}.${holds ? 'yes' : 'no'}`), {
                    group: data.group ?? '—',
                    course: data.course ?? '—',
                    expected: data.expected ?? '—',
                    year: data.study_year ?? '—',
                    status: typeof data.status === 'string' ? t(codeId('students.status', data.status)) : '—',
                    state: typeof data.state === 'string' ? t(codeId('groups.choice.mine', data.state)) : '—',
                  })}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Stack>
    </Drawer>
  );
}
