import { Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type NameIn, useMessages } from '#platform/web/index.ts';
import { Facts, factsOf, Section } from '#platform/web/kit/index.ts';
import type { Part } from '../../fields.ts';
import type { Profile } from '../api.ts';
import { FieldHistory } from './field-history.tsx';
import { studentShown } from './fields.ts';
import { EditStudent } from './student-form.tsx';

/** The facts of one part of the record, each with who changed it; the programme comes with the record, its code beside it. */
function useFacts(student: Profile) {
  const t = useMessages();
  const label = (name: NameIn<'students.field'>, title = t(`students.field.${name}`)) => (
    <Group gap={2} component="span" wrap="nowrap" display="inline-flex">
      {title}
      <FieldHistory student={student} field={name} />
    </Group>
  );
  const fact = (name: NameIn<'students.field'>, value: ReactNode) => ({ label: label(name), value });
  const facts = (part: Part) =>
    factsOf(t, studentShown, part, student, { label, instead: { course_id: student.course?.title } }).flatMap((one) =>
      one.name === 'course_id' ? [one, fact('course_code', student.course?.code)] : [one],
    );
  return { t, fact, factsOf: facts };
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
  const { t, fact, factsOf } = useFacts(student);
  const [part, setPart] = useState<'personal' | 'study'>();
  const edit = student.can?.edit;
  return (
    <Stack gap="md">
      <Section title={t('students.section.personal')} actions={edit && <Edit onClick={() => setPart('personal')} />}>
        <Facts items={factsOf('personal')} />
      </Section>
      <Section title={t('students.section.study')} actions={edit && <Edit onClick={() => setPart('study')} />}>
        <Facts items={[...factsOf('study'), fact('hemis_status', t(`students.hemis.${student.hemis_status}`))]} />
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
  const { t, factsOf } = useFacts(student);
  const [editing, setEditing] = useState(false);
  return (
    <Section
      title={t('students.section.contact')}
      actions={student.can?.contact && <Edit onClick={() => setEditing(true)} />}
    >
      <Facts items={factsOf('contact')} />
      <EditStudent opened={editing} onClose={() => setEditing(false)} record={student} part="contact" />
    </Section>
  );
}

export function Passport({ student }: { student: Profile }) {
  const { t, factsOf } = useFacts(student);
  const [editing, setEditing] = useState(false);
  return (
    <Section
      title={t('students.section.passport')}
      actions={student.can?.passport && <Edit onClick={() => setEditing(true)} />}
    >
      <Facts items={factsOf('passport')} />
      <EditStudent opened={editing} onClose={() => setEditing(false)} record={student} part="passport" />
    </Section>
  );
}
