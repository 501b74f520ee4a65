import { z } from 'zod';
import { date, id } from '#platform/contract/index.ts';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { api, loadStaff, refresh } from '../api.ts';

const schema = z.object({ staff_id: id.nullish(), from: date.optional() });

/** Who looks after one group or several from a day on; nobody ends it. */
export function MentorDialog({
  groups,
  onClose,
  onDone,
}: {
  groups: { id: number }[] | undefined;
  onClose: () => void;
  onDone?: () => void;
}) {
  const t = useMessages();
  return (
    <FormDrawer
      as="modal"
      opened={groups !== undefined}
      onClose={onClose}
      title={t('groups.mentor.title', { count: groups?.length ?? 0 })}
      schema={schema}
      draftKey={false}
      fields={[
        {
          control: 'async',
          name: 'staff_id',
          label: t('groups.field.mentor'),
          load: loadStaff,
          wide: true,
          description: t('groups.mentor.hint'),
        },
        { control: 'date', name: 'from', label: t('groups.field.from'), description: t('groups.today.hint') },
      ]}
      save={({ staff_id, ...rest }) =>
        api.group.mentor.call(
          { group_ids: (groups ?? []).map(({ id }) => id), staff_id: staff_id ?? null, ...rest },
          silent,
        )
      }
      onSaved={() => {
        onDone?.();
        void refresh();
      }}
    />
  );
}
