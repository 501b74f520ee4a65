import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconKey, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, localeNames, messageOf, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateTimeText, Empty, Facts, fullName, PageHeader, PhoneText, Section, Tabs } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { Changes } from '../history/changes.tsx';
import { Picture } from '../picture.tsx';
import { AccountSessions } from '../profile/sessions.tsx';
import { Abilities } from './abilities.tsx';
import { AccountForm } from './account-form.tsx';
import { State } from './accounts.tsx';
import { ResetPassword } from './reset-dialog.tsx';
import type { AccountRecord } from './types.ts';

/** One account: who it is, what it may do and why, and what it did. */
export default function AccountPage() {
  const t = useMessages();
  const { id } = useParams({ strict: false }) as { id: string };
  const ability = useAbility();
  const [editing, setEditing] = useState(false);
  const [resetting, setResetting] = useState(false);
  const { data: account, error } = useQuery(api.account.get.queryOptions({ input: { id }, ...silent }));
  if (error) return <Empty title={messageOf(error)} />;
  if (!account) return <Skeleton h={240} />;
  return (
    <Stack>
      <PageHeader
        back="/accounts"
        title={fullName(account)}
        description={account.username}
        badge={<State row={account} />}
        actions={
          <>
            {account.can?.reset_password ? (
              <Button
                variant="default"
                leftSection={<IconKey size={16} aria-hidden />}
                onClick={() => setResetting(true)}
              >
                {t('identity.account.reset_password')}
              </Button>
            ) : null}
            {account.can?.edit ? (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
                {t('identity.edit')}
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        items={[
          { key: 'account', label: t('identity.account.title'), content: <Overview account={account} /> },
          { key: 'abilities', label: t('identity.account.abilities'), content: <Abilities id={account.id} /> },
          ...(ability.can('account.manage')
            ? [
                {
                  key: 'sessions',
                  label: t('identity.profile.sessions'),
                  content: <AccountSessions id={account.id} mayEnd={account.can?.edit ?? false} />,
                },
              ]
            : []),
          ...(ability.scope('history.read') === 'institution'
            ? [{ key: 'doings', label: t('identity.account.doings'), content: <Changes account_id={account.id} /> }]
            : []),
        ]}
      />
      <AccountForm opened={editing} record={account} onClose={() => setEditing(false)} />
      {resetting ? <ResetPassword account={account} onClose={() => setResetting(false)} /> : null}
    </Stack>
  );
}

function Overview({ account }: { account: AccountRecord }) {
  const t = useMessages();
  const houses = [...new Map(account.roles.map((role) => [role.institution_id, role.institution]))];
  return (
    <Stack>
      <Section>
        <Stack>
          {account.can?.edit ? (
            <Picture
              id={account.id}
              name={fullName(account)}
              avatar={account.avatar}
              onChanged={() => refresh('account')}
            />
          ) : null}
          <Facts
            items={[
              { label: t('identity.email'), value: account.email },
              {
                label: t('identity.account.email_verified'),
                value: account.email_verified_at ? <DateTimeText value={account.email_verified_at} /> : null,
              },
              { label: t('identity.phone'), value: <PhoneText value={account.phone} /> },
              {
                label: t('identity.language'),
                value: localeNames[account.locale as keyof typeof localeNames] ?? account.locale,
              },
              { label: t('identity.account.last_sign_in'), value: <DateTimeText value={account.last_sign_in_at} /> },
              { label: t('identity.account.created'), value: <DateTimeText value={account.created_at} /> },
              {
                label: t('identity.account.required_actions'),
                value: account.required_actions.map((action) => t(codeId('identity.action', action))).join(', '),
              },
            ]}
          />
        </Stack>
      </Section>
      <Section title={t('identity.account.roles')}>
        {houses.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('identity.account.no_roles')}
          </Text>
        ) : (
          <Stack gap="sm">
            {houses.map(([house, name]) => (
              <div key={house}>
                <Text size="xs" c="dimmed" mb={4}>
                  {name}
                </Text>
                <Group gap={6}>
                  {account.roles
                    .filter((role) => role.institution_id === house)
                    .map((role) => (
                      <Badge key={role.role_id} variant="light" color="gray" radius="sm" size="lg">
                        {role.title}
                      </Badge>
                    ))}
                </Group>
              </div>
            ))}
          </Stack>
        )}
      </Section>
    </Stack>
  );
}
