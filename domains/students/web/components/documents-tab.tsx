import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { choices, codeId, type NameIn, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import {
  confirmDelete,
  DateText,
  Empty,
  Facts,
  FileList,
  FormDrawer,
  Section,
  type UploadedFile,
} from '#platform/web/kit/index.ts';
import { documentSave, documentType } from '../../shapes.ts';
import { api, type Profile, refresh, type StudentDocument, uploadFile } from '../api.ts';
import { PaperModal, PapersFailed } from './paper-modal.tsx';

const formats = ['pdf', 'png', 'jpg', 'jpeg'];
const { file_id, ...saved } = documentSave.shape;
/** The form holds the uploaded file whole, to show it; the call wants its number. */
const schema = z.object({ ...saved, file: z.array(z.custom<UploadedFile>()).max(1).optional() });

export function Documents({ student }: { student: Profile }) {
  const t = useMessages();
  const {
    data: answer,
    error,
    refetch,
  } = useQuery(
    api.document.list.queryOptions({
      input: { student_id: student.id, size: 200 },
      context: { silent: true },
    }),
  );
  const [form, setForm] = useState<{ opened: boolean; record?: StudentDocument }>({ opened: false });
  const [viewed, setViewed] = useState<StudentDocument>();
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const fact = (name: string, value: ReactNode) => ({ label: t(codeId('students.field', name)), value });
  if (error) return <PapersFailed error={error} onRetry={() => void refetch()} />;
  const data = answer?.content;
  if (!data) return <PageSpinner />;
  const edit = student.can?.edit;
  const add = edit && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setForm({ opened: true })}>
      {t('students.document.add')}
    </Button>
  );
  const nameOf = (one: StudentDocument) => [t(`students.document.${one.type}`), one.number].filter(Boolean).join(' ');
  return (
    <Stack gap="md">
      {data.length === 0 ? (
        <Empty title={t('students.document.none')} text={t('students.document.none_about')} action={add} />
      ) : (
        add && <Group justify="flex-end">{add}</Group>
      )}
      {data.map((one) => (
        <Section
          key={one.id}
          title={nameOf(one)}
          actions={
            edit && (
              <>
                <ActionIcon
                  variant="default"
                  aria-label={t('students.document.edit', { name: nameOf(one) })}
                  onClick={() => setForm({ opened: true, record: one })}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={t('students.document.remove', { name: nameOf(one) })}
                  onClick={() =>
                    void confirmDelete(
                      () => api.document.remove.call({ id: one.id }, silent).then(refresh),
                      nameOf(one),
                      () => api.document.restore.call({ id: one.id }, silent).then(refresh),
                    )
                  }
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </>
            )
          }
        >
          <Stack gap="sm">
            <Facts
              columns={4}
              items={[
                ...(one.issued_by ? [fact('issued_by', one.issued_by)] : []),
                ...(one.issued_on ? [fact('issued_on', <DateText value={one.issued_on} />)] : []),
                ...(one.valid_until ? [fact('valid_until', <DateText value={one.valid_until} />)] : []),
                ...(one.note ? [fact('note', one.note)] : []),
              ]}
            />
            {one.file && (
              <Group gap="xs">
                <FileList files={[one.file]} />
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconEye size={14} aria-hidden />}
                  aria-label={t('students.document.view', { name: nameOf(one) })}
                  onClick={() => setViewed(one)}
                >
                  {t('students.document.show')}
                </Button>
              </Group>
            )}
          </Stack>
        </Section>
      ))}
      <PaperModal file={viewed?.file} title={viewed && nameOf(viewed)} onClose={() => setViewed(undefined)} />
      <FormDrawer
        opened={form.opened}
        {...(form.record
          ? { record: { ...form.record, file: form.record.file ? [form.record.file] : [] } }
          : { defaults: { student_id: student.id, file: [] } })}
        onClose={() => setForm({ opened: false })}
        title={form.record ? nameOf(form.record) : t('students.document.add')}
        schema={schema}
        draftKey={false}
        fields={[
          { control: 'select', ...field('type'), options: choices(t, 'students.document', documentType.options) },
          { control: 'text', ...field('number') },
          { control: 'text', ...field('issued_by'), wide: true },
          { control: 'date', ...field('issued_on') },
          { control: 'date', ...field('valid_until') },
          { control: 'textarea', ...field('note'), wide: true },
          {
            control: 'files',
            ...field('file'),
            upload: uploadFile,
            multiple: false,
            extensions: formats,
            maxSize: 20 * 1024 * 1024,
            wide: true,
          },
        ]}
        save={({ file, ...payload }) => api.document.save.call({ ...payload, file_id: file?.[0]?.id ?? null }, silent)}
        onSaved={() => void refresh()}
      />
    </Stack>
  );
}
