import { Paper, Stack } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { connect, queryClient, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  confirmDelete,
  DateTimeText,
  FileUploader,
  ListPage,
  notify,
  PageHeader,
  Section,
  showSize,
  type UploadedFile,
} from '#platform/web/kit/index.ts';
import { contract } from '../../contract.ts';
import { upload } from '../upload.ts';

const api = connect(contract);
type OwnFile = Awaited<ReturnType<typeof api.own.call>>['content'][number];
const refresh = () => queryClient.invalidateQueries({ queryKey: api.own.key() });

/** Sends files, and lists what one sent, with links. */
export default function UploadPage() {
  const t = useMessages();
  const { locale } = useLocale();
  const [files, setFiles] = useState<UploadedFile[]>([]);
  const copy = async (file: OwnFile) => {
    await navigator.clipboard.writeText(new URL(file.original_url, location.origin).href);
    notify.success(t('files.upload.copied'));
  };
  return (
    <Stack gap="md">
      <PageHeader title={t('files.upload.title')} description={t('files.upload.about')} />
      <Paper withBorder p="md">
        <FileUploader
          name="files"
          label={t('files.upload.files')}
          upload={upload}
          value={files}
          onChange={(next) => {
            setFiles(next);
            void refresh();
          }}
        />
      </Paper>
      <Section title={t('files.own.title')} description={t('files.own.about')}>
        <ListPage
          embedded
          title={t('files.own.title')}
          name="files.own"
          of={api.own}
          rowLabel={(row) => row.original_name}
          columns={[
            { key: 'original_name', title: t('files.own.name'), sortable: true },
            {
              key: 'file_size',
              title: t('files.own.size'),
              sortable: true,
              align: 'right',
              render: (row) => showSize(row.file_size, locale),
            },
            {
              key: 'created_at',
              title: t('files.own.at'),
              sortable: true,
              render: (row) => <DateTimeText value={row.created_at} />,
            },
          ]}
          actions={(row) => [
            {
              key: 'copy',
              label: t('files.upload.copy'),
              icon: <IconCopy size={16} aria-hidden />,
              run: () => copy(row),
            },
            {
              key: 'delete',
              label: t('files.own.delete'),
              icon: <IconTrash size={16} aria-hidden />,
              danger: true,
              run: () =>
                confirmDelete(async () => {
                  await api.remove.call({ id: row.id }, silent);
                  setFiles((shown) => shown.filter((file) => file.id !== row.id));
                  await refresh();
                }, row.original_name),
            },
          ]}
          empty={{ text: t('files.own.empty') }}
        />
      </Section>
    </Stack>
  );
}
