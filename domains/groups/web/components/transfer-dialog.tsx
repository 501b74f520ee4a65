import { z } from 'zod';
import { id, requiredText } from '#platform/contract/index.ts';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, fullName, notify, tellError } from '#platform/web/kit/index.ts';
import { transferInput } from '../../shapes.ts';
import { api, loadGroups, type Member, refresh } from '../api.ts';

const schema = z.object({ group_id: id, from: transferInput.shape.from, reason: requiredText(500) });

export interface Transfer {
  student: Pick<Member, 'id' | 'firstname' | 'lastname' | 'midname'>;
  from: { id: number; name: string };
  /** where to, if that was chosen already by dropping */
  to?: { id: number; name: string } | undefined;
}

/** Moves one student to another group from a day on. What was noted of the old group stays there. */
export function TransferDialog({ task, onClose }: { task: Transfer | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <FormDrawer
      notice={false}
      as="modal"
      opened={task !== undefined}
      onClose={onClose}
      title={t('groups.transfer.title', { name: task ? fullName(task.student) : '' })}
      schema={schema}
      defaults={task?.to ? { group_id: task.to.id } : {}}
      draftKey={false}
      submitLabel={t('groups.transfer.submit')}
      fields={[
        {
          control: 'async',
          name: 'group_id',
          label: t('groups.field.to'),
          load: loadGroups,
          ...(task?.to ? { known: [{ id: task.to.id, title: task.to.name }] } : {}),
        },
        { control: 'date', name: 'from', label: t('groups.field.from'), description: t('groups.today.hint') },
        { control: 'textarea', name: 'reason', label: t('groups.field.reason'), wide: true },
      ]}
      save={(payload) => {
        if (!task) throw new Error('nobody is moved');
        return api.group.transfer.call({ ...payload, student_id: task.student.id }, silent);
      }}
      onSaved={({ to }: { to: { name: string } }) => {
        void refresh();
        if (!task) return;
        notify.undo(t('groups.transfer.done', { name: fullName(task.student), group: to.name }), () =>
          api.group.transfer
            .call({ student_id: task.student.id, group_id: task.from.id, reason: t('groups.transfer.undone') }, silent)
            .then(refresh, tellError),
        );
      }}
    />
  );
}
