import { Alert, Button, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  Bars,
  confirm,
  Empty,
  Facts,
  notify,
  Section,
  SmallTable,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, loadCampaigns, refresh } from '../../api.ts';
import { StateBadge } from '../../state.tsx';

const firstShown = 100;

/** Who gets a place in a campaign: the order, the quota, the rules between equals; one prepares, another publishes. */
export function Ranking() {
  const t = useMessages();
  const { can } = useAbility();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { campaign?: string };
  const campaign = /^\d{1,9}$/.test(search.campaign ?? '') ? Number(search.campaign) : undefined;
  const [busy, setBusy] = useState<'prepare' | 'publish'>();
  const [whole, setWhole] = useState(false);
  const query = useQuery({
    ...api.exam.ranking.preview.queryOptions({ input: { campaign_id: campaign ?? 0 }, ...silent }),
    enabled: campaign !== undefined,
    staleTime: 0,
  });
  const { data } = query;
  const run = async (what: 'prepare' | 'publish') => {
    if (campaign === undefined || !data) return;
    if (
      !(await confirm({
        title: t(`admissions.ranking.sure.${what}`),
        name: (await loadCampaigns('', [campaign]))[0]?.title ?? '',
        text: t(`admissions.ranking.sure_about.${what}`, {
          count: what === 'publish' ? data.prepared.count : data.rows.length,
        }),
        yes: t(`admissions.ranking.${what}`),
        danger: false,
      }))
    )
      return;
    setBusy(what);
    try {
      if (what === 'prepare') await api.exam.ranking.prepare.call({ campaign_id: campaign }, silent);
      else await api.exam.ranking.publish.call({ campaign_id: campaign }, silent);
      notify.success();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(undefined);
      await refresh();
    }
  };
  const rows = data?.rows ?? [];
  const of = (status: string, tuition?: string) =>
    rows.filter((row) => row.status === status && (tuition === undefined || row.tuition === tuition)).length;
  return (
    <Stack>
      <Section title={t('admissions.ranking.title')} description={t('admissions.ranking.about')}>
        <AsyncSelect
          label={t('admissions.field.campaign_id')}
          load={loadCampaigns}
          value={campaign ?? null}
          onChange={(id) =>
            void navigate({
              to: '.',
              search: (before: object) => ({ ...before, campaign: id ?? undefined }),
              replace: true,
            })
          }
        />
      </Section>
      {campaign !== undefined && query.error && <Empty title={messageOf(query.error)} />}
      {campaign !== undefined && query.isPending && <PageSpinner />}
      {data && (
        <>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Section title={t('admissions.ranking.quota')}>
              <Facts
                items={[
                  { label: t('admissions.tuition.GRANT'), value: data.grant_quota },
                  { label: t('admissions.tuition.CONTRACT'), value: data.contract_quota },
                  { label: t('admissions.ranking.waiting'), value: data.waiting_limit },
                ]}
              />
              <Text size="sm" fw={600} mt="md" mb={4}>
                {t('admissions.ranking.rules')}
              </Text>
              <List type="ordered" size="sm">
                {data.rules.map((rule) => (
                  <List.Item key={rule}>{t(codeId('admissions.tie', rule))}</List.Item>
                ))}
              </List>
            </Section>
            <Section title={t('admissions.ranking.outcome')}>
              <Bars
                title={t('admissions.ranking.so_many', { count: rows.length })}
                counts={t('admissions.ranking.outcome_counts')}
                data={[
                  { name: t('admissions.tuition.GRANT'), count: of('RECOMMENDED', 'GRANT') },
                  { name: t('admissions.tuition.CONTRACT'), count: of('RECOMMENDED', 'CONTRACT') },
                  { name: t('admissions.state.WAITING_LIST'), count: of('WAITING_LIST') },
                  { name: t('admissions.state.REJECTED'), count: of('REJECTED') },
                ]}
              />
            </Section>
          </SimpleGrid>
          {data.prepared.count > 0 && (
            <Alert
              color={data.prepared.moved ? 'orange' : 'blue'}
              title={t('admissions.ranking.prepared', { count: data.prepared.count, who: data.prepared.by ?? '—' })}
            >
              {t(
                data.prepared.moved
                  ? 'admissions.ranking.moved'
                  : data.prepared.mine
                    ? 'admissions.ranking.mine'
                    : 'admissions.ranking.ready',
                { count: data.prepared.moved },
              )}
            </Alert>
          )}
          <Section
            title={t('admissions.ranking.order')}
            actions={
              <>
                <Button component={Link} to={`/student-applications?campaign_id=${campaign}`} variant="subtle">
                  {t('admissions.ranking.applications')}
                </Button>
                {can('application.decide') && (
                  <Button
                    variant="default"
                    loading={busy === 'prepare'}
                    disabled={rows.length === 0}
                    onClick={() => void run('prepare')}
                  >
                    {t('admissions.ranking.prepare')}
                  </Button>
                )}
                {can('application.publish') && (
                  <Button
                    loading={busy === 'publish'}
                    disabled={data.prepared.count === 0 || data.prepared.mine}
                    onClick={() => void run('publish')}
                  >
                    {t('admissions.ranking.publish')}
                  </Button>
                )}
              </>
            }
          >
            {rows.length === 0 ? (
              <Empty title={t('admissions.ranking.nobody')} text={t('admissions.ranking.nobody_about')} />
            ) : (
              <SmallTable
                minWidth={620}
                rows={whole ? rows : rows.slice(0, firstShown)}
                rowKey={(row) => row.application_id}
                columns={[
                  { key: 'rank', title: t('admissions.field.rank'), figure: true, render: (row) => row.rank },
                  {
                    key: 'applicant',
                    title: t('admissions.column.applicant'),
                    render: (row) => (
                      <>
                        {row.name}
                        <Text size="xs" c="dimmed">
                          {row.number}
                        </Text>
                      </>
                    ),
                  },
                  { key: 'score', title: t('admissions.field.score'), figure: true, render: (row) => row.score ?? '—' },
                  {
                    key: 'decision',
                    title: t('admissions.field.decision'),
                    render: (row) => (
                      <Group gap={6} wrap="nowrap">
                        <StateBadge state={row.status} />
                        {row.tuition && <Text size="sm">{t(`admissions.tuition.${row.tuition}`)}</Text>}
                      </Group>
                    ),
                  },
                  {
                    key: 'tie',
                    title: t('admissions.field.tie'),
                    render: (row) => (row.tie ? t(codeId('admissions.tie', row.tie)) : ''),
                  },
                ]}
              />
            )}
            {!whole && rows.length > firstShown && (
              <Button mt="sm" variant="subtle" onClick={() => setWhole(true)}>
                {t('admissions.ranking.all', { count: rows.length })}
              </Button>
            )}
          </Section>
        </>
      )}
    </Stack>
  );
}
