import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { queryClient, silent, useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../flavours.ts';
import { isOver } from '../../over.ts';
import { useFlavour } from '../use-flavour.ts';
import styles from './apply.module.css';
import { type Application, apiOf, ownQuery } from './calls.ts';
import { Targets } from './choose.tsx';
import { ExamChoice } from './exam.tsx';
import { FillApplication } from './fill.tsx';
import Jobs from './jobs.tsx';
import { flavourAt } from './paths.ts';
import { keyOf } from './use-draft.ts';
import { ApplicationView, WithdrawApplication } from './view.tsx';

/** One of one's own applications: to fill in, to mend, or to follow. Without a number the one that runs. */
export default function ApplicationPage() {
  const flavour = useFlavour(flavourAt);
  const { id } = useSearch({ strict: false }) as { id?: string };
  return id && /^\d{1,9}$/.test(id) ? (
    <OneApplication key={`${flavour} ${id}`} flavour={flavour} id={Number(id)} />
  ) : (
    <NewestApplication flavour={flavour} />
  );
}

function NewestApplication({ flavour }: { flavour: FlavourName }) {
  const own = useQuery(ownQuery(flavour));
  if (own.isError) return <Failed again={() => void own.refetch()} />;
  if (!own.data) return <Waiting />;
  const rows = own.data.content;
  const row =
    rows.find((one) => one.status === 'DRAFT' || one.status === 'UPDATE_REQUIRED') ??
    rows.find((one) => !isOver(one.status)) ??
    rows[0];
  if (row) return <Navigate to="." search={{ id: String(row.id) }} replace />;
  // Nothing is begun yet: here is what can be.
  return flavour === 'hr' ? <Jobs /> : <Targets flavour={flavour} />;
}

function OneApplication({ flavour, id }: { flavour: FlavourName; id: number }) {
  const t = useMessages();
  const { step } = useSearch({ strict: false }) as { step?: string };
  const found = useQuery(apiOf(flavour).application.edit.queryOptions({ input: { id }, ...silent }));
  const take = (next: Application) => {
    queryClient.setQueryData(keyOf(flavour, id), next);
  };
  if (found.isError) {
    const { status } = found.error as { status?: number };
    return status === 404 ? (
      <section className="surface">
        <Empty title={t('apply.not_yours')} text={t('apply.not_yours_text')} action={<HomeButton />} />
      </section>
    ) : (
      <Failed again={() => void found.refetch()} />
    );
  }
  if (!found.data) return <Waiting />;
  const application = found.data;
  if (application.status === 'DRAFT' && application.can?.edit)
    return (
      <>
        <FillApplication flavour={flavour} application={application} />
        <div style={{ marginTop: 16 }}>
          <WithdrawApplication flavour={flavour} application={application} take={take} />
        </div>
      </>
    );
  if (step === 'exam' && (application.status === 'VERIFIED' || application.status === 'EXAM_ASSIGNED'))
    return <ExamChoice flavour={flavour} application={application} />;
  return <ApplicationView flavour={flavour} application={application} take={take} />;
}

function HomeButton() {
  const t = useMessages();
  return (
    <Button component="a" href="/home" variant="default">
      {t('apply.home')}
    </Button>
  );
}

function Waiting() {
  return (
    <div className={styles.page}>
      <Skeleton h={34} w="60%" />
      <Stack>
        <Skeleton h={140} />
        <Skeleton h={220} />
      </Stack>
    </div>
  );
}

function Failed({ again }: { again: () => void }) {
  const t = useMessages();
  return (
    <section className="surface">
      <Empty
        title={t('apply.failed')}
        text={t('apply.failed_text')}
        action={<Button onClick={again}>{t('apply.again')}</Button>}
      />
    </section>
  );
}
