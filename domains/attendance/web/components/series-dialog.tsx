import { Badge, Button, Group, Modal, Stack, Table, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent } from '#platform/web/index.ts';
import { AsyncSelect, DateField, NumberField, notify, SelectField, showDate } from '#platform/web/kit/index.ts';
import { sessionKinds } from '../../shapes.ts';
import { api, choices, loadGroups, loadRooms, loadStaff, refresh, useModules } from '../api.ts';
import { useFields } from '../use-fields.ts';

/** The same lesson every week until a day: first what would be made and what stands in the way, then made, all or none. */
export function SeriesDialog({ onClose }: { onClose: () => void }) {
  const { t, label } = useFields();
  const modules = useModules();
  const [slot, setSlot] = useState<Record<string, unknown>>({
    kind: 'LECTURE',
    starts_at: '09:00',
    ends_at: '10:20',
    every_weeks: 1,
  });
  const call = useMutation(api.class_session.series.mutationOptions(silent));
  const put = (name: string) => (value: unknown) => {
    call.reset();
    setSlot({ ...slot, [name]: value ?? undefined });
  };
  const input = (apply: boolean) => {
    const { group_id, ...rest } = slot;
    return { ...rest, group_ids: group_id ? [group_id] : [], ...(apply ? { apply: true } : {}) } as never;
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
          value={(slot.course_module_id as number) ?? null}
          onChange={put('course_module_id')}
        />
        <Group grow align="flex-start">
          <DateField
            label={t('attendance.series.first')}
            required
            value={(slot.date as string) ?? null}
            onChange={put('date')}
          />
          <DateField
            label={t('attendance.series.until')}
            required
            value={(slot.until as string) ?? null}
            onChange={put('until')}
          />
          <NumberField
            label={t('attendance.series.every')}
            value={slot.every_weeks as number}
            onChange={put('every_weeks')}
          />
        </Group>
        <Group grow align="flex-start">
          <TextInput
            label={label('starts_at')}
            value={String(slot.starts_at)}
            onChange={(event) => put('starts_at')(event.currentTarget.value)}
          />
          <TextInput
            label={label('ends_at')}
            value={String(slot.ends_at)}
            onChange={(event) => put('ends_at')(event.currentTarget.value)}
          />
          <SelectField
            label={label('kind')}
            options={choices(t, 'attendance.kind', sessionKinds)}
            value={slot.kind as string}
            onChange={put('kind')}
          />
        </Group>
        <Group grow align="flex-start">
          <AsyncSelect
            label={label('group_ids')}
            load={loadGroups}
            value={(slot.group_id as number) ?? null}
            onChange={put('group_id')}
          />
          <AsyncSelect
            label={label('room_id')}
            load={loadRooms}
            value={(slot.room_id as number) ?? null}
            onChange={put('room_id')}
          />
          <AsyncSelect
            label={label('staff_id')}
            load={loadStaff}
            value={(slot.staff_id as number) ?? null}
            onChange={put('staff_id')}
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
