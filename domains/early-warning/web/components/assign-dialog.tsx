import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { messageOf, silent } from '#platform/web/index.ts';
import { AsyncSelect, fullName, notify } from '#platform/web/kit/index.ts';
import { api, loadActors, type RiskCase, refresh, useFields } from '../api.ts';

/** To whom these students are handed over. */
export function AssignDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly Pick<RiskCase, 'id' | 'student' | 'mentor'>[];
  onClose: () => void;
  onDone?: (() => void) | undefined;
}) {
  const { t, label } = useFields();
  const [chosen, setChosen] = useState<number | null>(rows.length === 1 ? (rows[0]?.mentor?.id ?? null) : null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async (staff_id: number | null) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.risk.assign.call({ ids: rows.map(({ id }) => id), staff_id }, silent);
      await refresh();
      notify.success();
      onDone?.();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('early-warning.assign.title')}
      centered
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {rows.length === 1 && rows[0]
            ? fullName(rows[0].student)
            : t('early-warning.assign.count', { count: rows.length })}
        </Text>
        <AsyncSelect
          label={label('mentor')}
          load={loadActors}
          value={chosen}
          onChange={(next) => setChosen(next === null ? null : Number(next))}
        />
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          {rows.some(({ mentor }) => mentor) && (
            <Button variant="default" loading={busy} onClick={() => void save(null)}>
              {t('early-warning.assign.nobody')}
            </Button>
          )}
          <Button loading={busy} disabled={chosen === null} onClick={() => void save(chosen)}>
            {t('early-warning.assign.do')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
