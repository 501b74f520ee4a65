import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayOf, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, showDate } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../flavours.ts';
import { StateBadge } from '../state.tsx';
import styles from './apply.module.css';
import { ownQuery } from './calls.ts';
import { applyPaths } from './paths.ts';

/** The own applications of one kind, for those who see no others. */
export function MyApplications({ flavour }: { flavour: FlavourName }) {
  const t = useMessages();
  const own = useQuery(ownQuery(flavour));
  const { choose, fill, title } = applyPaths[flavour];
  const begin = (
    <Button component={Link} {...({ to: choose, search: {} } as object)} variant="default">
      {t('apply.mine.begin')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHeader title={t('apply.mine')} description={t(title)} actions={begin} />
      <section className="surface">
        {own.isPending ? (
          <Skeleton h={160} />
        ) : own.isError ? (
          <Empty
            title={t('apply.failed')}
            text={t('apply.failed_text')}
            action={<Button onClick={() => void own.refetch()}>{t('apply.again')}</Button>}
          />
        ) : own.data.content.length === 0 ? (
          <Empty title={t('apply.mine.none')} text={t('apply.mine.none_text')} />
        ) : (
          <ul className={styles.rows} style={{ padding: '4px 16px' }}>
            {own.data.content.map((row) => (
              <li key={row.id} className={styles.row}>
                <div className={styles.words}>
                  <Text fw={600}>{row.course?.title ?? row.vacancy?.title ?? row.form?.title}</Text>
                  <Text size="sm" c="dimmed" className="tabular">
                    {[row.number, row.submitted_at ? showDate(dayOf(row.submitted_at)) : null]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </div>
                <Group gap="sm">
                  <StateBadge state={row.status} flavour={flavour} />
                  <Button
                    component={Link}
                    {...({ to: fill, search: { id: String(row.id) } } as object)}
                    variant="default"
                    size="sm"
                    aria-label={`${t('apply.open')} – ${row.number}`}
                  >
                    {t('apply.open')}
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
