import { Group, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Empty } from './empty.tsx';
import classes from './files-view.module.css';
import { PdfView } from './pdf-view.tsx';

interface ShownFile {
  id: number;
  original_name: string;
  /** Its media type. */
  type: string;
  src: string;
}

/** Files of a record, one of them open: a paper or a picture to look at, all else to download. */
export function FilesView({
  files,
  none,
  height = '60vh',
}: {
  files: readonly ShownFile[];
  none: string;
  height?: string;
}) {
  const intl = useIntl();
  const [chosen, setChosen] = useState(files[0]?.id);
  const open = files.find(({ id }) => id === chosen) ?? files[0];
  if (!open)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return (
    <Stack gap="sm">
      {files.length > 1 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.id}>
              <UnstyledButton
                className={classes.file}
                data-open={file.id === open.id || undefined}
                aria-pressed={file.id === open.id}
                onClick={() => setChosen(file.id)}
              >
                <IconFile size={16} aria-hidden />
                {file.original_name}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {open.type.startsWith('image/') ? (
        <Image src={open.src} alt={open.original_name} fit="contain" mah={height} />
      ) : open.type === 'application/pdf' ? (
        <PdfView src={open.src} name={open.original_name} height={height} />
      ) : (
        <Empty
          title={open.original_name}
          action={
            <a href={open.src} download={open.original_name}>
              <Group gap={4} component="span">
                <IconDownload size={16} aria-hidden />
                {intl.formatMessage({ id: 'kit.download' })}
              </Group>
            </a>
          }
        />
      )}
    </Stack>
  );
}
