import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, NumberField, notify, Section } from '#platform/web/kit/index.ts';
import { api, loadBuildings } from '../api.ts';
import { useAct } from '../use-act.ts';
import { SheetButtons } from './sheet-buttons.tsx';

interface Way {
  from_id: number;
  to_id: number;
  minutes: number;
}

/** How long people walk between buildings, where it is not as everywhere. */
export function WalkingTimes({ travel }: { travel: readonly Way[] }) {
  const t = useMessages();
  const [rows, setRows] = useState<{ key: number; from_id?: number; to_id?: number; minutes: number | null }[]>(
    travel.map((way, key) => ({ ...way, key })),
  );
  const [busy, act] = useAct();
  const change = (key: number, more: object) =>
    setRows((old) => old.map((row) => (row.key === key ? { ...row, ...more } : row)));
  const complete = rows.every(
    ({ from_id, to_id, minutes }) => from_id && to_id && minutes !== null && !Number.isNaN(minutes),
  );
  const save = () =>
    act(async () => {
      await api.settings.save.call(
        { travel: rows.map(({ from_id = 0, to_id = 0, minutes }) => ({ from_id, to_id, minutes: Number(minutes) })) },
        silent,
      );
      notify.success(t('kit.changesSaved'));
    });
  return (
    <Section
      title={t('timetable.settings.travel')}
      actions={<SheetButtons path="/timetable_way/export" name="timetable-ways.xlsx" page="/timetable-ways/import" />}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('timetable.settings.travel_hint')}
        </Text>
        {rows.map((row) => (
          <Group key={row.key} gap="xs" align="end">
            {(['from_id', 'to_id'] as const).map((name) => (
              <AsyncSelect
                key={name}
                name={name}
                label={t(`timetable.settings.${name}`)}
                load={loadBuildings}
                value={row[name] ?? null}
                onChange={(next: unknown) => change(row.key, { [name]: next ? Number(next) : undefined })}
              />
            ))}
            <NumberField
              label={t('timetable.settings.minutes')}
              min={0}
              max={240}
              value={row.minutes}
              onChange={(minutes) => change(row.key, { minutes })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('timetable.delete')}
              onClick={() => setRows((old) => old.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              setRows((old) => [...old, { key: Math.max(-1, ...old.map(({ key }) => key)) + 1, minutes: 20 }])
            }
          >
            {t('timetable.settings.add_way')}
          </Button>
          <Button loading={busy} disabled={!complete} onClick={() => void save()}>
            {t('timetable.settings.save_ways')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
