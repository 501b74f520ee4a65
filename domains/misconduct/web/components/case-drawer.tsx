import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { CaseView } from './case-view.tsx';

export function CaseDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const t = useMessages();
  const { data, error } = useQuery({
    ...api.offence.get.queryOptions({ input: { id: id ?? 0 }, ...silent }),
    enabled: id !== null,
  });
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="xl"
      title={data?.number ?? ''}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {error && <Empty title={t('misconduct.desk.missing')} text={messageOf(error)} />}
      {data && <CaseView row={data} />}
    </Drawer>
  );
}
