import { Text } from '@mantine/core';
import { contract as identity } from '#domains/identity/contract.ts';
import { id } from '#platform/contract/index.ts';
import { toLatin } from '#platform/contract/script.ts';
import { choices, connect, silent, toast, useMessages } from '#platform/web/index.ts';
import { FormDrawer, fullName } from '#platform/web/kit/index.ts';
import { accountOpening, staffRoles } from '../../shapes.ts';
import { api, refresh } from '../api.ts';
import type { StaffPerson } from './staff-form.tsx';

const identityApi = connect(identity);
const schema = accountOpening.extend({ id });
const lettersOf = (text: string) =>
  toLatin(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
/** What most people here are called: `a.karimov`. */
const suggested = (person: StaffPerson) => {
  const name = `${lettersOf(person.firstname).slice(0, 1)}.${lettersOf(person.lastname)}`.slice(0, 60);
  return /^[a-z][a-z0-9._-]{2,59}$/.test(name) ? name : '';
};

/** Gives somebody who works here a username and everyday roles, and sends the link by which they set a password. */
export function AccountDialog({ person, onClose }: { person: StaffPerson | undefined; onClose: () => void }) {
  const t = useMessages();
  const email = person?.work_email ?? person?.email;
  return (
    <FormDrawer
      notice={false}
      as="modal"
      opened={person !== undefined}
      onClose={onClose}
      title={t('staff.account.open')}
      schema={schema}
      defaults={person ? { id: person.id, username: suggested(person), roles: ['STAFF'] } : {}}
      draftKey={false}
      fields={[
        {
          control: 'text',
          name: 'username',
          label: t('staff.field.username'),
          description: t('staff.field.username.hint'),
          wide: true,
        },
        {
          control: 'select',
          multiple: true,
          name: 'roles',
          label: t('staff.field.roles'),
          description: t('staff.field.roles.hint'),
          options: choices(t, 'staff.role', staffRoles),
          wide: true,
        },
      ]}
      save={async (payload) => {
        const saved = await api.staff.account.call(payload, silent);
        // The account is open already: a mail that cannot be asked for now is asked for on the sign-in page.
        const sent = email
          ? await identityApi.reset_request.call({ username: saved.username ?? '' }, silent).then(
              () => true,
              () => false,
            )
          : false;
        toast.success(
          t(sent ? 'staff.account.opened' : 'staff.account.opened_only', { username: saved.username ?? '' }),
        );
        return saved;
      }}
      onSaved={() => void refresh('staff')}
    >
      {person && (
        <Text size="sm" c={email ? 'dimmed' : 'red'} role={email ? undefined : 'alert'}>
          <b>{fullName(person)}</b>. {email ? t('staff.account.about', { email }) : t('staff.account.no_email')}
        </Text>
      )}
    </FormDrawer>
  );
}
