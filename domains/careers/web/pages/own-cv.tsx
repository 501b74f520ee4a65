import { Button, Skeleton, Stack } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent, useAbility } from '#platform/web/index.ts';
import { Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api, refreshCv, useFields } from '../api.ts';
import { Opened } from '../components/opened.tsx';

/** The CV of whoever reads, or the beginning of one. */
export default function OwnCv() {
  const own = useQuery(api.cv.own.queryOptions({ ...silent }));
  if (own.isError) return <Empty title={messageOf(own.error)} />;
  if (own.isPending) return <Skeleton h={420} />;
  return own.data.cv ? <Opened id={String(own.data.cv.id)} /> : <Begin />;
}

/** Nothing is written yet: what a CV is good for here, and the first step. */
function Begin() {
  const { t } = useFields();
  const { can } = useAbility();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const begin = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await api.cv.save.call({}, silent);
      await refreshCv();
    } catch (error) {
      setProblem(messageOf(error));
      await refreshCv();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md" maw={760}>
      <PageHeader title={t('careers.cv.own')} description={t('careers.cv.about')} />
      <Empty
        title={problem ?? t('careers.cv.none')}
        text={t('careers.cv.none_about')}
        action={
          can('cv.write') ? (
            <Button loading={busy} leftSection={<IconFilePlus size={16} aria-hidden />} onClick={() => void begin()}>
              {t('careers.cv.begin')}
            </Button>
          ) : undefined
        }
      />
    </Stack>
  );
}
