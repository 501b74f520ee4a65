import { Navigate, useNavigate } from '@tanstack/react-router';
import { afterSignIn, PageSpinner, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { RecordForm } from '#platform/web/kit/index.ts';
import { firstInstallation } from '../../contract/shapes.ts';
import { api, begin } from '../api.ts';
import { Frame, useInstallation } from './frame.tsx';

/** The first page of a new installation: its institution, and whoever administers it. */
export default function Install() {
  const t = useMessages();
  const navigate = useNavigate();
  const { shown } = useLocale();
  const { data: installation } = useInstallation();
  if (!installation) return <PageSpinner />;
  if (!installation.empty) return <Navigate to="/login" replace />;
  return (
    <Frame wide title={t('identity.install.title')} text={t('identity.install.text')}>
      <RecordForm
        notice={false}
        schema={firstInstallation}
        draftKey={false}
        defaults={{
          institution: { title: { uz: '', ru: '', en: '' }, short_name: '' },
          account: { username: '', firstname: '', lastname: '', password: '' },
        }}
        save={(values) =>
          api.installation.create.call({ ...values, account: { ...values.account, locale: shown } }, silent)
        }
        onSaved={async (answer) => {
          const user = await begin(answer);
          await navigate({ href: afterSignIn(user), replace: true });
        }}
        submitLabel={t('identity.install.create')}
        sections={[
          {
            title: t('identity.install.institution'),
            fields: [
              { control: 'multilingual', name: 'institution.title', label: t('identity.install.name'), wide: true },
              {
                control: 'text',
                name: 'institution.short_name',
                label: t('identity.install.short_name'),
                maxLength: 30,
              },
            ],
          },
          {
            title: t('identity.install.administrator'),
            fields: [
              { control: 'text', name: 'account.lastname', label: t('identity.lastname'), autoComplete: 'family-name' },
              {
                control: 'text',
                name: 'account.firstname',
                label: t('identity.firstname'),
                autoComplete: 'given-name',
              },
              { control: 'text', name: 'account.username', label: t('identity.username'), autoComplete: 'username' },
              {
                control: 'password',
                name: 'account.password',
                label: t('identity.password'),
                strength: installation.password_policy,
              },
              { control: 'email', name: 'account.email', label: t('identity.email') },
              { control: 'phone', name: 'account.phone', label: t('identity.phone') },
            ],
          },
        ]}
      />
    </Frame>
  );
}
