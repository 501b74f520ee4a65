import { Badge, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { Section } from '#platform/web/kit/index.ts';
import { scopeNames, useNames } from '../names.ts';
import { compareRoles, type Matrix, type RoleRow, type Scope } from './matrix.ts';

/** How a role differs from another. */
export function Compare({ matrix, role }: { matrix: Matrix; role: RoleRow }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [chosen, setChosen] = useState('');
  const other = matrix.roles.find(({ id }) => String(id) === chosen);
  const others = matrix.roles
    .filter(({ id }) => id !== role.id)
    .map((row) => ({ value: String(row.id), label: row.title[locale] }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <Section>
      <Stack>
        <NativeSelect
          maw={360}
          label={t('identity.roles.compare_with')}
          data={[{ value: '', label: '—' }, ...others]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {other ? (
          <Differences matrix={matrix} role={role} other={other} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('identity.roles.compare_hint')}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Differences({ matrix, role, other }: { matrix: Matrix; role: RoleRow; other: RoleRow }) {
  const t = useMessages();
  const { locale } = useLocale();
  const names = useNames();
  const scope = scopeNames(t);
  const { different, same } = compareRoles(matrix, role.id, other.id);
  const reach = (value: Scope | null, more: boolean) => (
    <Text size="sm" {...(more ? { fw: 600 } : { c: 'dimmed' })}>
      {value ? scope[value] : '—'}
    </Text>
  );
  const rank = (value: Scope | null) => (value ? matrix.scopes.indexOf(value) : -1);
  if (different.length === 0) return <Text size="sm">{t('identity.roles.compare_same')}</Text>;
  return (
    <>
      <Text size="sm" role="status">
        {t('identity.roles.compare_count', { count: different.length, same })}
      </Text>
      <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing={6} withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('identity.permission')}</Table.Th>
              <Table.Th>{role.title[locale]}</Table.Th>
              <Table.Th>{other.title[locale]}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {different.map((row) => (
              <Table.Tr key={row.permission}>
                <Table.Th scope="row" fw={500}>
                  {names.permission(row.permission)}{' '}
                  {row.reads ? null : (
                    <Badge size="xs" variant="light" color="orange" radius="sm">
                      {t('identity.roles.writes')}
                    </Badge>
                  )}
                </Table.Th>
                <Table.Td>{reach(row.one, rank(row.one) > rank(row.other))}</Table.Td>
                <Table.Td>{reach(row.other, rank(row.other) > rank(row.one))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
