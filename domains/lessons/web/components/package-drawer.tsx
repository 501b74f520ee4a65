import { Alert, Button, Drawer, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limitsQuery, uploadFor } from '#domains/files/web/index.ts';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { confirmDelete, FileUploader, notify, showSize, type UploadedFile } from '#platform/web/kit/index.ts';
import type { Package } from '../api.ts';

const send = uploadFor('package');

/** The e-learning package of something that is taught: sent as a zip, understood at once or refused in words. */
export function PackageDrawer({
  opened,
  name,
  found,
  save,
  remove,
  onClose,
}: {
  opened: boolean;
  /** Of what it is. */
  name: string;
  found: Package | null | undefined;
  save: (file_id: number) => Promise<unknown>;
  remove: () => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const most = useQuery({ ...limitsQuery('package'), enabled: opened }).data?.max_bytes;
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async ([file]: UploadedFile[]) => {
    if (!file) return;
    setBusy(true);
    setProblem('');
    try {
      await save(file.id);
      notify.success(t('lessons.package.taken'));
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={520}
      title={t('lessons.package.of', { lesson: name })}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text size="sm">{t('lessons.package.about')}</Text>
        {found && (
          <Stack gap={4}>
            <Text fw={600}>{found.title}</Text>
            <Text size="sm" c="dimmed">
              {t(`lessons.package.${found.kind}`)} · {found.file_name} · {showSize(found.file_size, locale)}
            </Text>
            {found.items.length > 1 && (
              <List size="sm">
                {found.items.map((item) => (
                  <List.Item key={item.id}>{item.title}</List.Item>
                ))}
              </List>
            )}
            <Group>
              <Button
                color="red"
                variant="subtle"
                onClick={() => void confirmDelete(remove, `${name} · ${found.title}`)}
              >
                {t('lessons.package.remove')}
              </Button>
            </Group>
          </Stack>
        )}
        <FileUploader
          label={t(found ? 'lessons.package.replace' : 'lessons.package.choose')}
          onRefuse={() => setProblem('')}
          upload={(files, onProgress, signal) => {
            setProblem('');
            return send(files, onProgress, signal);
          }}
          extensions={['zip']}
          maxSize={most}
          multiple={false}
          value={[]}
          onChange={(files) => void take(files)}
          disabled={busy}
        />
        <Text size="sm" c="dimmed" role="status">
          {busy ? t('lessons.package.checking') : ''}
        </Text>
        <div aria-live="assertive">{problem !== '' && <Alert color="red">{problem}</Alert>}</div>
      </Stack>
    </Drawer>
  );
}
