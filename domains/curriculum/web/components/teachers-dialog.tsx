import { ActionIcon, Alert, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { choices, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, notify, Person, SelectField } from '#platform/web/kit/index.ts';
import { teacherRoles } from '../../shapes.ts';
import { api, type CourseModule, loadStaff, refresh } from '../api.ts';

type Role = (typeof teacherRoles)[number];
interface Line {
  key: number;
  staff_id: number | null;
  role: Role;
  title?: string;
}

const linesOf = ({ teachers }: CourseModule): Line[] =>
  teachers.map(({ staff_id, role, lastname, firstname }, key) => ({
    key,
    staff_id,
    role,
    title: `${lastname} ${firstname}`,
  }));

/** Who teaches a module of the plan, and as what. One leads it. */
export function TeachersDialog({
  id,
  disabled,
  onClose,
}: {
  id: number | undefined;
  disabled: boolean;
  onClose: () => void;
}) {
  const t = useMessages();
  const query = useQuery({
    ...api.course_module.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
  });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={t('curriculum.teachers.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {query.data?.id !== id || !query.data ? (
        <Skeleton h={160} />
      ) : disabled ? (
        <Stack>
          <Text fw={600}>{query.data.module.title}</Text>
          {query.data.teachers.map((one) => (
            <Person
              key={`${one.staff_id} ${one.role}`}
              person={{ ...one, avatar: one.photo }}
              note={t(`curriculum.role.${one.role}`)}
            />
          ))}
          {query.data.teachers.length === 0 && <Text c="dimmed">{t('curriculum.teachers.none')}</Text>}
        </Stack>
      ) : (
        <Lines record={query.data} onClose={onClose} onReload={() => void query.refetch()} />
      )}
    </Drawer>
  );
}

function Lines({ record, onClose, onReload }: { record: CourseModule; onClose: () => void; onReload: () => void }) {
  const t = useMessages();
  const [lines, setLines] = useState(() => linesOf(record));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  // Somebody else changed it while it was open: their people are shown, and the save is tried again by hand.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer version counts
  useEffect(() => setLines(linesOf(record)), [record.version]);
  const change = (key: number, part: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      await api.course_module.teachers.call(
        {
          course_module_id: record.id,
          version: record.version,
          teachers: lines.flatMap(({ staff_id, role }) => (staff_id === null ? [] : [{ staff_id, role }])),
        },
        silent,
      );
      notify.success(t('kit.edited'));
      await refresh();
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
      if ((error as { code?: string }).code === 'STALE') onReload();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      <div>
        <Text fw={600}>{record.module.title}</Text>
        <Text size="sm" c="dimmed">
          {t('curriculum.place', {
            course: record.course?.title ?? '',
            year: record.study_year,
            semester: record.semester,
          })}
        </Text>
      </div>
      {lines.length === 0 && <Text c="dimmed">{t('curriculum.teachers.none')}</Text>}
      {lines.map((line) => (
        <Group key={line.key} gap="xs" wrap="nowrap" align="flex-end">
          <div style={{ flex: 3, minWidth: 0 }}>
            <AsyncSelect
              aria-label={t('curriculum.field.staff_id')}
              required
              load={loadStaff}
              known={line.staff_id === null || !line.title ? [] : [{ id: line.staff_id, title: line.title }]}
              value={line.staff_id}
              onChange={(staff_id) => change(line.key, { staff_id: staff_id as number | null })}
            />
          </div>
          <div style={{ flex: 2, minWidth: 0 }}>
            <SelectField
              aria-label={t('curriculum.field.role')}
              required
              options={choices(t, 'curriculum.role', teacherRoles)}
              value={line.role}
              onChange={(role) => change(line.key, { role: role as Role })}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={t('curriculum.teachers.remove')}
            onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() =>
          setLines([
            ...lines,
            {
              key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
              staff_id: null,
              role: lines.some(({ role }) => role === 'LEADER') ? 'LECTURER' : 'LEADER',
            },
          ])
        }
      >
        {t('curriculum.teachers.add')}
      </Button>
      <div aria-live="assertive">{problem !== '' && <Alert color="red">{problem}</Alert>}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        <Button loading={busy} onClick={() => void save()}>
          {t('kit.save')}
        </Button>
      </Group>
    </Stack>
  );
}
