import { Box, Button, Flex, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf, silent, useLiveEvent, useMessages } from '#platform/web/index.ts';
import { api, refresh } from '../api.ts';
import { QrPicture } from './qr-picture.tsx';

/** Where a scanned code leads: the page on which students enter it, with the code in its address. */
const scanned = (token: string) => `${window.location.origin}/attendance/check-in?code=${token}`;

/** What the room sees: the code of these twenty seconds, as a picture and in figures, and who is in already. */
export function CheckInScreen({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages();
  const client = useQueryClient();
  const options = api.check_in.window.queryOptions({ input: { session_id: id }, ...silent });
  const query = useQuery({ ...options, refetchInterval: 2_000, staleTime: 0 });
  const open = useMutation(
    api.check_in.open.mutationOptions({
      ...silent,
      onSuccess: (screen) => client.setQueryData(options.queryKey, screen),
    }),
  );
  const close = useMutation(api.check_in.close.mutationOptions(silent));
  const start = open.mutate;
  useEffect(() => start({ session_id: id }), [start, id]);
  useLiveEvent('attendance.check_in', () => void client.invalidateQueries({ queryKey: options.queryKey }));
  const screen = query.data;
  const code = screen?.code ?? null;
  const fault = open.error ? messageOf(open.error) : query.isError ? messageOf(query.error) : undefined;
  const leave = async () => {
    await close.mutateAsync({ session_id: id }).catch(() => undefined);
    await refresh();
    onClose();
  };
  return (
    <Modal opened fullScreen onClose={leave} title={t('attendance.check_in.title')}>
      <Flex
        direction={{ base: 'column', md: 'row' }}
        justify="center"
        align={{ base: 'center', md: 'flex-start' }}
        gap={48}
        pt="md"
      >
        <Stack align="center" gap="md" w="min(88vw, 60vh, 560px)">
          {code && screen?.token ? (
            <>
              <Box className="surface" w="100%" p={0} style={{ overflow: 'hidden', lineHeight: 0 }}>
                <QrPicture text={scanned(screen.token)} label={t('attendance.check_in.picture')} />
              </Box>
              <Text size="sm" c="dimmed" ta="center">
                {t('attendance.check_in.how')}
              </Text>
              <Text
                className="tabular"
                fw={700}
                aria-label={t('attendance.check_in.code')}
                style={{ fontSize: 'min(16vw, 88px)', lineHeight: 1, letterSpacing: '0.08em' }}
              >
                {code}
              </Text>
              <Progress value={(screen.seconds_left / 20) * 100} w="100%" aria-label={t('attendance.check_in.left')} />
            </>
          ) : (
            <Stack align="center" py={48}>
              <Text ta="center" role="status">
                {fault ??
                  t(screen?.closes_at && !open.isPending ? 'attendance.check_in.over' : 'attendance.check_in.starting')}
              </Text>
              {(fault || screen?.closes_at) && (
                <Button loading={open.isPending} onClick={() => start({ session_id: id })}>
                  {t('attendance.check_in.again')}
                </Button>
              )}
            </Stack>
          )}
        </Stack>
        <Stack gap="sm" w={{ base: '100%', md: 360 }}>
          <Text fw={600} size="lg" aria-live="polite">
            {t('attendance.check_in.present', { count: screen?.present.length ?? 0 })}
          </Text>
          <Group gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {screen?.present.map((one) => (
              <li key={one.student_id}>
                <Text size="sm" px="sm" py={4} className="surface">
                  {one.name}
                </Text>
              </li>
            ))}
          </Group>
          <Button variant="default" onClick={leave} style={{ alignSelf: 'flex-start' }}>
            {t('attendance.check_in.close')}
          </Button>
        </Stack>
      </Flex>
    </Modal>
  );
}
