import { Button, Group, Modal, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AsyncSelect, type OptionId } from '#platform/web/kit/index.ts';
import { loadModules } from '../api.ts';
import { useFields } from '../use-fields.ts';

/** Chooses the module whose plan is to be made; the plan's own page makes it. */
export function NewPlan({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t, label } = useFields();
  const navigate = useNavigate();
  const [module, setModule] = useState<OptionId | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('assessment.plans.add')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <AsyncSelect
          label={label('course_module_id')}
          required
          load={loadModules}
          value={module}
          onChange={setModule}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button disabled={module === null} onClick={() => void navigate({ to: `/mark-plan/${module}` })}>
            {t('assessment.plans.go_on')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
