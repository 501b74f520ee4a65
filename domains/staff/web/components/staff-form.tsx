import { z } from 'zod';
import { requiredText, saveBase } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, FormDrawer } from '#platform/web/kit/index.ts';
import { academicTitles, degrees, personalSave, staffSave } from '../../shapes.ts';
import { api, loadDepartments, loadJobs, refresh } from '../api.ts';

const { staff_no, public: listed, ...rest } = staffSave;
const full = {
  ...saveBase,
  ...rest,
  staff_no,
  public: listed,
  firstname: requiredText(100),
  lastname: requiredText(100),
};
const whole = z.object(full);
const personalKeys = new Set(Object.keys(personalSave));
const withoutPersonal = z.object(Object.fromEntries(Object.entries(full).filter(([key]) => !personalKeys.has(key))));

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
  const field = <N extends NameIn<'staff.field'>>(name: N) => ({ name, label: t(codeId('staff.field', name)) });
  const known = (option: { id: number; title: string } | null | undefined) => (option ? { known: [option] } : {});
  const sections: { title: string; fields: FieldDefinition[] }[] = [
    {
      title: t('staff.section.person'),
      fields: [
        { control: 'text', ...field('lastname') },
        { control: 'text', ...field('firstname') },
        { control: 'text', ...field('midname') },
        {
          control: 'select',
          ...field('gender'),
          clearable: true,
          options: choices(t, 'staff.gender', ['MALE', 'FEMALE']),
        },
        { control: 'select', ...field('degree'), clearable: true, options: choices(t, 'staff.degree', degrees) },
        {
          control: 'select',
          ...field('academic_title'),
          clearable: true,
          options: choices(t, 'staff.academic_title', academicTitles),
        },
      ],
    },
    {
      title: t('staff.section.work'),
      fields: [
        { control: 'async', ...field('department_id'), load: loadDepartments, ...known(record?.department) },
        { control: 'async', ...field('job_position_id'), load: loadJobs, ...known(record?.job_position) },
        { control: 'text', ...field('staff_no'), description: record ? undefined : t('staff.field.staff_no.hint') },
        { control: 'date', ...field('hired_on') },
        { control: 'phone', ...field('work_phone') },
        { control: 'email', ...field('work_email') },
        { control: 'switch', ...field('public'), description: t('staff.field.public.hint') },
      ],
    },
  ];
  if (personal)
    sections.push({
      title: t('staff.section.personal'),
      fields: [
        { control: 'date', ...field('birthdate') },
        { control: 'text', ...field('passport_id'), placeholder: 'AA1234567' },
        { control: 'text', ...field('pinfl') },
        { control: 'phone', ...field('phone') },
        { control: 'email', ...field('email') },
        { control: 'text', ...field('contract_number') },
        { control: 'number', ...field('employment_rate'), min: 0.25, max: 2, step: 0.25, decimals: 2 },
        { control: 'text', ...field('permanent_address'), wide: true },
        { control: 'text', ...field('current_address'), wide: true },
      ],
    });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      size={760}
      title={t(record ? 'staff.form.edit' : 'staff.form.create')}
      schema={personal ? whole : (withoutPersonal as unknown as typeof whole)}
      record={record}
      sections={sections}
      save={(payload) => api.staff.save.call(payload, silent)}
      onSaved={(saved: StaffPerson) => {
        void refresh('staff');
        onSaved?.(saved);
      }}
    />
  );
}
