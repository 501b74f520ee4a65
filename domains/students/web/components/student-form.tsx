import { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';
import { maskOf, namesOf, saveBase } from '#platform/contract/index.ts';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, formFields } from '#platform/web/kit/index.ts';
import { type Part, studentFields } from '../../fields.ts';
import { contactUpdate, passportUpdate, studentSave } from '../../shapes.ts';
import { api, type Profile, refresh } from '../api.ts';
import { studentShown } from './fields.ts';
import { useShownValue } from './shown-value.ts';

interface EditProps {
  opened: boolean;
  onClose: () => void;
  record: Profile;
  part: Part;
}

const schema = z.object({ ...saveBase, ...studentSave });
const formParts: readonly Part[] = ['personal', 'study', 'contact', 'passport'];

/** A new student. The number is given out when it is left empty. */
export function StudentForm({
  opened,
  onClose,
  onSaved,
}: {
  opened: boolean;
  onClose: () => void;
  onSaved?: (saved: Profile) => void;
}) {
  const t = useMessages();
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      size={760}
      title={t('students.list.add')}
      schema={schema}
      defaults={{
        level: 'BACHELOR',
        entry_year: clock.date().getFullYear(),
        study_language: 'uz',
        tuition: 'CONTRACT',
        citizenship: 'UZ',
      }}
      draftKey="student-new"
      sections={formParts.map((part) => ({
        title: t(`students.section.${part}`),
        fields: formFields(t, studentShown, part),
      }))}
      save={(payload) => api.save.call(payload, silent)}
      onSaved={(saved: Profile) => {
        void refresh();
        onSaved?.(saved);
      }}
    />
  );
}

const officeSchema = schema.omit(maskOf(namesOf(studentFields, { part: 'passport' })));

/** Corrects a part of a student's record. */
export function EditStudent({ opened, onClose, record, part }: EditProps) {
  const t = useMessages();
  const shown = useShownValue();
  const form = {
    opened,
    onClose,
    title: t(`students.section.${part}`),
    record,
    // Of all fields: in a conflict the other person may have changed one that this form does not show.
    labels: Object.fromEntries(namesOf(studentFields, {}).map((name) => [name, t(`students.field.${name}`)])),
    shownValue: shown.value,
    fields: formFields(t, studentShown, part),
    onSaved: () => void refresh(),
  };
  // Contact and papers have calls of their own: students correct the one, the other has a right of its own.
  if (part === 'contact')
    return (
      <FormDrawer {...form} schema={contactUpdate} save={(payload) => api.profile.contact.call(payload, silent)} />
    );
  if (part === 'passport')
    return (
      <FormDrawer
        {...form}
        schema={passportUpdate}
        // Papers are kept out of the browser's storage.
        draftKey={false}
        save={(payload) => api.profile.passport.call(payload, silent)}
      />
    );
  return <FormDrawer {...form} schema={officeSchema} save={(payload) => api.save.call(payload, silent)} />;
}
