import { Badge, Group, Text } from '@mantine/core';
import { securityKinds, securityOutcomes } from '#platform/contract/index.ts';
import { download, useMessages } from '#platform/web/index.ts';
import { DateTimeText, type InputOf, ListPage, Person } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { detailsInWords } from './details.ts';

type Event = Awaited<ReturnType<typeof api.security.list.call>>['content'][number];

/** All that the filters leave, a line of JSON for each event. */
function exportLog({ page: _page, size: _size, sort: _sort, ...filters }: InputOf<typeof api.security.list>) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(filters))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(key, String(one));
  return download(`/security/export?${query}`, 'security-log.jsonl').catch(() => undefined);
}

/** The security log: who came in, who failed to, what was changed in rights, what personal data was taken along. */
export default function SecurityLog() {
  const t = useMessages();
  const who = (person: Event['person']) =>
    person ? (
      <Person person={{ lastname: person.name, username: person.username }} />
    ) : (
      <Text size="sm" c="dimmed">
        {t('identity.security.unknown')}
      </Text>
    );
  return (
    <ListPage
      title={t('identity.security.title')}
      description={t('identity.security.text')}
      name="security-log"
      of={api.security.list}
      exportFn={exportLog}
      exportLabel={t('identity.security.export')}
      columns={[
        {
          key: 'at',
          title: t('identity.history.when'),
          sortable: true,
          width: 140,
          render: (row) => <DateTimeText value={row.at} />,
        },
        {
          key: 'kind',
          title: t('identity.security.event'),
          render: (row) => (
            <div style={{ minWidth: 150, whiteSpace: 'normal' }}>
              <Group gap={6}>
                <Text size="sm" fw={500}>
                  {t(`security.kind.${row.kind}`)}
                </Text>
                {row.outcome === 'REFUSED' && (
                  <Badge variant="light" color="red" radius="sm">
                    {t('security.outcome.REFUSED')}
                    {row.times > 1 && ` × ${row.times}`}
                  </Badge>
                )}
              </Group>
              {detailsInWords(row.details, t).map((line) => (
                <Text key={line} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {line}
                </Text>
              ))}
            </div>
          ),
        },
        { key: 'person', title: t('identity.history.who'), render: (row) => who(row.person) },
        {
          key: 'about',
          title: t('identity.security.about'),
          render: (row) => (row.about ? who(row.about) : '—'),
        },
        { key: 'address', title: t('identity.security.address'), render: (row) => row.address || '—' },
      ]}
      filters={[
        {
          key: 'kind',
          label: t('identity.security.event'),
          control: 'multi',
          options: securityKinds.map((id) => ({ id, title: t(`security.kind.${id}`) })),
        },
        {
          key: 'outcome',
          label: t('identity.security.outcome'),
          control: 'select',
          options: securityOutcomes.map((id) => ({ id, title: t(`security.outcome.${id}`) })),
        },
        {
          key: 'account_id',
          label: t('identity.security.account'),
          control: 'async',
          load: (search: string, ids?: (number | string)[]) =>
            api.account.all.call(ids ? { ids: ids.join(',') } : { search }),
        },
        { key: 'address', label: t('identity.security.address'), control: 'text' },
        { key: 'at', label: t('identity.history.when'), control: 'dateRange', range: ['from', 'to'] },
      ]}
      empty={{ text: t('identity.security.empty') }}
    />
  );
}
