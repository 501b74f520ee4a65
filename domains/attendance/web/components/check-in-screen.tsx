import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveEvent, useMessages } from '#platform/web/index.ts';
import { api, refresh, silent } from '../api.ts';

/** What the room sees: the code of these twenty seconds, and who is in already. */
export function CheckInScreen({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages();
  const client = useQueryClient();
  const options = api.check_in.window.queryOptions({ input: { session_id: String(id) } as never, ...silent });
  const query = useQuery({ ...options, refetchInterval: 2_000, staleTime: 0 });
  const open = useMutation(
    api.check_in.open.mutationOptions({ onSuccess: (screen) => client.setQueryData(options.queryKey, screen) }),
  );
  const close = useMutation(api.check_in.close.mutationOptions());
  const start = open.mutate;
  useEffect(() => start({ session_id: id }), [start, id]);
  useLiveEvent('attendance.check_in', () => void client.invalidateQueries({ queryKey: options.queryKey }));
  const screen = query.data;
  const leave = async () => {
    await close.mutateAsync({ session_id: id }).catch(() => undefined);
    await refresh();
    onClose();
  };
  return (
    <Modal opened fullScreen onClose={leave} title={t('attendance.check_in.title')}>
      <Stack align="center" gap="lg" pt="xl">
        <Text size="lg">{t('attendance.check_in.how')}</Text>
        <Text
          className="tabular"
          fw={700}
          style={{ fontSize: 'min(22vw, 160px)', lineHeight: 1, letterSpacing: '0.08em' }}
        >
          {screen?.code ?? '······'}
        </Text>
        <Progress
          value={((screen?.seconds_left ?? 0) / 20) * 100}
          w="min(90vw, 480px)"
          aria-label={t('attendance.check_in.left')}
        />
        <Text fw={600} aria-live="polite">
          {t('attendance.check_in.present', { count: screen?.present.length ?? 0 })}
        </Text>
        <Group gap="xs" justify="center" maw={900}>
          {screen?.present.map((one) => (
            <Text key={one.student_id} size="sm" px="sm" py={4} className="surface">
              {one.name}
            </Text>
          ))}
        </Group>
        <Button variant="default" onClick={leave}>
          {t('attendance.check_in.close')}
        </Button>
      </Stack>
    </Modal>
  );
}
