import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { api } from '../api.ts';
import { branchOf, moveDepartment } from '../move-department.ts';

const top = 'top';

/** Moves a department with the keyboard: names the one it goes under, or the top. */
export function MoveDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useMessages();
  const { data = [] } = useQuery({ ...api.department.label.queryOptions({ input: {} }), enabled: id !== undefined });
  const own = data.find((label) => label.value === id);
  return (
    <Modal
      opened={id !== undefined}
      onClose={onClose}
      centered
      title={t('institutions.department.move_named', { name: own?.label ?? '' })}
    >
      {own && <Choice key={own.value} own={own} labels={data} onClose={onClose} />}
    </Modal>
  );
}

type Label = Awaited<ReturnType<typeof api.department.label.call>>[number];

function Choice({ own, labels, onClose }: { own: Label; labels: Label[]; onClose: () => void }) {
  const t = useMessages();
  const [to, setTo] = useState<string | null>(own.parent_id === null ? top : String(own.parent_id));
  const [busy, setBusy] = useState(false);
  const branch = branchOf(labels, own.value);
  const move = async () => {
    setBusy(true);
    await moveDepartment(t, own.value, to === top ? null : Number(to));
    onClose();
  };
  return (
    <Stack>
      <Select
        label={t('institutions.department.under')}
        data-autofocus
        searchable
        allowDeselect={false}
        value={to}
        onChange={setTo}
        data={[
          { value: top, label: t('institutions.department.top') },
          ...labels
            .filter((label) => !branch.has(label.value))
            .map((label) => ({ value: String(label.value), label: label.label })),
        ]}
      />
      <Group justify="flex-end">
        <Button loading={busy} disabled={to === null} onClick={() => void move()}>
          {t('institutions.department.move_do')}
        </Button>
      </Group>
    </Stack>
  );
}
