import { Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { codeId, useLocale, useMessages } from '#platform/web/index.ts';
import { DateText, Facts, type OptionId, PhoneText, Section } from '#platform/web/kit/index.ts';
import { loadCities, loadDepartments, loadForms, loadNationalities, loadRegions, type Profile } from '../api.ts';
import { Copyable } from './copyable.tsx';
import { FieldHistory } from './field-history.tsx';
import { useShownValue } from './shown-value.ts';
import { EditStudent } from './student-form.tsx';

type Load = (search: string, ids?: OptionId[]) => Promise<{ id: number; title: string }[]>;
/** The title of a reference that the record holds by its number. */
function Title({ of, id, load }: { of: string; id: number | null | undefined; load: Load }) {
  const { locale } = useLocale();
  const { data } = useQuery({
    queryKey: ['students', of, id, locale],
    queryFn: () => load('', [id as number]),
    enabled: typeof id === 'number',
    staleTime: 5 * 60_000,
  });
  if (typeof id !== 'number') return '—';
  return data ? (data[0]?.title ?? '—') : '…';
}

function Coded({ field, value }: { field: string; value: string | null | undefined }) {
  const shown = useShownValue();
  return value ? String(shown.value(field, value)) : '—';
}

function useFacts(student: Profile) {
  const t = useMessages();
  const fact = (name: string, value: ReactNode) => ({
    label: (
      <Group gap={2} component="span" wrap="nowrap" display="inline-flex">
        {t(codeId('students.field', name))}
        <FieldHistory student={student} field={name} />
      </Group>
    ),
    value,
  });
  /** A value that is often carried to another system. */
  const copied = (name: string, value: string | null | undefined, shown?: ReactNode) =>
    fact(
      name,
      value && (
        <Copyable value={value} label={t(codeId('students.field', name))}>
          {shown}
        </Copyable>
      ),
    );
  return { t, fact, copied };
}

const Edit = ({ onClick }: { onClick: () => void }) => {
  const t = useMessages();
  return (
    <Button size="xs" variant="default" leftSection={<IconPencil size={14} aria-hidden />} onClick={onClick}>
      {t('students.edit')}
    </Button>
  );
};

export function Personal({ student }: { student: Profile }) {
  const { t, fact, copied } = useFacts(student);
  const [part, setPart] = useState<'personal' | 'study'>();
  const edit = student.can?.edit;
  return (
    <Stack gap="md">
      <Section title={t('students.section.personal')} actions={edit && <Edit onClick={() => setPart('personal')} />}>
        <Facts
          items={[
            fact('lastname', student.lastname),
            fact('firstname', student.firstname),
            fact('midname', student.midname),
            fact('names_cyrillic', student.names_cyrillic),
            fact('gender', student.gender && t(`students.gender.${student.gender}`)),
            ...('birthdate' in student
              ? [
                  fact('birthdate', <DateText value={student.birthdate} />),
                  fact(
                    'nationality_id',
                    <Title of="nationality" id={student.nationality_id} load={loadNationalities} />,
                  ),
                  fact('citizenship', student.citizenship),
                  fact('native_language', <Coded field="native_language" value={student.native_language} />),
                  fact('marital_status', student.marital_status && t(`students.marital.${student.marital_status}`)),
                ]
              : []),
          ]}
        />
      </Section>
      <Section title={t('students.section.study')} actions={edit && <Edit onClick={() => setPart('study')} />}>
        <Facts
          items={[
            copied('student_no', student.student_no),
            copied('username', student.username),
            fact('course_id', student.course?.title),
            fact('course_code', student.course?.code),
            fact('level', t(`students.level.${student.level}`)),
            fact('education_form_id', <Title of="form" id={student.education_form_id} load={loadForms} />),
            fact('study_language', t(`students.language.${student.study_language}`)),
            fact('entry_year', String(student.entry_year)),
            fact('tuition', t(`students.tuition.${student.tuition}`)),
            fact('department_id', <Title of="department" id={student.department_id} load={loadDepartments} />),
            copied('hemis_code', student.hemis_code),
            fact('hemis_status', student.hemis_status),
          ]}
        />
      </Section>
      <EditStudent
        opened={part !== undefined}
        part={part ?? 'personal'}
        onClose={() => setPart(undefined)}
        record={student}
      />
    </Stack>
  );
}

export function Contact({ student }: { student: Profile }) {
  const { t, fact, copied } = useFacts(student);
  const [editing, setEditing] = useState(false);
  return (
    <Section
      title={t('students.section.contact')}
      actions={student.can?.contact && <Edit onClick={() => setEditing(true)} />}
    >
      <Facts
        items={[
          copied('contact_phone', student.contact_phone, <PhoneText value={student.contact_phone} />),
          fact('home_phone', <PhoneText value={student.home_phone} />),
          fact('additional_phone1', <PhoneText value={student.additional_phone1} />),
          fact('additional_phone2', <PhoneText value={student.additional_phone2} />),
          copied(
            'email',
            student.email,
            <a href={`mailto:${student.email}`} style={{ color: 'inherit' }}>
              {student.email}
            </a>,
          ),
          fact('region_id', <Title of="region" id={student.region_id} load={loadRegions} />),
          fact('city_id', <Title of="city" id={student.city_id} load={loadCities} />),
          fact('permanent_address', student.permanent_address),
          fact('current_address', student.current_address),
        ]}
      />
      <EditStudent opened={editing} onClose={() => setEditing(false)} record={student} part="contact" />
    </Section>
  );
}

export function Passport({ student }: { student: Profile }) {
  const { t, fact, copied } = useFacts(student);
  const [editing, setEditing] = useState(false);
  return (
    <Section
      title={t('students.section.passport')}
      actions={student.can?.passport && <Edit onClick={() => setEditing(true)} />}
    >
      <Facts
        items={[
          copied('passport_id', student.passport_id),
          copied('pinfl', student.pinfl),
          fact('passport_issued_by', student.passport_issued_by),
          fact('passport_issued_on', <DateText value={student.passport_issued_on} />),
          fact('passport_expires_on', <DateText value={student.passport_expires_on} />),
        ]}
      />
      <EditStudent opened={editing} onClose={() => setEditing(false)} record={student} part="passport" />
    </Section>
  );
}
