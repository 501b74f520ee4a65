import { Alert, Stack } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { z } from 'zod';
import { shownLocaleSchema } from '#platform/contract/index.ts';
import {
  inScript,
  localeNames,
  saveSettings,
  session,
  shownLocales,
  silent,
  type UserInfo,
  useMessages,
  useSession,
} from '#platform/web/index.ts';
import { Facts, fullName, PageHeader, PasswordField, RecordForm, Section } from '#platform/web/kit/index.ts';
import { optionalEmail } from '../../contract/shapes.ts';
import { api } from '../api.ts';
import { Picture } from '../picture.tsx';
import { OwnPhone } from './phone.tsx';
import { Sessions } from './sessions.tsx';

const contact = z.object({
  email: optionalEmail.optional(),
  locale: shownLocaleSchema,
  auth: z.string().optional(),
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
              { label: t('identity.account.roles'), value: Object.values(user.roles_map).map(inScript).join(', ') },
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
  const locale = shownLocales.find((code) => code === user.selected_locale?.value) ?? 'uz';
  return (
    <Section title={t('identity.profile.contact')} description={t('identity.profile.contact_text')}>
      <RecordForm
        notice="settings"
        key={`${user.email} ${locale}`}
        schema={contact}
        defaults={{ email: user.email ?? '', locale }}
        save={(values) => api.account.profile.call(values, silent)}
        onSaved={async ({ user_info: next }) => {
          const code = shownLocales.find((one) => one === next.selected_locale?.value);
          await session.start({ user_info: next });
          if (code && code !== locale) await saveSettings({ locale: code });
        }}
        fields={[
          { control: 'email', name: 'email', label: t('identity.email') },
          {
            control: 'select',
            name: 'locale',
            label: t('identity.language'),
            clearable: false,
            options: shownLocales.map((code) => ({ id: code, title: localeNames[code] })),
          },
        ]}
      >
        {({ values }) => (
          <>
            {(values.email || null) !== user.email && (
              <PasswordField
                name="auth"
                label={t('identity.password.present')}
                description={t('identity.profile.auth_text')}
                required
              />
            )}
            <OwnPhone user={user} />
            <Alert color="gray" icon={<IconMail size={18} aria-hidden />} p="xs">
              {t('identity.profile.email_hint')}
            </Alert>
          </>
        )}
      </RecordForm>
    </Section>
  );
}
