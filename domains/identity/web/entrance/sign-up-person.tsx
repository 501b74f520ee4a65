import { useNavigate, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { id } from '#platform/contract/index.ts';
import { afterSignIn, inScript, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { RecordForm } from '#platform/web/kit/index.ts';
import { signUp } from '../../contract/shapes.ts';
import { api, begin } from '../api.ts';
import { Frame, useInstallation } from './frame.tsx';

const person = z.object({ ...signUp, branch: id });

/** Who they are, once the code has come: the last step of `SignUp`. */
export default function Person({ phone, code, asker }: { phone: string; code: string; asker: string }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { shown } = useLocale();
  const search = useSearch({ strict: false }) as { source?: string; branch?: string; redirect?: unknown };
  const { data: installation } = useInstallation();
  const houses = (installation?.institutions ?? []).map(({ value, label }) => ({ id: value, title: inScript(label) }));
  return (
    <Frame wide title={t('identity.sign_up.person')} text={t('identity.sign_up.person_text')}>
      <RecordForm
        notice={false}
        schema={person}
        draftKey={false}
        defaults={{
          branch:
            houses.find(({ id }) => String(id) === search.branch)?.id ??
            (houses.length === 1 ? houses[0]?.id : undefined),
        }}
        save={(values) =>
          api.sign_up.call(
            {
              ...values,
              phone,
              code,
              asker,
              locale: shown,
              ...(search.source ? { source: search.source } : {}),
            },
            silent,
          )
        }
        onSaved={async (answer) => {
          const user = await begin(answer);
          await navigate({ href: afterSignIn(user, search.redirect), replace: true });
        }}
        submitLabel={t('identity.sign_up.create')}
        fields={[
          { control: 'text', name: 'lastname', label: t('identity.lastname'), autoComplete: 'family-name' },
          { control: 'text', name: 'firstname', label: t('identity.firstname'), autoComplete: 'given-name' },
          { control: 'text', name: 'midname', label: t('identity.midname'), autoComplete: 'additional-name' },
          { control: 'email', name: 'email', label: t('identity.email') },
          {
            control: 'select',
            name: 'branch',
            label: t('identity.institution'),
            options: houses,
            clearable: false,
          },
          {
            control: 'password',
            name: 'password',
            label: t('identity.password.new'),
            strength: installation?.password_policy ?? true,
          },
        ]}
      />
    </Frame>
  );
}
