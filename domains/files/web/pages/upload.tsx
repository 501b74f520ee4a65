import { Button, CopyButton, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { FileUploader, PageHeader, Section, showSize, type UploadedFile } from '#platform/web/kit/index.ts';
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
      {files.length > 0 && (
        <Section title={t('files.upload.links')} description={t('files.upload.links_about')}>
          <Table>
            <Table.Tbody>
              {files.map((file) => (
                <Table.Tr key={file.id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {file.original_name}
                    <Text size="xs" c="dimmed">
                      {showSize(file.file_size)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Group justify="flex-end">
                      <CopyButton value={new URL(file.original_url, location.origin).href}>
                        {({ copied, copy }) => (
                          <Button
                            size="compact-sm"
                            variant="default"
                            leftSection={
                              copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
                            }
                            onClick={copy}
                          >
                            {t(copied ? 'files.upload.copied' : 'files.upload.copy')}
                          </Button>
                        )}
                      </CopyButton>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
    </Stack>
  );
}
