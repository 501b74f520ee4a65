import { Anchor, Badge, Box, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient, silent, titleIn, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { confirmDelete, Section } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { Changes } from '../history/changes.tsx';
import { Compare } from './compare.tsx';
import { Grants } from './grants.tsx';
import { copyable, type Matrix, type RoleRow } from './matrix.ts';
import { PickList } from './pick-list.tsx';
import { RoleForm } from './role-form.tsx';
import styles from './roles.module.css';

/** A role: who it is, who holds it, and what it may do. */
export function ByRole({ matrix, chosen, choose }: { matrix: Matrix; chosen: number; choose: (id: number) => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const role = matrix.roles.find(({ id }) => id === chosen) ?? matrix.roles[0];
  if (!role) return null;
  const items = matrix.roles
    .map((row) => ({ id: String(row.id), title: titleIn(row.title, locale), code: row.name, note: row.holders }))
    .sort((a, b) => a.title.localeCompare(b.title, locale));
  return (
    <div className={styles.split}>
      <PickList
        label={t('identity.roles.role')}
        items={items}
        chosen={String(role.id)}
        choose={(id) => choose(Number(id))}
      />
      <Stack>
        <Head matrix={matrix} role={role} choose={choose} />
        <Sides key={role.id} matrix={matrix} role={role} />
      </Stack>
    </div>
  );
}

type Side = 'permissions' | 'compare' | 'history';

/** What the role may do, how it differs from another, and who changed it. */
function Sides({ matrix, role }: { matrix: Matrix; role: RoleRow }) {
  const t = useMessages();
  const ability = useAbility();
  const [side, setSide] = useState<Side>('permissions');
  const sides: Side[] = ['permissions', 'compare'];
  if (ability.scope('history.read') === 'institution') sides.push('history');
  return (
    <>
      <SegmentedControl<Side>
        w="fit-content"
        maw="100%"
        size="xs"
        aria-label={t('identity.roles.role')}
        data={sides.map((value) => ({ value, label: t(`identity.roles.${value}`) }))}
        value={side}
        onChange={setSide}
      />
      {/* Changes that are not saved yet stay while one looks elsewhere. */}
      <Box display={side === 'permissions' ? 'contents' : 'none'}>
        <Grants matrix={matrix} role={role} />
      </Box>
      {side === 'compare' ? <Compare matrix={matrix} role={role} /> : null}
      {side === 'history' ? <Changes record={{ table: 'roles', id: role.id }} /> : null}
    </>
  );
}

function Head({ matrix, role, choose }: { matrix: Matrix; role: RoleRow; choose: (id: number) => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const ability = useAbility();
  const [editing, setEditing] = useState(false);
  const [copying, setCopying] = useState(false);
  const changed = async () => {
    queryClient.removeQueries({ queryKey: api.role.key() });
    await refresh('permission');
  };
  const remove = () =>
    confirmDelete(
      () => api.role.remove.call({ id: role.id }, silent).then(changed),
      titleIn(role.title, locale),
      () => api.role.restore.call({ id: role.id }, silent).then(changed),
    );
  return (
    <Section>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4">
            {titleIn(role.title, locale)}
          </Title>
          <Text size="xs" c="dimmed" ff="monospace">
            {role.name}
          </Text>
          <Group gap={6} mt={8}>
            {role.built_in ? (
              <Badge variant="light" color="gray">
                {t('identity.roles.built_in')}
              </Badge>
            ) : null}
            {role.viewer ? (
              <Badge variant="light" color="blue">
                {t('identity.roles.viewer')}
              </Badge>
            ) : null}
            {ability.can('account.read') ? (
              <Anchor component={Link} {...({ to: '/accounts', search: { role: role.name } } as object)} size="sm">
                {t('identity.roles.holders', { count: role.holders })}
              </Anchor>
            ) : (
              <Text size="sm">{t('identity.roles.holders', { count: role.holders })}</Text>
            )}
          </Group>
        </div>
        {ability.can('role.manage') ? (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => setCopying(true)}>
              {t('identity.roles.copy')}
            </Button>
            {role.editable ? (
              <Button variant="default" size="xs" onClick={() => setEditing(true)}>
                {t('identity.edit')}
              </Button>
            ) : null}
            {role.editable && !role.built_in ? (
              <Button variant="default" size="xs" c="red" onClick={() => void remove()}>
                {t('identity.remove')}
              </Button>
            ) : null}
          </Group>
        ) : null}
      </Group>
      {role.editable || !ability.can('role.manage') ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {t('identity.roles.not_editable')}
        </Text>
      )}
      <RoleForm opened={editing} record={role} onClose={() => setEditing(false)} />
      <RoleForm
        opened={copying}
        copy={{ role, ...copyable(matrix, role.id) }}
        onClose={() => setCopying(false)}
        onSaved={choose}
      />
    </Section>
  );
}
