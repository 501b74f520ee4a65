import { Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf, useMessages, useNow, useTitle } from '#platform/web/index.ts';
import { Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api, type Home } from '../api.ts';
import { Classes } from '../components/classes.tsx';
import styles from '../components/home.module.css';
import { ModuleCard } from '../components/module-card.tsx';
import { Tiles } from '../components/tiles.tsx';
import { Due, Returned } from '../components/works.tsx';

/** Where a student begins the day: what is now, what is next, what waits, and where they stand. */
export default function Dashboard() {
  const t = useMessages();
  useTitle(t('reports.home.title'));
  const query = useQuery(api.dashboard.student.queryOptions());
  const home = query.data;
  if (query.isError) return <Empty title={t('reports.home.failed')} text={messageOf(query.error)} />;
  if (!home)
    return (
      <Stack gap="md">
        <Skeleton h={56} />
        <Skeleton h={80} />
        <Skeleton h={260} />
        <Skeleton h={220} />
      </Stack>
    );
  if (!home.student) return <Empty title={t('reports.home.nobody')} text={t('reports.home.nobody.text')} />;
  return <Whole home={home} student={home.student} />;
}

function Whole({ home, student }: { home: Home; student: NonNullable<Home['student']> }) {
  const t = useMessages();
  const now = useNow();
  const { semester } = home;
  return (
    <Stack gap="md">
      <PageHeader
        title={t('reports.home.hello', { name: student.firstname })}
        {...(student.group
          ? {
              description: t('reports.home.about', {
                group: student.group,
                year: student.study_year ?? '',
                course: student.course ?? '',
              }),
            }
          : {})}
      />
      {semester && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {t('reports.home.semester', semester)}
            {' · '}
            {semester.week > semester.weeks ? t('reports.home.over') : t('reports.home.week', semester)}
          </Text>
          <Progress value={Math.min(100, (semester.week * 100) / semester.weeks)} size={4} aria-hidden />
        </div>
      )}
      {home.modules.length > 0 && <Tiles home={home} />}
      <div className={styles.columns}>
        <Stack gap="md">
          <Panel title={t('reports.today.title')}>
            {home.today.length > 0 ? <Classes list={home.today} now={now} /> : <Quiet>{t('reports.today.none')}</Quiet>}
          </Panel>
          {home.next.length > 0 && (
            <Panel title={t('reports.next.title')}>
              <Classes list={home.next} now={now} dated />
            </Panel>
          )}
        </Stack>
        <Stack gap="md">
          <Panel title={t('reports.due.title')}>
            {home.due.length > 0 ? <Due list={home.due} now={now} /> : <Quiet>{t('reports.due.none')}</Quiet>}
          </Panel>
          {home.returned.length > 0 && (
            <Panel title={t('reports.returned.title')}>
              <Returned list={home.returned} />
            </Panel>
          )}
        </Stack>
      </div>
      <section aria-labelledby="modules">
        <h2 id="modules" className={styles.heading}>
          {t('reports.modules.title')}
        </h2>
        {home.modules.length > 0 ? (
          <div className={styles.modules}>
            {home.modules.map((module) => (
              <ModuleCard key={module.course_module_id} module={module} limit={home.attendance.limit} />
            ))}
          </div>
        ) : (
          <Empty title={t('reports.home.no_modules')} text={t('reports.home.no_modules.text')} />
        )}
      </section>
    </Stack>
  );
}

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`surface ${styles.panel}`}>
    <h2 className={styles.heading}>{title}</h2>
    {children}
  </section>
);

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

/** The time, moved on twice a minute, so that what is said of it stays true. */
