import { Anchor, Group, Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useLocale } from '#platform/web/index.ts';
import type { UploadedFile } from '#platform/web/kit/index.ts';
import { showSize } from '#platform/web/kit/index.ts';

/** What opens in a row: the file with its size, or the link. */
export function FileCell({ file, link }: { file: UploadedFile | null; link: string | null }) {
  const { locale } = useLocale();
  const [href, name] = file ? [file.original_url, file.original_name] : [link, link?.replace(/^https?:\/\//, '')];
  if (!href) return '—';
  return (
    <Group gap={6} wrap="nowrap" onClick={(event) => event.stopPropagation()}>
      <Anchor href={href} target="_blank" rel="noreferrer" size="sm" maw={260} py={3} truncate>
        {file ? <IconDownload size={14} aria-hidden /> : <IconExternalLink size={14} aria-hidden />} {name}
      </Anchor>
      {file && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {showSize(file.file_size, locale)}
        </Text>
      )}
    </Group>
  );
}
