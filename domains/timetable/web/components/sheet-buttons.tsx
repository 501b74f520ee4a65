import { Button, Group } from '@mantine/core';
import { IconDownload, IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { download, useMessages } from '#platform/web/index.ts';

/** Out as a file, and in again where the person may. */
export function SheetButtons({ path, name, page }: { path: string; name: string; page: string | undefined }) {
  const t = useMessages();
  return (
    <Group gap="xs">
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download(path, name).catch(() => undefined)}
      >
        {t('timetable.settings.export')}
      </Button>
      {page && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          component={Link}
          {...({ to: page } as object)}
        >
          {t('timetable.import.open')}
        </Button>
      )}
    </Group>
  );
}
