import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { DateField, Facts, notify, showDate, tellError } from '#platform/web/kit/index.ts';
import { api, type Draft, refresh } from '../api.ts';
import { useAct } from '../use-act.ts';

/** What a publication would do to the dated lessons, and the publication. */
export function PublishDialog({ draft, opened, onClose }: { draft: Draft; opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const [from, setFrom] = useState<string | null>(null);
  const [busy, act] = useAct();
  const input = { id: draft.id, ...(from ? { from } : {}) };
  const { data, error } = useQuery({
    // Not among the calls that a change makes old: what is published has no preview.
    queryKey: ['timetable-preview', draft.id, from],
    queryFn: () => api.draft.publish.call(input, silent),
    enabled: opened,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const publish = async () => {
    await act(async () => {
      await api.draft.publish.call({ ...input, apply: true }, silent);
      onClose();
      notify.undo(t('timetable.publish.done'), async () => {
        await api.draft.unpublish.call({ id: draft.id }, silent).catch(tellError);
        await refresh();
      });
    });
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('timetable.publish.title', { title: draft.title })}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
      centered
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('timetable.publish.about')}
        </Text>
        <DateField
          name="from"
          label={t('timetable.publish.from')}
          value={from ?? data?.from ?? null}
          onChange={setFrom}
        />
        {error ? (
          <Alert color="red">{messageOf(error)}</Alert>
        ) : !data ? (
          <Skeleton height={120} />
        ) : (
          <Facts
            items={[
              { label: t('timetable.publish.until'), value: showDate(data.until) },
              { label: t('timetable.publish.kept'), value: data.kept },
              { label: t('timetable.publish.made'), value: data.made },
              { label: t('timetable.publish.changed'), value: data.changed },
              { label: t('timetable.publish.removed'), value: data.removed },
              ...(data.holidays > 0 ? [{ label: t('timetable.publish.holidays'), value: data.holidays }] : []),
              { label: t('timetable.publish.told'), value: data.told },
            ]}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('timetable.cancel')}
          </Button>
          <Button loading={busy} disabled={!data || Boolean(error)} onClick={() => void publish()}>
            {t('timetable.publish.open')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
