import { Badge, Button, Group, Modal, Stack, Table, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { choices, messageOf, silent } from '#platform/web/index.ts';
import {
  AsyncSelect,
  choiceOf,
  DateField,
  NumberField,
  notify,
  SelectField,
  showDate,
} from '#platform/web/kit/index.ts';
import { sessionKinds } from '../../shapes.ts';
import { api, loadGroups, loadRooms, loadStaff, refresh, useModules } from '../api.ts';
import { useFields } from '../use-fields.ts';

interface Slot {
  course_module_id: number | null;
  date: string | null;
  until: string | null;
  group_id: number | null;
  room_id: number | null;
  staff_id: number | null;
  kind: (typeof sessionKinds)[number];
  starts_at: string;
  ends_at: string;
  every_weeks: number | null;
}

/** The same lesson every week until a day: first what would be made and what stands in the way, then made, all or none. */
export function SeriesDialog({ onClose }: { onClose: () => void }) {
  const { t, label } = useFields();
  const modules = useModules();
  const [slot, setSlot] = useState<Slot>({
    course_module_id: null,
    date: null,
    until: null,
    group_id: null,
    room_id: null,
    staff_id: null,
    kind: 'LECTURE',
    starts_at: '09:00',
    ends_at: '10:20',
    every_weeks: 1,
  });
  const call = useMutation(api.class_session.series.mutationOptions(silent));
  const put = (part: Partial<Slot>) => {
    call.reset();
    setSlot({ ...slot, ...part });
  };
  const input = (apply: boolean) => {
    const { course_module_id, date, until, group_id, room_id, staff_id, every_weeks, ...rest } = slot;
    return {
      ...rest,
      course_module_id: course_module_id ?? 0,
      date: date ?? '',
      until: until ?? '',
      group_ids: group_id ? [group_id] : [],
      ...(every_weeks ? { every_weeks } : {}),
      ...(room_id ? { room_id } : {}),
      ...(staff_id ? { staff_id } : {}),
      ...(apply ? { apply } : {}),
    };
  };
  const days = call.data?.days ?? [];
  const apply = async () => {
    const { made } = await call.mutateAsync(input(true));
    notify.success(t('attendance.series.made', { count: made.length }));
    await refresh();
    onClose();
  };
  const ready = slot.course_module_id && slot.date && slot.until;
  return (
    <Modal opened onClose={onClose} title={t('attendance.series.title')} size="lg">
      <Stack gap="sm">
        <AsyncSelect
          label={label('course_module_id')}
          required
          load={modules}
          value={slot.course_module_id}
          onChange={(next) => put({ course_module_id: next === null ? null : Number(next) })}
        />
        <Group grow align="flex-start">
          <DateField
            label={t('attendance.series.first')}
            required
            value={slot.date}
            onChange={(date) => put({ date })}
          />
          <DateField
            label={t('attendance.series.until')}
            required
            value={slot.until}
            onChange={(until) => put({ until })}
          />
          <NumberField
            label={t('attendance.series.every')}
            value={slot.every_weeks}
            onChange={(every_weeks) => put({ every_weeks })}
          />
        </Group>
        <Group grow align="flex-start">
          <TextInput
            label={label('starts_at')}
            value={slot.starts_at}
            onChange={(event) => put({ starts_at: event.currentTarget.value })}
          />
          <TextInput
            label={label('ends_at')}
            value={slot.ends_at}
            onChange={(event) => put({ ends_at: event.currentTarget.value })}
          />
          <SelectField
            label={label('kind')}
            options={choices(t, 'attendance.kind', sessionKinds)}
            value={slot.kind}
            onChange={(next) => put({ kind: choiceOf(sessionKinds, next) ?? slot.kind })}
          />
        </Group>
        <Group grow align="flex-start">
          <AsyncSelect
            label={label('group_ids')}
            load={loadGroups}
            value={slot.group_id}
            onChange={(next) => put({ group_id: next === null ? null : Number(next) })}
          />
          <AsyncSelect
            label={label('room_id')}
            load={loadRooms}
            value={slot.room_id}
            onChange={(next) => put({ room_id: next === null ? null : Number(next) })}
          />
          <AsyncSelect
            label={label('staff_id')}
            load={loadStaff}
            value={slot.staff_id}
            onChange={(next) => put({ staff_id: next === null ? null : Number(next) })}
          />
        </Group>
        {call.error && (
          <Badge color="red" variant="light" h="auto" style={{ whiteSpace: 'normal' }}>
            {messageOf(call.error)}
          </Badge>
        )}
        {days.length > 0 && (
          <Table>
            <Table.Tbody>
              {days.map((day) => (
                <Table.Tr key={day.date}>
                  <Table.Td>{showDate(day.date)}</Table.Td>
                  <Table.Td>
                    <Badge color={day.fault ? 'red' : 'teal'} variant="light">
                      {day.fault
                        ? `${t(`attendance.series.${day.fault}`)} ${day.with ?? ''}`
                        : t('attendance.series.free')}
                    </Badge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={!ready}
            loading={call.isPending}
            onClick={() => call.mutate(input(false))}
          >
            {t('attendance.series.preview')}
          </Button>
          <Button
            disabled={days.length === 0 || days.some((day) => day.fault)}
            onClick={() => void apply().catch(() => undefined)}
          >
            {t('attendance.series.apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
