import { z } from 'zod';
import { namesOf, saveBase } from '#platform/contract/index.ts';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { FormDrawer, fieldTitle, formFields } from '#platform/web/kit/index.ts';
import { type Part, staffFields } from '../../fields.ts';
import { personalSave, personSave, workSave } from '../../shapes.ts';
import { api, refresh } from '../api.ts';
import { staffShown } from '../fields.ts';

const workSchema = z.object({ ...saveBase, ...personSave, ...workSave });
const staffSchema = workSchema.extend(personalSave);

export type StaffPerson = Awaited<ReturnType<typeof api.staff.get.call>>;

interface StaffFormProps {
  opened: boolean;
  onClose: () => void;
  record?: StaffPerson | undefined;
  onSaved?: (saved: StaffPerson) => void;
}

/** Creates and edits a staff record. The personal section is there for those alone who may see it. */
export function StaffForm({ opened, onClose, record, onSaved }: StaffFormProps) {
  const t = useMessages();
  const personal = useAbility().scope('staff.personal') === 'institution';
  const parts: readonly Part[] = personal ? ['person', 'work', 'personal'] : ['person', 'work'];
  const known = { department_id: record?.department, job_position_id: record?.job_position };
  const form = {
    opened,
    onClose,
    size: 760,
    title: t(record ? 'staff.form.edit' : 'staff.form.create'),
    record,
    // Of all fields: in a conflict the other person may have changed one that this form does not show.
    labels: Object.fromEntries(namesOf(staffFields, {}).map((name) => [name, fieldTitle(t, staffShown, name)])),
    sections: parts.map((part) => ({
      title: t(`staff.section.${part}`),
      fields: formFields(t, staffShown, part, known),
    })),
    onSaved: (saved: StaffPerson) => {
      void refresh('staff');
      onSaved?.(saved);
    },
  };
  return personal ? (
    <FormDrawer {...form} schema={staffSchema} save={(payload) => api.staff.save.call(payload, silent)} />
  ) : (
    <FormDrawer {...form} schema={workSchema} save={(payload) => api.staff.save.call(payload, silent)} />
  );
}
