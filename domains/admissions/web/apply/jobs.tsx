import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { silent, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, showDate } from '#platform/web/kit/index.ts';
import styles from './apply.module.css';
import { api } from './calls.ts';
import { LinkToMine, RunningApplications } from './choose.tsx';

/** Positions that are open, and what one has applied for already. */
export default function Jobs() {
  const t = useMessages();
  const open = useQuery(api.hr.application.open.queryOptions({ ...silent }));
  return (
    <div className={styles.page}>
      <PageHeader title={t('apply.page.hr')} description={t('apply.choose.hr')} actions={<LinkToMine flavour="hr" />} />
      <RunningApplications flavour="hr" />
      {open.isError ? (
        <Empty
          title={t('apply.failed')}
          text={t('apply.failed_text')}
          action={<Button onClick={() => void open.refetch()}>{t('apply.again')}</Button>}
        />
      ) : open.isPending ? (
        <Stack>
          <Skeleton h={120} />
          <Skeleton h={120} />
        </Stack>
      ) : open.data.length === 0 ? (
        <section className="surface">
          <Empty title={t('apply.jobs.none')} text={t('apply.jobs.none_text')} />
        </section>
      ) : (
        open.data.map((target) => (
          <section key={target.form_id} className={`surface ${styles.panel}`}>
            <Title order={2} size="h4">
              {target.vacancy?.title}
            </Title>
            <Text size="sm" c="dimmed">
              {t('apply.until', { day: showDate(target.vacancy?.closes_on ?? target.closes_on) })}
            </Text>
            {target.vacancy?.description ? (
              <Text size="sm" mt="xs" lineClamp={3}>
                {target.vacancy.description}
              </Text>
            ) : null}
            <Button
              mt="sm"
              component={Link}
              {...({ to: '/guest-application/job/create', search: { form_id: String(target.form_id) } } as object)}
              variant="default"
              rightSection={<IconArrowRight size={16} aria-hidden />}
            >
              {t('apply.jobs.more')}
            </Button>
          </section>
        ))
      )}
    </div>
  );
}
