import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { confirmDelete, Empty, Facts, FormDrawer, fullName, PhoneText, Section } from '#platform/web/kit/index.ts';
import { guardianSave, relationship } from '../../shapes.ts';
import { api, type Guardian, type Profile, refresh } from '../api.ts';

/** The family, and whom to call. */
export function Guardians({ student, guards }: { student: Profile; guards: Guardian[] }) {
  const t = useMessages();
  const [form, setForm] = useState<{ opened: boolean; record?: Guardian }>({ opened: false });
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const fact = (name: string, value: ReactNode) => ({ label: t(codeId('students.field', name)), value });
  const edit = student.can?.contact;
  const add = edit && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setForm({ opened: true })}>
      {t('students.guardian.add')}
    </Button>
  );
  return (
    <Stack gap="md">
      {guards.length === 0 ? (
        <Empty title={t('students.guardian.none')} action={add} />
      ) : (
        add && <Group justify="flex-end">{add}</Group>
      )}
      {guards.map((guard) => (
        <Section
          key={guard.id}
          title={fullName(guard)}
          description={t(`students.relationship.${guard.relationship}`)}
          actions={
            edit && (
              <>
                <ActionIcon
                  variant="default"
                  aria-label={t('students.guardian.edit', { name: fullName(guard) })}
                  onClick={() => setForm({ opened: true, record: guard })}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={t('students.guardian.remove', { name: fullName(guard) })}
                  onClick={() =>
                    void confirmDelete(
                      () => api.guard.remove.call({ id: guard.id }, silent).then(refresh),
                      fullName(guard),
                      () => api.guard.restore.call({ id: guard.id }, silent).then(refresh),
                    )
                  }
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </>
            )
          }
        >
          <Facts
            items={[
              fact('contact_phone', <PhoneText value={guard.contact_phone} />),
              fact('home_phone', <PhoneText value={guard.home_phone} />),
              fact('email', guard.email),
              fact('workplace', guard.workplace),
              fact('current_address', guard.current_address),
            ]}
          />
        </Section>
      ))}
      <FormDrawer
        {...form}
        onClose={() => setForm({ opened: false })}
        title={form.record ? fullName(form.record) : t('students.guardian.add')}
        schema={guardianSave}
        defaults={{ student_id: student.id }}
        draftKey={`student-${student.id}-guardian-${form.record?.id ?? 'new'}`}
        fields={[
          {
            control: 'select',
            ...field('relationship'),
            options: choices(t, 'students.relationship', relationship.options),
          },
          { control: 'text', ...field('lastname') },
          { control: 'text', ...field('firstname') },
          { control: 'text', ...field('midname') },
          { control: 'phone', ...field('contact_phone') },
          { control: 'phone', ...field('home_phone') },
          { control: 'email', ...field('email') },
          { control: 'text', ...field('workplace') },
          { control: 'text', ...field('current_address'), wide: true },
        ]}
        save={(payload) => api.guard.save.call(payload, silent)}
        onSaved={() => void refresh()}
      />
    </Stack>
  );
}
