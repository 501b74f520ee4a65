import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, Section, SmallTable } from '#platform/web/kit/index.ts';
import { scopeNames, useNames } from '../names.ts';
import type { Matrix } from './matrix.ts';
import { PickList } from './pick-list.tsx';
import styles from './roles.module.css';

/** A permission and every role that gives it. */
export function ByPermission({
  matrix,
  chosen,
  choose,
  toRole,
}: {
  matrix: Matrix;
  chosen: string | undefined;
  choose: (permission: string) => void;
  toRole: (id: number) => void;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const names = useNames();
  const scope = scopeNames(t);
  const row = matrix.permissions.find(({ permission }) => permission === chosen) ?? matrix.permissions[0];
  if (!row) return null;
  const held = row.granted
    .flatMap((grant) => {
      const role = matrix.roles.find(({ id }) => id === grant.role_id);
      return role ? [{ ...grant, role }] : [];
    })
    .sort(
      (a, b) =>
        matrix.scopes.indexOf(b.scope) - matrix.scopes.indexOf(a.scope) ||
        a.role.title[locale].localeCompare(b.role.title[locale], locale),
    );
  return (
    <div className={styles.split}>
      <PickList
        label={t('identity.permission')}
        items={matrix.permissions.map(({ permission, granted }) => ({
          id: permission,
          title: names.permission(permission),
          code: permission,
          note: granted.length,
        }))}
        chosen={row.permission}
        choose={choose}
      />
      <Section>
        <Stack>
          <div>
            <Title order={2} size="h4">
              {names.permission(row.permission)}
            </Title>
            <Group gap={8} mt={4}>
              <Text size="xs" c="dimmed" ff="monospace">
                {row.permission}
              </Text>
              <Badge size="sm" variant="light" color={row.reads ? 'gray' : 'orange'} radius="sm">
                {t(row.reads ? 'identity.roles.reads' : 'identity.roles.writes')}
              </Badge>
            </Group>
          </div>
          {held.length ? (
            <SmallTable
              rows={held}
              rowKey={({ role }) => role.id}
              minWidth={300}
              columns={[
                {
                  key: 'role',
                  title: t('identity.roles.role'),
                  names: true,
                  render: ({ role }) => (
                    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => toRole(role.id)}>
                      {titleIn(role.title, locale)}
                    </Anchor>
                  ),
                },
                { key: 'scope', title: t('identity.scope'), render: (one) => scope[one.scope] },
                { key: 'people', title: t('identity.roles.people'), figure: true, render: ({ role }) => role.holders },
              ]}
            />
          ) : (
            <Empty title={t('identity.roles.nobody')} />
          )}
        </Stack>
      </Section>
    </div>
  );
}
