import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { choices, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, Facts, FormDrawer, Section, StatusBadge, showDate, tellError } from '#platform/web/kit/index.ts';
import {
  appointmentInput,
  appointmentModes,
  experience,
  transcriptInput,
  transcriptStates,
} from '../../../shapes-guests.ts';
import { api, type Guest, refresh } from '../../api.ts';

type Experience = Guest['teaching_experience'][number];
const schema = experience.partial({ until: true });
const refreshGuest = () => {
  void refresh();
};

/** The appointment with its points, what was found of the transcript, and where somebody has taught. */
export function Appointment({ guest }: { guest: Guest }) {
  const t = useMessages();
  const { can } = useAbility();
  const [open, setOpen] = useState<'appointment' | 'transcript'>();
  const [job, setJob] = useState<number>();
  const manage = can('guest.manage');
  const label = (name: NameIn<'admissions.guest'>) => t(`admissions.guest.${name}`);
  const jobs = guest.teaching_experience;
  const put = (teaching_experience: Experience[]) =>
    api.guests.experience.call({ id: guest.id, version: guest.version, teaching_experience }, silent);
  const edit = (what: 'appointment' | 'transcript') => (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPencil size={14} aria-hidden />}
      aria-label={`${t('kit.resource.edit')}: ${label(what)}`}
      onClick={() => setOpen(what)}
    >
      {t('kit.resource.edit')}
    </Button>
  );
  return (
    <Stack>
      <Section title={label('appointment')} actions={can('guest.score') && edit('appointment')}>
        <Facts
          items={[
            {
              label: label('mode'),
              value: guest.appointment_mode && t(`admissions.mode.${guest.appointment_mode}`),
            },
            { label: label('appointment_on'), value: <DateText value={guest.appointment_on} /> },
            { label: t('admissions.field.points'), value: guest.appointment_score },
          ]}
        />
      </Section>
      <Section title={label('transcript')} actions={manage && edit('transcript')}>
        <Facts
          columns={2}
          items={[
            {
              label: t('admissions.field.status'),
              value: guest.transcript_status && (
                <StatusBadge
                  status={guest.transcript_status}
                  label={t(`admissions.transcript.${guest.transcript_status}`)}
                />
              ),
            },
            { label: label('transcript_note'), value: guest.transcript_note },
          ]}
        />
      </Section>
      <Section
        title={label('experience')}
        actions={
          manage && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setJob(jobs.length)}
            >
              {label('add_experience')}
            </Button>
          )
        }
      >
        {jobs.length === 0 && (
          <Text size="sm" c="dimmed">
            {label('no_experience')}
          </Text>
        )}
        {jobs.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a post has no other identity
          <Group key={at} justify="space-between" wrap="nowrap" py={4}>
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500}>
                {one.position}, {one.place}
              </Text>
              <Text size="xs" c="dimmed">
                {showDate(one.from)} – {one.until ? showDate(one.until) : label('until_now')}
              </Text>
            </div>
            {manage && (
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('admissions.form.edit', { name: one.place })}
                  onClick={() => setJob(at)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('admissions.form.remove', { name: one.place })}
                  onClick={() =>
                    void put(jobs.filter((_, index) => index !== at))
                      .then(refreshGuest)
                      .catch(tellError)
                  }
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </Group>
        ))}
      </Section>
      <FormDrawer
        opened={open === 'appointment'}
        onClose={() => setOpen(undefined)}
        as="modal"
        title={label('appointment')}
        schema={appointmentInput}
        record={{
          id: guest.id,
          version: guest.version,
          mode: guest.appointment_mode ?? undefined,
          appointment_on: guest.appointment_on,
          points: guest.appointment_score,
        }}
        draftKey={false}
        fields={[
          {
            control: 'select',
            name: 'mode',
            label: label('mode'),
            options: choices(t, 'admissions.mode', appointmentModes),
          },
          { control: 'date', name: 'appointment_on', label: label('appointment_on') },
          { control: 'number', name: 'points', label: t('admissions.field.points') },
        ]}
        save={(payload) => api.guests.appointment.call(payload, silent)}
        onSaved={refreshGuest}
      />
      <FormDrawer
        opened={open === 'transcript'}
        onClose={() => setOpen(undefined)}
        as="modal"
        title={label('transcript')}
        schema={transcriptInput}
        record={{
          id: guest.id,
          version: guest.version,
          status: guest.transcript_status ?? 'PENDING',
          reason: guest.transcript_note ?? '',
        }}
        draftKey={false}
        fields={[
          {
            control: 'select',
            name: 'status',
            label: t('admissions.field.status'),
            options: choices(t, 'admissions.transcript', transcriptStates),
            wide: true,
          },
          { control: 'textarea', name: 'reason', label: label('transcript_note'), wide: true },
        ]}
        save={(payload) => api.guests.transcript.call(payload, silent)}
        onSaved={refreshGuest}
      />
      <FormDrawer
        opened={job !== undefined}
        onClose={() => setJob(undefined)}
        as="modal"
        title={label('experience')}
        schema={schema}
        record={job === undefined ? null : (jobs[job] ?? null)}
        draftKey={false}
        fields={[
          { control: 'text', name: 'place', label: label('place') },
          { control: 'text', name: 'position', label: label('position') },
          { control: 'date', name: 'from', label: label('from') },
          { control: 'date', name: 'until', label: label('until') },
        ]}
        save={(payload) => {
          const next = [...jobs];
          const { until, ...rest } = payload as z.output<typeof experience>;
          next[job ?? jobs.length] = { ...rest, until: until ?? null };
          return put(next);
        }}
        onSaved={refreshGuest}
      />
    </Stack>
  );
}
