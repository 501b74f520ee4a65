import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { choices, silent, useAbility } from '#platform/web/index.ts';
import { DateText, FormDrawer, ListPage, StatusBadge } from '#platform/web/kit/index.ts';
import { actSave } from '../../shapes-destruction.ts';
import { type DestructionState, destructionStates } from '../../workflow.ts';
import { type Act, api, loadPeople, refresh, useFields } from '../api.ts';

const schema = z.object(actSave);
const tones: Record<DestructionState, string> = {
  DRAFT: 'gray',
  PROPOSED: 'yellow',
  AGREED: 'blue',
  DONE: 'red',
  CANCELLED: 'gray',
};

export const actPage = (id: number): string => `/document-management-moderator/destruction/${id}`;

export function ActBadge({ state }: { state: DestructionState }) {
  const { t } = useFields();
  return <StatusBadge status={state} color={tones[state]} label={t(`correspondence.destruction_state.${state}`)} />;
}

/** Acts by which letters were destroyed or are to be. */
export function Destruction() {
  const { t, label } = useFields();
  const { can } = useAbility();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('correspondence.destruction.about')}
      </Text>
      <ListPage
        embedded
        title={t('correspondence.destruction.title')}
        name="letter-destructions"
        of={api.destruction.list}
        rowHref={({ id }) => actPage(id)}
        rowLabel={(row) => row.number ?? row.basis}
        primaryAction={
          can('correspondence.archive') && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('correspondence.destruction.add')}
            </Button>
          )
        }
        columns={[
          { key: 'number', title: label('number'), render: (row) => row.number ?? '—' },
          { key: 'basis', title: label('basis') },
          { key: 'letters', title: label('letters'), align: 'right' },
          { key: 'status', title: label('status'), render: (row) => <ActBadge state={row.status} /> },
          { key: 'done_on', title: label('done_on'), render: (row) => <DateText value={row.done_on} /> },
        ]}
        filters={[
          {
            key: 'status',
            label: label('status'),
            control: 'multi',
            options: choices(t, 'correspondence.destruction_state', destructionStates),
          },
        ]}
        defaults={{ size: 20, sort: 'created_at,desc' }}
        empty={{ text: t('correspondence.destruction.empty') }}
      />
      <ActForm
        opened={adding}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => void navigate({ to: actPage(id) })}
      />
    </Stack>
  );
}

/** On which ground, by which commission, and who signs. */
export function ActForm({
  act,
  opened,
  onClose,
  onSaved,
}: {
  act?: Act;
  opened: boolean;
  onClose: () => void;
  onSaved?: (act: { id: number }) => void;
}) {
  const { t, field } = useFields();
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(act ? 'correspondence.destruction.edit' : 'correspondence.destruction.add')}
      schema={schema}
      draftKey={false}
      defaults={
        act
          ? { basis: act.basis, signer_id: act.signer_id, member_ids: act.members.map(({ staff_id }) => staff_id) }
          : {}
      }
      fields={[
        { control: 'textarea', ...field('basis'), wide: true },
        {
          control: 'async',
          ...field('member_ids'),
          description: t('correspondence.destruction.members_hint'),
          load: loadPeople,
          multiple: true,
          wide: true,
        },
        { control: 'async', ...field('signer_id'), load: loadPeople, wide: true },
      ]}
      save={(input: z.input<typeof schema>) =>
        api.destruction.save.call({ ...input, ...(act ? { id: act.id, version: act.version } : {}) }, silent)
      }
      onSaved={(saved: { id: number }) => {
        void refresh();
        onSaved?.(saved);
      }}
    />
  );
}

export function ActFacts({ act }: { act: Act }) {
  const { t } = useFields();
  return (
    <Stack gap="xs" mt="sm">
      {act.members.map((one, place) => (
        <div key={one.staff_id}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {one.name}
              {place === 0 && (
                <Text span size="xs" c="dimmed">
                  {' · '}
                  {t('correspondence.destruction.chair')}
                </Text>
              )}
            </Text>
            <StatusBadge
              status={one.status}
              color={one.status === 'AGREED' ? 'teal' : one.status === 'REFUSED' ? 'red' : 'yellow'}
              label={t(`correspondence.agreement_state.${one.status}`)}
            />
          </Group>
          {one.remark && (
            <Text size="sm" c="dimmed">
              {one.remark}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
