import { Badge, Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { silent, titleIn, toast, useLocale, useMessages } from '#platform/web/index.ts';
import { actionBar, confirm, Empty, Section, SmallTable } from '#platform/web/kit/index.ts';
import { api, faultOf, refresh } from '../api.ts';
import { Fault } from '../entrance/frame.tsx';
import { scopeNames, useNames } from '../names.ts';
import {
  type Change,
  changesOf,
  givable,
  grantsOf,
  type Matrix,
  type PermissionRow,
  type RoleRow,
  type Scope,
} from './matrix.ts';
import styles from './roles.module.css';

/** Every permission with the reach that a role has of it. Changes gather, are looked over, and are saved together. */
export function Grants({ matrix, role }: { matrix: Matrix; role: RoleRow }) {
  const t = useMessages();
  const names = useNames();
  const { locale } = useLocale();
  const before = useMemo(() => grantsOf(matrix, role.id), [matrix, role.id]);
  const [edits, setEdits] = useState<ReadonlyMap<string, Scope | null>>(new Map());
  const [search, setSearch] = useState('');
  const [heldOnly, setHeldOnly] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const changes = changesOf(before, edits);
  useBlocker({
    shouldBlockFn: async () =>
      changes.length > 0 &&
      !(await confirm({
        title: t('identity.roles.leave'),
        name: titleIn(role.title, locale),
        text: t('identity.roles.leave_text', { count: changes.length }),
      })),
    enableBeforeUnload: () => changes.length > 0,
    disabled: changes.length === 0,
  });

  const current = (permission: string): Scope | null => {
    const edit = edits.get(permission);
    return edit === undefined ? (before.get(permission) ?? null) : edit;
  };
  const word = search.trim().toLowerCase();
  const shown = matrix.permissions.filter(
    (row) =>
      `${row.permission} ${names.permission(row.permission)} ${names.area(row.domain)}`.toLowerCase().includes(word) &&
      (!heldOnly || current(row.permission) !== null || edits.has(row.permission)),
  );
  const areas = [...new Set(shown.map((row) => row.domain))];
  return (
    <>
      <Group>
        <TextInput
          type="search"
          flex={1}
          maw={360}
          aria-label={t('identity.abilities.search')}
          placeholder={t('identity.abilities.search')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Checkbox
          label={t('identity.roles.held_only')}
          checked={heldOnly}
          onChange={(event) => setHeldOnly(event.currentTarget.checked)}
        />
      </Group>
      {areas.length ? null : <Empty title={t('identity.abilities.nothing')} />}
      {areas.map((area) => (
        <Section key={area} title={names.area(area)}>
          {shown
            .filter((row) => row.domain === area)
            .map((row) => (
              <Grant
                key={row.permission}
                row={row}
                role={role}
                order={matrix.scopes}
                value={current(row.permission)}
                changed={changes.some((change) => change.permission === row.permission)}
                onChange={(scope) => setEdits(new Map(edits).set(row.permission, scope))}
              />
            ))}
        </Section>
      ))}
      {changes.length ? (
        <div ref={actionBar} className={styles.bar} role="status">
          <Text size="sm" fw={550}>
            {t('identity.roles.changed', { count: changes.length })}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setEdits(new Map())}>
              {t('identity.roles.discard')}
            </Button>
            <Button onClick={() => setReviewing(true)}>{t('identity.roles.review')}</Button>
          </Group>
        </div>
      ) : null}
      {reviewing ? (
        <Review
          role={role}
          changes={changes}
          permissions={matrix.permissions.flatMap(({ permission }) => {
            const scope = current(permission);
            return scope === null ? [] : [{ permission, scope }];
          })}
          onClose={() => setReviewing(false)}
          onSaved={() => {
            setReviewing(false);
            setEdits(new Map());
          }}
        />
      ) : null}
    </>
  );
}

interface GrantProps {
  row: PermissionRow;
  role: RoleRow;
  order: readonly Scope[];
  value: Scope | null;
  changed: boolean;
  onChange: (scope: Scope | null) => void;
}

function Grant({ row, role, order, value, changed, onChange }: GrantProps) {
  const t = useMessages();
  const names = useNames();
  const scope = scopeNames(t);
  const may = givable(row, order);
  // A role that only looks takes no permission that writes.
  const locked = !role.editable || may.length === 0 || (role.viewer && !row.reads);
  const options = order.filter((one) => may.includes(one) || one === value);
  return (
    <div className={styles.grant} data-changed={changed || undefined}>
      <div style={{ minWidth: 0 }}>
        <Group gap={8}>
          <Text size="sm" fw={500}>
            {names.permission(row.permission)}
          </Text>
          {row.reads ? null : (
            <Badge size="xs" variant="light" color="orange" radius="sm">
              {t('identity.roles.writes')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {row.permission}
        </Text>
      </div>
      {locked ? (
        <Text size="sm" {...(value ? {} : { c: 'dimmed' })}>
          {value ? scope[value] : '—'}
        </Text>
      ) : (
        <NativeSelect
          size="xs"
          aria-label={names.permission(row.permission)}
          data={[
            { value: '', label: t('identity.scope.none') },
            ...options.map((one) => ({ value: one, label: scope[one] })),
          ]}
          value={value ?? ''}
          onChange={(event) => onChange(order.find((one) => one === event.currentTarget.value) ?? null)}
        />
      )}
    </div>
  );
}

interface ReviewProps {
  role: RoleRow;
  changes: Change[];
  permissions: { permission: string; scope: Scope }[];
  onClose: () => void;
  onSaved: () => void;
}

/** What will be different, before it is. */
function Review({ role, changes, permissions, onClose, onSaved }: ReviewProps) {
  const t = useMessages();
  const names = useNames();
  const scope = scopeNames(t);
  const save = useMutation(
    api.role.save.mutationOptions({
      ...silent,
      onSuccess: async () => {
        await Promise.all([refresh('permission'), refresh('role'), refresh('account')]);
        toast.success(t('identity.roles.saved'));
        onSaved();
      },
      // Somebody else changed the role: the changes stay and are shown against what it is now.
      onError: (error) => (faultOf(error).code === 'STALE' ? refresh('permission') : undefined),
    }),
  );
  return (
    <Modal opened onClose={onClose} size="lg" title={t('identity.roles.review_title')}>
      <Stack>
        <Text size="sm">{t('identity.roles.review_text', { count: role.holders })}</Text>
        <Fault title={t('identity.roles.refused')} error={save.error} />
        <SmallTable
          rows={changes}
          rowKey={(change) => change.permission}
          minWidth={420}
          maxHeight="50vh"
          columns={[
            {
              key: 'permission',
              title: t('identity.permission'),
              names: true,
              render: (change) => names.permission(change.permission),
            },
            {
              key: 'before',
              title: t('identity.roles.before'),
              render: (change) => (change.old ? <del>{scope[change.old]}</del> : t('identity.scope.none')),
            },
            {
              key: 'after',
              title: t('identity.roles.after'),
              render: (change) => <b>{change.new ? scope[change.new] : t('identity.scope.none')}</b>,
            },
          ]}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            loading={save.isPending}
            onClick={() => save.mutate({ id: role.id, version: role.version, permissions })}
          >
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
