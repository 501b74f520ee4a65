import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, Empty, notify, ReasonDialog, Section, SelectField, StatusBadge } from '#platform/web/kit/index.ts';
import { type PersonRole, personRoles } from '../../contract/persons.ts';
import { api, type PersonPair, refresh } from '../api.ts';
import { MergeDialog } from './merge-dialog.tsx';

type Side = PersonPair['sides'][number];
type Entry = Side['records'][number];

const pages: Record<PersonRole, string> = { student: '/students', staff: '/staff', applicant: '/guest-users' };
const rights = { student: 'student.read', staff: 'staff.read', applicant: 'guest.read' } as const;

/** Who stands here twice, side by side: what is certain first. */
export function Pairs() {
  const t = useMessages();
  const merges = useAbility().can('person.merge');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 300);
  const [role, setRole] = useState<PersonRole | null>(null);
  const [merging, setMerging] = useState<PersonPair>();
  const [two, setTwo] = useState<PersonPair>();
  const query = useQuery({
    ...api.person.pairs.queryOptions({
      input: { ...(asked ? { search: asked } : {}), ...(role ? { role } : {}) },
      ...silent,
    }),
    placeholderData: keepPreviousData,
  });
  const pairs = query.data?.pairs ?? [];
  return (
    <Stack>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('identity.person.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          style={{ flex: '1 1 220px', maxWidth: 360 }}
        />
        <div style={{ flex: '1 1 160px', maxWidth: 240 }}>
          <SelectField
            label={t('identity.person.role')}
            options={personRoles.map((id) => ({ id, title: t(`identity.person.role.${id}`) }))}
            value={role}
            onChange={(value) => setRole(personRoles.find((one) => one === value) ?? null)}
          />
        </div>
      </Group>
      {query.data && query.data.compared !== 'ALL' && (
        <Text size="sm" c="dimmed">
          {t(`identity.person.compared.${query.data.compared}`)}
        </Text>
      )}
      {query.error ? (
        <Empty title={messageOf(query.error)} />
      ) : !query.data ? (
        <PageSpinner />
      ) : pairs.length === 0 ? (
        <Empty title={t('identity.person.none')} text={t('identity.person.none_about')} />
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('identity.person.count', { total: query.data.total, shown: pairs.length })}
          </Text>
          {pairs.map((pair) => (
            <Section
              key={pair.key}
              title={
                <Group gap="xs" component="span">
                  <StatusBadge
                    status={pair.certain ? 'CERTAIN' : 'LIKELY'}
                    color={pair.certain ? 'green' : 'yellow'}
                    label={t(pair.certain ? 'identity.person.certain' : 'identity.person.likely')}
                  />
                  <Text component="span" size="sm" fw={500}>
                    {pair.evidence.map((why) => t(`identity.person.evidence.${why}`)).join(' · ')}
                  </Text>
                </Group>
              }
              actions={
                merges && (
                  <>
                    <Button size="xs" variant="default" onClick={() => setTwo(pair)}>
                      {t('identity.person.two')}
                    </Button>
                    <Button size="xs" onClick={() => setMerging(pair)}>
                      {t('identity.person.merge')}
                    </Button>
                  </>
                )
              }
            >
              <Sides sides={pair.sides} />
            </Section>
          ))}
        </>
      )}
      <MergeDialog pair={merging} onClose={() => setMerging(undefined)} />
      <ReasonDialog
        opened={two !== undefined}
        onClose={() => setTwo(undefined)}
        title={t('identity.person.two')}
        text={
          <Text size="sm">
            {t('identity.person.two_about', {
              one: two?.sides[0]?.name ?? '',
              other: two?.sides[1]?.name ?? '',
            })}
          </Text>
        }
        confirmLabel={t('identity.person.two')}
        onConfirm={async (reason) => {
          const [one, other] = two?.sides ?? [];
          await api.person.two.call({ one: one?.ref ?? '', other: other?.ref ?? '', reason }, silent);
          notify.success(t('identity.person.two_done'));
          await refresh('person');
        }}
      />
    </Stack>
  );
}

/** Two beside each other, under each other where it is narrow. */
export function Sides({ sides }: { sides: Side[] }) {
  const t = useMessages();
  const ability = useAbility();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {sides.map((side) => (
        <Paper key={side.ref} withBorder p="sm" style={{ minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {side.name}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {side.account
              ? [
                  side.account.username,
                  side.account.roles.join(', '),
                  side.account.active ? '' : t('identity.person.closed'),
                ]
                  .filter(Boolean)
                  .join(' · ')
              : t('identity.person.no_account')}
          </Text>
          <Stack gap="xs" mt="xs">
            {side.records.map((record) => (
              <div key={`${record.role} ${record.id}`}>
                <Group gap="xs">
                  {ability.can(rights[record.role]) ? (
                    <Anchor component={Link} to={`${pages[record.role]}/${record.id}`} size="sm" fw={500}>
                      {heading(record, t(`identity.person.role.${record.role}`))}
                    </Anchor>
                  ) : (
                    <Text size="sm" fw={500}>
                      {heading(record, t(`identity.person.role.${record.role}`))}
                    </Text>
                  )}
                  {record.status && <Text size="sm">{record.status}</Text>}
                </Group>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {record.name}
                </Text>
                <Text size="sm" c="dimmed" component="div">
                  <DateText value={record.birthdate} />
                  {record.pinfl && ` · ${t('identity.person.pinfl')} ${record.pinfl}`}
                  {record.passport && ` · ${t('identity.person.passport')} ${record.passport}`}
                  {record.phone && ` · ${t('identity.person.phone')} ${record.phone}`}
                </Text>
              </div>
            ))}
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

const heading = (record: Entry, role: string) => [role, record.number].filter(Boolean).join(' ');
