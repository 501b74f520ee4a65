import { z } from 'zod';
import { silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { contactUpdate, passportUpdate, studentSave } from '../../shapes.ts';
import { api, type Profile, refresh } from '../api.ts';
import { studentFields } from './fields.ts';
import { useShownValue } from './shown-value.ts';

export interface EditProps {
  opened: boolean;
  onClose: () => void;
  record: Profile;
}

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
  const { personal, study, contact, passport } = studentFields(t);
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      size={760}
      title={t('students.list.add')}
      schema={studentSave}
      defaults={{
        level: 'BACHELOR',
        entry_year: new Date().getFullYear(),
        study_language: 'uz',
        tuition: 'CONTRACT',
        citizenship: 'UZ',
      }}
      draftKey="student-new"
      sections={[
        { title: t('students.section.personal'), fields: personal },
        { title: t('students.section.study'), fields: study },
        { title: t('students.section.contact'), fields: contact },
        { title: t('students.section.passport'), fields: passport },
      ]}
      save={(payload) => api.save.call(payload as never, silent)}
      onSaved={(saved: Profile) => {
        void refresh();
        onSaved?.(saved);
      }}
    />
  );
}

const { passport_id, passport_issued_by, passport_issued_on, passport_expires_on, pinfl, ...withoutPapers } =
  studentSave.shape;
const officeSchema = z.object(withoutPapers);

/** Names of all fields, as the other person may have changed one that this form does not show, and values in words. */
function useConflictWords() {
  const t = useMessages();
  const shown = useShownValue();
  const fields = Object.values(studentFields(t)).flat();
  return { labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])), shownValue: shown.value };
}

/** Corrects everything but the papers, which have a right of their own. */
export function EditStudent({ opened, onClose, record, part }: EditProps & { part: 'personal' | 'study' }) {
  const t = useMessages();
  const fields = studentFields(t);
  const inConflict = useConflictWords();
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(`students.section.${part}`)}
      schema={officeSchema}
      record={record}
      {...inConflict}
      fields={fields[part]}
      save={(payload) => api.save.call(payload as never, silent)}
      onSaved={() => void refresh()}
    />
  );
}

/** Corrects how to reach a student; students do so themselves. */
export function EditContact({ opened, onClose, record }: EditProps) {
  const t = useMessages();
  const inConflict = useConflictWords();
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('students.section.contact')}
      schema={contactUpdate}
      record={record}
      {...inConflict}
      fields={studentFields(t).contact}
      save={(payload) => api.profile.contact.call(payload as never, silent)}
      onSaved={() => void refresh()}
    />
  );
}

export function EditPassport({ opened, onClose, record }: EditProps) {
  const t = useMessages();
  const inConflict = useConflictWords();
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('students.section.passport')}
      schema={passportUpdate}
      record={record}
      {...inConflict}
      // Papers are kept out of the browser's storage.
      draftKey={false}
      fields={studentFields(t).passport}
      save={(payload) => api.profile.passport.call(payload as never, silent)}
      onSaved={() => void refresh()}
    />
  );
}
