import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, silent, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, notify, StatusBadge } from '#platform/web/kit/index.ts';
import { boardRoles } from '../../shapes-release.ts';
import { api, loadAwardPeople, refresh } from '../api.ts';
import type { Board } from './tones.ts';

type Member = Board['members'][number];

/** Who sits on a board, as what, who came and who has signed; chosen from the staff. */
export function Members({ board }: { board: Board }) {
  const t = useMessages();
  const [adding, setAdding] = useState<number | null>(null);
  const edits = board.can.edit || board.can.decide;
  const save = async (members: Pick<Member, 'staff_id' | 'role' | 'present'>[]) => {
    try {
      await api.award.board.save.call(
        {
          id: board.id,
          version: board.version,
          members: members.map(({ staff_id, role, present }) => ({ staff_id, role, present })),
        },
        silent,
      );
      await refresh();
    } catch (error) {
      notify.error(error);
    }
  };
  const change = (staff_id: number, part: Partial<Member>) =>
    void save(board.members.map((one) => (one.staff_id === staff_id ? { ...one, ...part } : one)));
  return (
    <Stack gap="xs">
      {board.members.length === 0 && <Text c="dimmed">{t('assessment.award.no_members')}</Text>}
      {board.members.map((one) => (
        <Group key={one.staff_id} gap="sm" wrap="wrap">
          <div style={{ flex: '1 1 180px' }}>
            <Text size="sm" fw={500}>
              {one.name}
            </Text>
            <Text size="xs" c="dimmed">
              {one.position ?? ''}
            </Text>
          </div>
          {edits ? (
            <>
              <Select
                size="xs"
                w={170}
                aria-label={t('assessment.award.role_of', { name: one.name })}
                value={one.role}
                data={choices(t, 'assessment.board.role', boardRoles).map((role) => ({
                  value: String(role.id),
                  label: role.title,
                }))}
                allowDeselect={false}
                onChange={(value) => {
                  const role = boardRoles.find((known) => known === value);
                  if (role) change(one.staff_id, { role });
                }}
              />
              <Checkbox
                size="xs"
                label={t('assessment.award.present')}
                checked={one.present}
                onChange={(event) => change(one.staff_id, { present: event.currentTarget.checked })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('assessment.plan.remove', { name: one.name })}
                onClick={() => void save(board.members.filter(({ staff_id }) => staff_id !== one.staff_id))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </>
          ) : (
            <Group gap="xs">
              <StatusBadge status={one.role} color="gray" label={t(`assessment.board.role.${one.role}`)} />
              {!one.present && <StatusBadge status="ABSENT" color="gray" label={t('assessment.award.absent')} />}
              {one.signed_at && <StatusBadge status="SIGNED" color="teal" label={t('assessment.award.signed')} />}
            </Group>
          )}
        </Group>
      ))}
      {edits && (
        <Group gap="xs" align="flex-end">
          <AsyncSelect
            label={t('assessment.award.add_member')}
            load={loadAwardPeople}
            value={adding}
            onChange={(value) => setAdding(typeof value === 'number' ? value : null)}
          />
          <Button
            variant="default"
            disabled={adding === null}
            onClick={() => {
              if (adding === null) return;
              const role = board.members.length === 0 ? 'CHAIR' : board.members.length === 1 ? 'SECRETARY' : 'MEMBER';
              void save([...board.members, { staff_id: adding, role, present: true }]);
              setAdding(null);
            }}
          >
            {t('assessment.award.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
