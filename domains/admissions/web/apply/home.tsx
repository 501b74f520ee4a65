import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAbility, useHasOwn, useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import { type FlavourName, flavourNames, flavours } from '../../flavours.ts';
import { isOver } from '../../over.ts';
import { StateBadge } from '../state.tsx';
import { ApplicationProgress } from './application-progress.tsx';
import styles from './apply.module.css';
import { ownQuery, type Row, runningQuery } from './calls.ts';
import { NextStep } from './next-step.tsx';
import { applyPaths } from './paths.ts';
import { stopReached, waitsForMe } from './stops.ts';

/** On the home page of an applicant: where each application stands, what is next, and until when. */
export default function ApplyHome() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const mine = flavourNames.filter((name) => can(`${flavours[name].family}.apply`));
  // Who studies here has other things on this page, and finds what can be applied for in the menu.
  const studies = scope('student.read') === 'own';
  const has = useHasOwn('running_applications', studies);
  const asked = has === false ? [] : mine;
  const queries = useQueries({
    queries: asked.map((name) => ({ ...(studies ? runningQuery(name) : ownQuery(name)), enabled: has === true })),
  });
  if (queries.some((query) => query.isPending)) return <Skeleton h={230} />;
  const rows = queries.flatMap((query) => (query.data?.content ?? []) as Row[]);
  const urgent = (row: Row) => (!waitsForMe(row.flavour, row.status) ? 2 : row.status === 'DRAFT' ? 1 : 0);
  const running = rows.filter((row) => !isOver(row.status)).sort((a, b) => urgent(a) - urgent(b) || b.id - a.id);
  const past = rows.filter((row) => isOver(row.status)).sort((a, b) => b.id - a.id);
  // While nothing runs, what came out last is what one wants to know.
  const shown = running.length || studies ? running : past.slice(0, 1);
  if (studies && !shown.length) return null;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 12 }}>
      {queries.some((query) => query.isError) ? (
        <section className="surface">
          <Empty
            title={t('apply.failed')}
            text={t('apply.failed_text')}
            action={
              <Button onClick={() => queries.forEach((query) => void query.refetch())}>{t('apply.again')}</Button>
            }
          />
        </section>
      ) : null}
      {shown.map((row) => (
        <RunningApplication key={`${row.flavour} ${row.id}`} row={row} />
      ))}
      {studies || running.some(({ flavour }) => flavour === 'plain' || flavour === 'general') ? null : (
        <WhatToApplyFor />
      )}
    </div>
  );
}

function RunningApplication({ row }: { row: Row }) {
  const title = row.course?.title ?? row.vacancy?.title ?? row.form?.title ?? row.number;
  return (
    <section className={`surface ${styles.panel}`}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <div className={styles.words}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed" className="tabular">
            {row.number}
          </Text>
        </div>
        <StateBadge state={row.status} flavour={row.flavour} />
      </Group>
      <ApplicationProgress flavour={row.flavour} state={row.status} through={stopReached(row)} />
      <div style={{ marginTop: 14 }}>
        <NextStep row={row} />
      </div>
    </section>
  );
}

/** Nothing runs for a course: what can be begun. */
function WhatToApplyFor() {
  const t = useMessages();
  const to = (flavour: FlavourName) => ({ to: applyPaths[flavour].choose, search: {} }) as object;
  return (
    <section className={`surface ${styles.panel}`}>
      <Title order={2} size="h4">
        {t('apply.invite')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('apply.invite_text')}
      </Text>
      <Button component={Link} {...to('plain')} rightSection={<IconArrowRight size={16} aria-hidden />}>
        {t('apply.invite_go')}
      </Button>
    </section>
  );
}
