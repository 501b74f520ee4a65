import { z } from 'zod';
import { id, requiredText, version } from '#platform/contract/index.ts';
import { useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, FormDrawer } from '#platform/web/kit/index.ts';
import { statusChange } from '../../shapes.ts';
import { api, refresh } from '../api.ts';
import type { StaffPerson } from './staff-form.tsx';

export type Step = StaffPerson['next_statuses'][number];

/** Asks for what a step of the employment needs: a reason, an order, its dates. */
export function StatusDialog({
  person,
  step,
  onClose,
}: {
  person: StaffPerson;
  step: Step | undefined;
  onClose: () => void;
}) {
  const t = useMessages();
  const { reason, order_number, status, ...dates } = statusChange;
  const schema = z.object({
    id,
    version,
    status,
    reason: step?.reason ? requiredText(1000) : reason,
    order_number: step?.order ? requiredText(60) : order_number,
    ...dates,
  });
  const field = (name: string) => ({ name, label: t(`staff.field.${name}`) });
  const fields: FieldDefinition[] = [
    { control: 'date', ...field('effective_from') },
    ...(step?.status === 'ON_LEAVE' ? [{ control: 'date', ...field('effective_to') } as const] : []),
    { control: 'text', ...field('order_number') },
    { control: 'date', ...field('order_date') },
    { control: 'textarea', ...field('reason'), wide: true },
  ];
  return (
    <FormDrawer
      opened={step !== undefined}
      onClose={onClose}
      title={step ? t(`staff.step.${step.status}`) : ''}
      schema={schema}
      defaults={{ id: person.id, version: person.version, status: step?.status }}
      draftKey={false}
      fields={fields}
      save={(payload) => api.staff.status.call(payload as never, { context: { silent: true } })}
      onSaved={() => void refresh('staff')}
    />
  );
}
