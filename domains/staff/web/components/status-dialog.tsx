import { z } from 'zod';
import { id, requiredText, version } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, ForcedNote, FormDrawer } from '#platform/web/kit/index.ts';
import { statusChange } from '../../shapes.ts';
import { staffStatuses } from '../../workflow.ts';
import { api, refresh } from '../api.ts';
import type { StaffPerson } from './staff-form.tsx';

export type Step = StaffPerson['next_statuses'][number];

interface StatusDialogProps {
  person: StaffPerson;
  /** `forced`: any step at all, past the life cycle */
  step: Step | 'forced' | undefined;
  onClose: () => void;
}

/** Asks for what a step of the employment needs: a reason, an order, its dates. */
export function StatusDialog({ person, step: asked, onClose }: StatusDialogProps) {
  const t = useMessages();
  const force = asked === 'forced';
  const step = asked === 'forced' ? undefined : asked;
  const { reason, order_number, status, ...rest } = statusChange;
  const schema = z.object({
    id,
    version,
    ...rest,
    status,
    reason: force || step?.reason ? requiredText(1000) : reason,
    order_number: step?.order ? requiredText(60) : order_number,
  });
  const field = <N extends NameIn<'staff.field'>>(name: N) => ({ name, label: t(codeId('staff.field', name)) });
  const others = staffStatuses.filter((one) => one !== person.status);
  const fields: FieldDefinition[] = [
    ...(force
      ? [
          {
            control: 'select',
            ...field('status'),
            options: choices(t, 'staff.status', others),
            wide: true,
          } as const,
        ]
      : []),
    { control: 'date', ...field('effective_from') },
    ...(step?.status === 'ON_LEAVE' ? [{ control: 'date', ...field('effective_to') } as const] : []),
    { control: 'text', ...field('order_number') },
    { control: 'date', ...field('order_date') },
    { control: 'textarea', ...field('reason'), wide: true },
  ];
  return (
    <FormDrawer
      opened={asked !== undefined}
      onClose={onClose}
      title={force ? t('kit.forced.label') : step ? t(`staff.step.${step.status}`) : ''}
      schema={schema}
      defaults={{
        id: person.id,
        version: person.version,
        ...(force ? { force } : { status: step?.status }),
      }}
      draftKey={false}
      intro={force && <ForcedNote />}
      fields={fields}
      save={(payload) => api.staff.status.call(payload, silent)}
      onSaved={() => void refresh('staff')}
    />
  );
}
