import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages, useSession } from '#platform/web/index.ts';
import { useField } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

type Held = { institution_id: number; role_id: number };

/**
 * Roles in each institution that the administrator may enter; only those of `house`, where they work now, can be
 * changed, as what may be given depends on it. Value: `[{institution_id, role_id}]`.
 */
export function RoleFields({ disabled, house: present }: { disabled: boolean; house: number }) {
  const t = useMessages();
  const { user } = useSession();
  const { data: roles = [] } = useQuery(api.role.all.queryOptions({ input: undefined }));
  const { value, onChange, input } = useField<Held[]>({ name: 'roles', disabled }, []);
  return (
    <>
      {(user?.institutions ?? []).map((house) => {
        const id = Number(house.value);
        const mine = value.filter((held) => held.institution_id === id).map((held) => String(held.role_id));
        return (
          <MultiSelect
            key={id}
            label={t('identity.account.roles_in', { institution: house.label })}
            data-path="roles"
            error={input.error}
            disabled={input.disabled || id !== present}
            {...(id === present ? {} : { description: t('identity.account.other_institution') })}
            style={{ gridColumn: '1 / -1' }}
            // What may not be given can still be seen where it is held.
            data={roles.map((role) => ({
              value: String(role.id),
              label: role.title,
              disabled: !role.grantable && id === present,
            }))}
            value={mine}
            onChange={(ids) =>
              onChange([
                ...value.filter((held) => held.institution_id !== id),
                ...ids.map((role) => ({ institution_id: id, role_id: Number(role) })),
              ])
            }
            searchable
            hidePickedOptions
            nothingFoundMessage={t('identity.roles.nothing')}
          />
        );
      })}
    </>
  );
}
