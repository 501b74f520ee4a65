import { Badge, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { Empty, Section } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { scopeNames, useNames } from '../names.ts';

/** What an account may do, how far, and through which of its roles. */
export function Abilities({ id }: { id: number }) {
  const t = useMessages();
  const names = useNames();
  const scope = scopeNames(t);
  const [search, setSearch] = useState('');
  const { data } = useQuery(api.account.abilities.queryOptions({ input: { id: String(id) } }));
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
          <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('identity.permission')}</Table.Th>
                  <Table.Th>{t('identity.scope')}</Table.Th>
                  <Table.Th>{t('identity.abilities.through')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found
                  .filter((row) => row.institution_id === house)
                  .map((row) => (
                    <Table.Tr key={row.permission}>
                      <Table.Th scope="row" fw={500}>
                        {names.permission(row.permission)}
                        <Text size="xs" c="dimmed" ff="monospace">
                          {row.permission}
                        </Text>
                      </Table.Th>
                      <Table.Td>
                        <Badge variant="light" color={row.reads ? 'gray' : 'accent'} radius="sm">
                          {scope[row.scope]}
                        </Badge>
                      </Table.Td>
                      <Table.Td>
                        {row.through.map((role) => (
                          <Text key={role.role} size="sm" {...(role.counts ? {} : { c: 'dimmed', td: 'line-through' })}>
                            {t('identity.abilities.role', { role: role.title, scope: scope[role.scope] })}
                          </Text>
                        ))}
                      </Table.Td>
                    </Table.Tr>
                  ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Section>
      ))}
    </Stack>
  );
}
