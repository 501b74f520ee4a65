import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconBan, IconLock, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import { choices, silent, today, useAbility } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateText,
  Empty,
  FormDrawer,
  ListPage,
  NumberField,
  notify,
  type OptionId,
  ReasonDialog,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { reservationSave } from '../../shapes-numbers.ts';
import { type ReservationState, reservationStates } from '../../workflow.ts';
import { api, loadGroups, pageOf, refresh, useFields } from '../api.ts';

type Line = Awaited<ReturnType<typeof api.number.list.call>>['content'][number];
const loadAnyGroup = loadGroups();
const schema = reservationSave.omit({ group_id: true });
const tones: Record<ReservationState, string> = { RESERVED: 'yellow', USED: 'teal', UNUSED: 'gray' };

/** Every number of a group in a year: whose it is, which are kept free, and why one was left without a letter. */
export function Numbers() {
  const { t, label, field } = useFields();
  const { can } = useAbility();
  const groups = useQuery(api.group.all.queryOptions({ input: {}, ...silent }));
  const [chosen, setChosen] = useState<OptionId | null>(null);
  const [year, setYear] = useState<number | null>(null);
  const [reserving, setReserving] = useState(false);
  const [ending, setEnding] = useState<Line['reservation']>(null);
  const group_id = Number(chosen ?? groups.data?.[0]?.id ?? 0);
  if (groups.data?.length === 0) return <Empty title={t('correspondence.group.empty')} />;
  if (!group_id) return null;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('correspondence.number.about')}
      </Text>
      <Group gap="sm" align="flex-end">
        <AsyncSelect required label={label('group')} load={loadAnyGroup} value={group_id} onChange={setChosen} />
        <NumberField
          label={t('correspondence.number.year')}
          value={year ?? Number(today().slice(0, 4))}
          onChange={(value) => setYear(Number(value) || null)}
        />
      </Group>
      <ListPage
        embedded
        key={`${group_id} ${year}`}
        title={t('correspondence.number.title')}
        name="letter-numbers"
        of={api.number.list}
        fixed={{ group_id, ...(year ? { year } : {}) }}
        rowLabel={(row) => row.number}
        primaryAction={
          can('correspondence.register') && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setReserving(true)}>
              {t('correspondence.number.add')}
            </Button>
          )
        }
        columns={[
          { key: 'number', title: label('number') },
          { key: 'heading', title: t('correspondence.number.whose'), render: (row) => <Whose line={row} /> },
          {
            key: 'status',
            title: label('status'),
            render: (row) =>
              row.status ? (
                <StatusBadge
                  status={row.status}
                  color={tones[row.status]}
                  label={t(`correspondence.reservation.${row.status}`)}
                />
              ) : (
                '—'
              ),
          },
          {
            key: 'registered_on',
            title: label('registered_on'),
            render: (row) => <DateText value={row.registered_on} />,
          },
        ]}
        filters={[
          {
            key: 'status',
            label: t('correspondence.number.kept'),
            control: 'multi',
            options: choices(t, 'correspondence.reservation', reservationStates),
          },
        ]}
        actions={({ status, reservation }) =>
          status === 'RESERVED' && can('correspondence.register')
            ? [
                {
                  key: 'give_up',
                  label: t('correspondence.number.give_up'),
                  icon: <IconBan size={16} aria-hidden />,
                  run: () => setEnding(reservation),
                },
              ]
            : []
        }
        defaults={{ size: 20, sort: 'id,desc' }}
        empty={{ text: t('correspondence.number.empty') }}
      />
      <FormDrawer
        as="modal"
        opened={reserving}
        onClose={() => setReserving(false)}
        title={t('correspondence.number.add')}
        schema={schema}
        draftKey={false}
        notice={false}
        defaults={{ until: today() }}
        fields={[
          { control: 'textarea', ...field('purpose'), wide: true },
          { control: 'text', ...field('kept_for'), wide: true },
          { control: 'date', ...field('until'), description: t('correspondence.number.until_hint') },
        ]}
        submitLabel={t('correspondence.number.add')}
        save={(input: z.input<typeof schema>) => api.number.reserve.call({ ...input, group_id }, silent)}
        onSaved={({ number }: { number: string }) => {
          notify.success(t('correspondence.number.reserved', { number }));
          void refresh();
        }}
      />
      <ReasonDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t('correspondence.number.give_up')}
        text={t('correspondence.number.give_up_about')}
        onConfirm={async (reason) => {
          if (!ending) return;
          await api.number.give_up.call({ id: ending.id, version: ending.version, reason }, silent);
          await refresh();
        }}
      />
    </Stack>
  );
}

/** The letter that has the number, or for whom it is kept, or why it was left. */
function Whose({ line }: { line: Line }) {
  const { t } = useFields();
  const { letter_id, direction, heading, reservation } = line;
  const kept = reservation && [reservation.purpose, reservation.kept_for].join(' · ');
  return (
    <Stack gap={0}>
      {letter_id !== null && direction !== null ? (
        <Anchor component={Link} to={pageOf({ id: letter_id, direction })} size="sm" lineClamp={2}>
          {heading}
        </Anchor>
      ) : line.status === null || line.status === 'USED' ? (
        <Group gap={4} wrap="nowrap" c="dimmed">
          <IconLock size={14} aria-hidden />
          <Text size="sm">{t('correspondence.number.hidden')}</Text>
        </Group>
      ) : (
        <Text size="sm">{kept}</Text>
      )}
      {reservation && (
        <Text size="xs" c="dimmed">
          {letter_id !== null && kept ? `${kept} · ` : ''}
          {reservation.author}
          {' · '}
          {line.status === 'UNUSED' && reservation.reason
            ? t('correspondence.number.because', { reason: reservation.reason })
            : line.status === 'UNUSED'
              ? t('correspondence.number.passed')
              : ''}
          {line.status === 'RESERVED' && (
            <>
              {t('correspondence.number.until')} <DateText value={reservation.until} />
            </>
          )}
        </Text>
      )}
    </Stack>
  );
}
