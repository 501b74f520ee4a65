import { Alert, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { silent, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, showDate } from '#platform/web/kit/index.ts';
import styles from './apply.module.css';
import { api } from './calls.ts';
import { useBegin } from './choose.tsx';
import Jobs from './jobs.tsx';

/** One position, and beginning an application for it. */
export default function Job() {
  const t = useMessages();
  const { form_id } = useSearch({ strict: false }) as { form_id?: string };
  const open = useQuery(api.hr.application.open.queryOptions({ ...silent }));
  const begin = useBegin('hr');
  if (!form_id) return <Jobs />;
  if (open.isPending) return <Skeleton h={260} maw={760} />;
  const target = open.data?.find((one) => String(one.form_id) === form_id);
  const refused = begin.error as { message?: string } | null;
  return (
    <div className={styles.page}>
      <PageHeader title={target?.vacancy?.title ?? t('apply.page.hr')} back="/guest-application/job" />
      <div aria-live="assertive">
        {refused ? (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
            {refused.message}
          </Alert>
        ) : null}
      </div>
      {target?.vacancy ? (
        <section className={`surface ${styles.panel}`}>
          <Text size="sm" c="dimmed">
            {t('apply.until', { day: showDate(target.vacancy.closes_on ?? target.closes_on) })}
          </Text>
          {(['description', 'requirements'] as const).map((part) =>
            target.vacancy?.[part] ? (
              <div key={part}>
                <Title order={2} size="h5" mt="md">
                  {t(`apply.jobs.${part}`)}
                </Title>
                <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                  {target.vacancy[part]}
                </Text>
              </div>
            ) : null,
          )}
          <Group mt="lg">
            <Button loading={begin.isPending} onClick={() => begin.mutate({ form_id: target.form_id })}>
              {t('apply.begin')}
            </Button>
          </Group>
        </section>
      ) : (
        <section className="surface">
          <Empty title={t('apply.jobs.closed')} text={t('apply.jobs.none_text')} />
        </section>
      )}
    </div>
  );
}
