import { z } from 'zod';
import { id, saveBase } from '#platform/contract/index.ts';
import { type Locale, localeNames, locales, silent, useMessages, useSession } from '#platform/web/index.ts';
import { FormDrawer, FormSection, SelectField, SwitchField } from '#platform/web/kit/index.ts';
import { accountSave, newPassword } from '../../contract/shapes.ts';
import { api, refresh } from '../api.ts';
import { usePasswordPolicy } from '../entrance/new-password.tsx';
import { RoleFields } from './role-fields.tsx';
import { type AccountRecord, actionOptions } from './types.ts';

const { username, lastname, firstname } = accountSave;
const schema = z.object({
  ...saveBase,
  ...accountSave,
  username: username.unwrap(),
  lastname: lastname.unwrap(),
  firstname: firstname.unwrap(),
  // Left empty, a mail to set it is sent.
  password: newPassword.or(z.literal('')).optional(),
  roles: z.array(z.object({ institution_id: id, role_id: id })).optional(),
});

interface Props {
  opened: boolean;
  onClose: () => void;
  record?: AccountRecord | undefined;
  onSaved?: (saved: AccountRecord) => void;
}

/** Makes and edits an account: who it is, how it is reached, what roles it holds and what it must do first. */
export function AccountForm({ opened, onClose, record, onSaved }: Props) {
  const t = useMessages();
  const { user } = useSession();
  const house = Number(user?.selected_institution?.value);
  const policy = usePasswordPolicy();
  const rolesLocked = record !== undefined && record.can?.edit_roles === false;
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(record ? 'identity.account.edit' : 'identity.account.new')}
      schema={schema}
      record={record}
      defaults={{ active: true, locale: 'uz' satisfies Locale, required_actions: [], roles: [] }}
      save={({ password, roles, ...values }) =>
        api.account.save.call(
          {
            ...values,
            ...(password ? { password } : {}),
            ...(rolesLocked || !roles ? {} : { roles: roles.filter((role) => role.institution_id === house) }),
          },
          silent,
        )
      }
      onSaved={(saved) => {
        void refresh('account');
        onSaved?.(saved);
      }}
      sections={[
        {
          title: t('identity.account.person'),
          fields: [
            { control: 'text', name: 'lastname', label: t('identity.lastname') },
            { control: 'text', name: 'firstname', label: t('identity.firstname') },
            { control: 'text', name: 'midname', label: t('identity.midname') },
            { control: 'text', name: 'username', label: t('identity.username'), maxLength: 60, autoComplete: 'off' },
            { control: 'email', name: 'email', label: t('identity.email'), autoComplete: 'off' },
            { control: 'phone', name: 'phone', label: t('identity.phone') },
            {
              control: 'select',
              name: 'locale',
              label: t('identity.language'),
              clearable: false,
              options: locales.map((code) => ({ id: code, title: localeNames[code] })),
            },
            ...(record
              ? []
              : [
                  {
                    control: 'password' as const,
                    name: 'password',
                    label: t('identity.account.first_password'),
                    description: t('identity.account.first_password_hint'),
                    strength: policy,
                  },
                ]),
          ],
        },
      ]}
    >
      <FormSection
        title={t('identity.account.roles')}
        {...(rolesLocked ? { description: t('identity.account.own_roles') } : {})}
      >
        <RoleFields disabled={rolesLocked} house={house} />
      </FormSection>
      <FormSection title={t('identity.account.access')}>
        <SelectField
          multiple
          name="required_actions"
          label={t('identity.account.required_actions')}
          options={actionOptions(t)}
          wide
        />
        <SwitchField name="active" label={t('identity.account.active_hint')} wide />
      </FormSection>
    </FormDrawer>
  );
}
