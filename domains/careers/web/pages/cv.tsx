import { Button, Skeleton, Stack } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, silent, useAbility } from '#platform/web/index.ts';
import { Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api, refreshCv, useFields } from '../api.ts';
import { Builder } from '../components/builder.tsx';
import { Review } from '../components/review.tsx';

/** One CV: to its person the place where it is written, to others the version that was handed in. */
export default function CvPage() {
  const { id = 'own' } = useParams({ strict: false }) as { id?: string };
  const own = useQuery({ ...api.cv.own.queryOptions({ ...silent }), enabled: id === 'own' });
  const wanted = id === 'own' ? own.data?.cv?.id : id;
  if (id === 'own' && own.isError) return <Empty title={messageOf(own.error)} />;
  if (id === 'own' && own.isPending) return <Skeleton h={420} />;
  if (wanted === undefined) return <Begin />;
  return <Opened id={String(wanted)} />;
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

function Opened({ id }: { id: string }) {
  const { t } = useFields();
  const query = useQuery(api.cv.get.queryOptions({ input: { id }, ...silent }));
  if (query.isError && !query.data)
    return (
      <Empty
        title={messageOf(query.error)}
        action={
          <Button component={Link} to="/cv" variant="default">
            {t('kit.back')}
          </Button>
        }
      />
    );
  if (!query.data) return <Skeleton h={420} />;
  return query.data.own ? (
    <Builder key={query.data.id} cv={query.data} />
  ) : (
    <Review key={`${query.data.id} ${query.data.version}`} cv={query.data} />
  );
}
