import { Alert, Button, Checkbox, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent, useLocale } from '#platform/web/index.ts';
import { notify, SmallTable, showNumber, takeBack } from '#platform/web/kit/index.ts';
import { type Achievement, api, refresh, takeBackBatch, useFields } from '../api.ts';

/** Many records at once: every row is looked at first, and nothing is verified while anything stands against one of them. */
export function BulkVerify({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly Achievement[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const [badge, setBadge] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const ids = rows.map(({ id }) => id);
  const query = useQuery({
    queryKey: [...api.record.key(), 'preview', ids],
    queryFn: () => api.record.preview.call({ ids }, silent),
    staleTime: 0,
  });
  const looked = query.data ?? [];
  const faulty = looked.filter(({ faults }) => faults.length > 0).length + Math.max(0, ids.length - looked.length);
  const sum = looked.reduce((total, { points }) => total + (points ?? 0), 0);
  const verify = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const { verified, batch } = await api.record.verify.call(
        { rows: looked.map(({ id, version }) => ({ id, version })), badge },
        silent,
      );
      notify.undo(t('achievements.bulk.done', { count: verified }), () => takeBack(() => takeBackBatch(batch)));
      onDone();
      onClose();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('achievements.bulk.title', { count: ids.length })} size="xl" centered>
      <Stack gap="sm">
        {query.isPending && <Skeleton h={200} />}
        {query.isError && <Alert color="red">{messageOf(query.error)}</Alert>}
        {query.data && (
          <>
            <SmallTable
              rows={looked}
              rowKey={(row) => row.id}
              minWidth={560}
              maxHeight="50vh"
              columns={[
                {
                  key: 'student',
                  title: label('student'),
                  names: true,
                  render: (row) => (
                    <>
                      <Text size="sm">{row.student}</Text>
                      <Text size="xs" c="dimmed">
                        {row.number} · {row.title}
                      </Text>
                    </>
                  ),
                },
                {
                  key: 'look',
                  title: t('achievements.bulk.look'),
                  render: (row) => (
                    <Stack gap={2}>
                      {row.faults.map((one) => (
                        <Text key={one.code} size="sm" c="red">
                          {one.message}
                        </Text>
                      ))}
                      {row.warnings.map((one) => (
                        <Text key={`${one.code} ${one.record_id}`} size="xs">
                          {t(`achievements.warning.${one.code}`)} {one.number}
                        </Text>
                      ))}
                      {row.faults.length + row.warnings.length === 0 && (
                        <Text size="sm" c="dimmed">
                          {t('achievements.bulk.fine')}
                        </Text>
                      )}
                    </Stack>
                  ),
                },
                {
                  key: 'points',
                  title: label('points'),
                  figure: true,
                  render: (row) => (row.points === null ? '—' : showNumber(row.points, locale)),
                },
              ]}
              foot={{ points: showNumber(sum, locale) }}
            />
            {faulty > 0 && (
              <Alert color="red" p="xs" icon={<IconAlertTriangle aria-hidden />}>
                {t('achievements.bulk.faulty', { count: faulty })}
              </Alert>
            )}
            <Text size="sm">{t('achievements.bulk.about')}</Text>
            <Checkbox
              checked={badge}
              onChange={(event) => setBadge(event.currentTarget.checked)}
              label={t('achievements.bulk.badge')}
            />
          </>
        )}
        {refusal && (
          <Alert color="red" p="xs" role="alert">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button loading={busy} disabled={!query.data || faulty > 0} onClick={() => void verify()}>
            {t('achievements.bulk.verify', { count: looked.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
