import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of accounts and roles read. */
export const records = {
  accounts: {
    codes: { locale: 'identity.locale', required_actions: 'identity.action' },
    page: { permission: 'account.read', to: (id: number) => `/accounts/${id}` },
  },
  person_merges: { page: { permission: 'person.read', to: () => '/persons?tab=merges' } },
  person_decisions: { page: { permission: 'person.read', to: () => '/persons?tab=two' } },
  roles: { page: { permission: 'role.read', to: (id: number) => `/roles?role=${id}` } },
} satisfies RecordsWords;
