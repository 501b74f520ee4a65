import { Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { namesOf, type StoredField } from '#platform/contract/index.ts';
import { type NameIn, useMessages } from '#platform/web/index.ts';
import { Facts, Section } from '#platform/web/kit/index.ts';
import { type Part, studentFields } from '../../fields.ts';
import type { Profile } from '../api.ts';
import { Copyable } from './copyable.tsx';
import { FieldHistory } from './field-history.tsx';
import { FieldValue } from './field-value.tsx';
import type { FieldName } from './fields.ts';
import { EditStudent } from './student-form.tsx';

/** The facts of one part of the record, of those fields that the caller is shown. */
function useFacts(student: Profile) {
  const t = useMessages();
  const fact = (name: NameIn<'students.field'>, value: ReactNode) => ({
    label: (
      <Group gap={2} component="span" wrap="nowrap" display="inline-flex">
        {t(`students.field.${name}`)}
        <FieldHistory student={student} field={name} />
      </Group>
    ),
    value,
  });
  const shown = (name: FieldName) => {
    // The programme comes with the record, so its title is not asked for.
    if (name === 'course_id') return student.course?.title;
    const value = student[name];
    const text = <FieldValue name={name} value={value} />;
    const { copied }: StoredField = studentFields[name];
    if (!copied || typeof value !== 'string') return text;
    return (
      <Copyable value={value} label={t(`students.field.${name}`)}>
        {text}
      </Copyable>
    );
  };
  const factsOf = (part: Part) =>
    namesOf(studentFields, { part })
      .filter((name) => name in student)
      .flatMap((name) => [
        fact(name, shown(name)),
        ...(name === 'course_id' ? [fact('course_code', student.course?.code)] : []),
      ]);
  return { t, fact, factsOf };
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
        <Facts items={[...factsOf('study'), fact('hemis_status', student.hemis_status)]} />
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
