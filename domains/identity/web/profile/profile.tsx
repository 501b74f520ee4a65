import { Alert, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { email, phone } from '#platform/contract/index.ts';
import {
  localeNames,
  locales,
  queryClient,
  saveSettings,
  session,
  toast,
  type UserInfo,
  useMessages,
  useSession,
} from '#platform/web/index.ts';
import { confirm, DateTimeText, Facts, fullName, PageHeader, RecordForm, Section } from '#platform/web/kit/index.ts';
import { api, silent } from '../api.ts';
import { Picture } from '../picture.tsx';
import { deviceName } from './device.ts';

const none = z.union([z.literal(''), z.null()]);
const contact = z.object({
  email: z.union([email, none]).optional(),
  phone: z.union([phone, none]).optional(),
  locale: z.enum(['uz', 'ru', 'en']),
});

/** One's own data: picture, contact, language, and where one is signed in. */
export default function Profile() {
  const t = useMessages();
  const { user, reload } = useSession();
  if (!user) return null;
  const name = fullName({ firstname: user.firstname ?? '', lastname: user.lastname ?? '', midname: user.midname });
  return (
    <Stack maw={860}>
      <PageHeader title={t('identity.profile.title')} description={t('identity.profile.about')} />
      <Section>
        <Stack>
          <Picture name={name} avatar={user.avatar} onChanged={reload} />
          <Facts
            columns={3}
            items={[
              { label: t('identity.profile.name'), value: name },
              { label: t('identity.username'), value: user.username },
              { label: t('identity.account.roles'), value: Object.values(user.roles_map).join(', ') },
            ]}
          />
        </Stack>
      </Section>
      <Contact user={user} />
      <Sessions />
    </Stack>
  );
}

function Contact({ user }: { user: UserInfo }) {
  const t = useMessages();
  const locale = locales.find((code) => code === user.selected_locale?.value) ?? 'uz';
  return (
    <Section title={t('identity.profile.contact')} description={t('identity.profile.contact_text')}>
      <RecordForm
        key={`${user.email} ${user.phone} ${locale}`}
        schema={contact}
        defaults={{ email: user.email ?? '', phone: user.phone ?? '', locale }}
        save={(values) => api.account.profile.call(values, silent)}
        onSaved={async ({ user_info }) => {
          const next = user_info as unknown as UserInfo;
          const code = locales.find((one) => one === next.selected_locale?.value);
          await session.start({ user_info: next });
          if (code && code !== locale) await saveSettings({ locale: code });
          toast.success(t('identity.profile.saved'));
        }}
        fields={[
          { control: 'email', name: 'email', label: t('identity.email') },
          { control: 'phone', name: 'phone', label: t('identity.phone') },
          {
            control: 'select',
            name: 'locale',
            label: t('identity.language'),
            clearable: false,
            options: locales.map((code) => ({ id: code, title: localeNames[code] })),
          },
        ]}
      >
        <Alert color="gray" icon={<IconMail size={18} aria-hidden />} p="xs">
          {t('identity.profile.email_hint')}
        </Alert>
      </RecordForm>
    </Section>
  );
}

function Sessions() {
  const t = useMessages();
  const { data = [] } = useQuery(api.user.sessions.queryOptions());
  const read = () => queryClient.invalidateQueries({ queryKey: api.user.sessions.key() });
  const end = useMutation(api.user.end_session.mutationOptions({ onSuccess: read }));
  const endAll = useMutation(
    api.user.sign_out_everywhere.mutationOptions({
      onSuccess: ({ ended }) => {
        toast.success(t('identity.profile.ended', { count: ended }));
        return read();
      },
    }),
  );
  const everywhere = async () => {
    if (await confirm({ title: t('identity.profile.end_all'), text: t('identity.profile.end_all_text') }))
      endAll.mutate({ keep_this: true });
  };
  return (
    <Section
      title={t('identity.profile.sessions')}
      description={t('identity.profile.sessions_text')}
      actions={
        <Button
          variant="default"
          size="xs"
          disabled={data.length < 2}
          loading={endAll.isPending}
          onClick={() => void everywhere()}
        >
          {t('identity.profile.end_all')}
        </Button>
      }
    >
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('identity.profile.device')}</Table.Th>
              <Table.Th>{t('identity.profile.address')}</Table.Th>
              <Table.Th>{t('identity.profile.since')}</Table.Th>
              <Table.Th ta="right">{t('identity.profile.action')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>{deviceName(row.user_agent) || t('common.unknown')}</Table.Td>
                <Table.Td className="tabular">{row.address}</Table.Td>
                <Table.Td>
                  <DateTimeText value={row.created_at} />
                </Table.Td>
                <Table.Td>
                  <Group justify="flex-end">
                    {row.current ? (
                      <Badge variant="light" radius="sm">
                        {t('identity.profile.this')}
                      </Badge>
                    ) : (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="red"
                        loading={end.isPending && end.variables?.id === row.id}
                        onClick={() => end.mutate({ id: row.id })}
                      >
                        {t('identity.profile.end')}
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.length ? null : (
        <Text size="sm" c="dimmed">
          {t('common.loading')}
        </Text>
      )}
    </Section>
  );
}
