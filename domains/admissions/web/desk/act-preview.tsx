import { Button, Group, Loader, Text } from '@mantine/core';
import { messageOf, useMessages } from '#platform/web/index.ts';
import { Outcomes } from './applications/outcomes.tsx';

interface ActPreviewProps {
  preview: { data?: { rows: Parameters<typeof Outcomes>[0]['rows'] } | undefined; error: unknown; isFetching: boolean };
  /** Everything is chosen that the act needs. */
  ready: boolean;
  busy: boolean;
  problem?: string | undefined;
  label: string;
  onLeaveOut: (ids: number[]) => void;
  onClose: () => void;
  onRun: () => void;
}

/** The foot of every act on many: what would happen to whom, what is wrong, and the button that does it. */
export function ActPreview({ preview, ready, busy, problem, label, onLeaveOut, onClose, onRun }: ActPreviewProps) {
  const t = useMessages();
  const wrong = problem ?? (preview.error ? messageOf(preview.error) : undefined);
  return (
    <>
      {preview.isFetching && (
        <Group gap="xs" role="status">
          <Loader size={14} aria-hidden />
          <Text size="sm" c="dimmed">
            {t('admissions.bulk.looking')}
          </Text>
        </Group>
      )}
      {preview.data && ready && <Outcomes rows={preview.data.rows} onLeaveOut={onLeaveOut} />}
      {wrong && (
        <Text c="red" size="sm" role="alert">
          {wrong}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={!ready || !preview.data || preview.data.rows.some((row) => row.code !== null)}
          onClick={onRun}
        >
          {label}
        </Button>
      </Group>
    </>
  );
}
