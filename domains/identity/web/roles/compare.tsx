import { Badge, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import { Section, SmallTable } from '#platform/web/kit/index.ts';
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
    .map((row) => ({ value: String(row.id), label: titleIn(row.title, locale) }))
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
      <SmallTable
        rows={different}
        rowKey={(row) => row.permission}
        minWidth={480}
        columns={[
          {
            key: 'permission',
            title: t('identity.permission'),
            names: true,
            render: (row) => (
              <>
                {names.permission(row.permission)}{' '}
                {row.reads ? null : (
                  <Badge size="xs" variant="light" color="orange" radius="sm">
                    {t('identity.roles.writes')}
                  </Badge>
                )}
              </>
            ),
          },
          {
            key: 'one',
            title: titleIn(role.title, locale),
            render: (row) => reach(row.one, rank(row.one) > rank(row.other)),
          },
          {
            key: 'other',
            title: titleIn(other.title, locale),
            render: (row) => reach(row.other, rank(row.other) > rank(row.one)),
          },
        ]}
      />
    </>
  );
}
