import { z } from 'zod';
import { clearable, date, id, requiredText } from '#platform/contract/index.ts';
import { choices, silent } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { repeats } from '../../shapes.ts';
import { api, type Letter, loadPeople, type Order, refresh, useFields } from '../api.ts';

const schema = z.object({
  text: requiredText(2000),
  responsible: id,
  others: z.array(id).max(49).optional(),
  due_on: clearable(date),
  control: z.boolean().optional(),
  urgent: z.boolean().optional(),
  repeats: clearable(z.enum(repeats)),
  repeats_until: clearable(date),
});

/** What is ordered, to whom, by when: under the letter, or under an order that one executes. */
export function OrderForm({
  letter,
  parent,
  order,
  opened,
  onClose,
}: {
  letter: Letter;
  parent?: Order | undefined;
  order?: Order | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  const { t, field, label } = useFields();
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(
        order ? 'correspondence.order.edit' : parent ? 'correspondence.order.under' : 'correspondence.order.add',
      )}
      schema={schema}
      draftKey={false}
      defaults={
        order
          ? {
              text: order.text,
              responsible: order.executors.find(({ responsible }) => responsible)?.id,
              others: order.executors.filter(({ responsible }) => !responsible).map((one) => one.id),
              due_on: order.due_on,
              control: order.control,
              urgent: order.urgent,
              repeats: order.repeats,
              repeats_until: order.repeats_until,
            }
          : { due_on: parent?.due_on ?? null, control: false, urgent: false }
      }
      fields={[
        { control: 'textarea', ...field('text'), wide: true },
        {
          control: 'async',
          name: 'responsible',
          label: t('correspondence.order.responsible'),
          load: loadPeople,
          wide: true,
        },
        {
          control: 'async',
          name: 'others',
          label: t('correspondence.order.others'),
          load: loadPeople,
          multiple: true,
          wide: true,
        },
        { control: 'date', ...field('due_on') },
        {
          control: 'switch',
          name: 'control',
          label: t('correspondence.order.on_control'),
          description: t('correspondence.order.control_hint'),
        },
        { control: 'switch', name: 'urgent', label: label('urgent') },
        { control: 'select', ...field('repeats'), options: choices(t, 'correspondence.repeat', repeats) },
        { control: 'date', ...field('repeats_until') },
      ]}
      save={({ responsible, others = [], ...rest }: z.input<typeof schema>) =>
        api.order.save.call(
          {
            ...rest,
            letter_id: letter.id,
            ...(order ? { id: order.id, version: order.version } : { parent_id: parent?.id ?? null }),
            executors: [
              { staff_id: responsible, responsible: true },
              ...others.map((staff_id) => ({ staff_id, responsible: false })),
            ],
          },
          silent,
        )
      }
      onSaved={() => void refresh()}
    />
  );
}
