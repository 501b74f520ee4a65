import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, SmallTable, showMoney, TextAreaField } from '#platform/web/kit/index.ts';
import { api, type Course, refresh } from '../api.ts';
import { PlaceBadge } from '../shown.tsx';

/** What cancelling a course would do, read before it is done: whom it concerns and what is given back. */
export function CancelCourse({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const query = useQuery({
    ...api.cancellation.preview.queryOptions({ input: { id: course.id }, ...silent }),
    staleTime: 0,
  });
  const { data } = query;
  const cancel = async () => {
    if (!data) return;
    setBusy(true);
    try {
      const { people, refund } = data;
      await api.cancellation.start.call({ id: course.id, version: course.version, reason, people, refund }, silent);
      await refresh();
      onClose();
    } catch (error) {
      setFault(messageOf(error));
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('short-courses.cancellation.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm">
        <Text fw={640}>{plainValue(course.title, locale)}</Text>
        {query.isPending && <Skeleton h={120} />}
        {query.isError && <Alert color="red">{messageOf(query.error)}</Alert>}
        {data && (
          <>
            <Text size="sm">
              {t('short-courses.cancellation.what', {
                people: data.people,
                waiting: data.waiting,
                sum: showMoney(data.refund),
              })}
            </Text>
            {data.rows.length > 0 && (
              <SmallTable
                rowKey={(row) => row.id}
                minWidth={320}
                maxHeight={260}
                rows={data.rows}
                columns={[
                  { key: 'name', title: t('short-courses.field.name'), render: (row) => row.name, names: true },
                  {
                    key: 'status',
                    title: t('short-courses.field.status'),
                    render: (row) => <PlaceBadge state={row.status} />,
                  },
                  {
                    key: 'refund',
                    title: t('short-courses.field.refund'),
                    render: (row) => showMoney(row.refund),
                    figure: true,
                  },
                ]}
              />
            )}
            <TextAreaField
              label={t('short-courses.field.reason')}
              value={reason}
              onChange={(value) => setReason(value ?? '')}
            />
          </>
        )}
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button color="red" loading={busy} disabled={!data || !reason.trim()} onClick={() => void cancel()}>
            {t('short-courses.cancellation.do')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
