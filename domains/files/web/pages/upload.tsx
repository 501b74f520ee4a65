import { Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { FileUploader, PageHeader, type UploadedFile } from '#platform/web/kit/index.ts';
import { upload } from '../upload.ts';

/** Sends files and gives their links. */
export default function UploadPage() {
  const t = useMessages();
  const [files, setFiles] = useState<UploadedFile[]>([]);
  return (
    <Stack gap="md">
      <PageHeader title={t('files.upload.title')} description={t('files.upload.about')} />
      <Paper withBorder p="md">
        <FileUploader name="files" label={t('files.upload.files')} upload={upload} value={files} onChange={setFiles} />
      </Paper>
    </Stack>
  );
}
