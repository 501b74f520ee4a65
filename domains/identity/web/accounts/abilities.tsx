import { Badge, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { Empty, Section, SmallTable } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { scopeNames, useNames } from '../names.ts';

/** What an account may do, how far, and through which of its roles. */
export function Abilities({ id }: { id: number }) {
  const t = useMessages();
  const names = useNames();
  const scope = scopeNames(t);
  const [search, setSearch] = useState('');
  const { data } = useQuery(api.account.abilities.queryOptions({ input: { id } }));
  if (!data) return <Skeleton h={240} />;
  const word = search.trim().toLowerCase();
  const found = data.filter((row) =>
    `${row.permission} ${names.permission(row.permission)} ${row.through.map((role) => role.title).join(' ')}`
      .toLowerCase()
      .includes(word),
  );
  const houses = [...new Map(found.map((row) => [row.institution_id, row.institution]))];
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('identity.abilities.about')}
      </Text>
      <TextInput
        type="search"
        maw={360}
        aria-label={t('identity.abilities.search')}
        placeholder={t('identity.abilities.search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {houses.length ? null : <Empty title={t('identity.abilities.nothing')} />}
      {houses.map(([house, name]) => (
        <Section key={house} title={name}>
          <SmallTable
            minWidth={560}
            rows={found.filter((row) => row.institution_id === house)}
            rowKey={({ permission }) => permission}
            columns={[
              {
                key: 'permission',
                title: t('identity.permission'),
                names: true,
                render: (row) => (
                  <>
                    {names.permission(row.permission)}
                    <Text size="xs" c="dimmed" ff="monospace">
                      {row.permission}
                    </Text>
                  </>
                ),
              },
              {
                key: 'scope',
                title: t('identity.scope'),
                render: (row) => (
                  <Badge variant="light" color={row.reads ? 'gray' : 'accent'} radius="sm">
                    {scope[row.scope]}
                  </Badge>
                ),
              },
              {
                key: 'through',
                title: t('identity.abilities.through'),
                render: (row) =>
                  row.through.map((role) => (
                    <Text key={role.role} size="sm" {...(role.counts ? {} : { c: 'dimmed', td: 'line-through' })}>
                      {t('identity.abilities.role', { role: role.title, scope: scope[role.scope] })}
                    </Text>
                  )),
              },
            ]}
          />
        </Section>
      ))}
    </Stack>
  );
}
