import { allDomains, useAbility } from '#platform/web/index.ts';

/** Whom the person may choose as recipients, as the domains that know such people declare them. */
export function useRecipients() {
  const { can } = useAbility();
  return allDomains().flatMap(({ recipients }) => (recipients && can(recipients.permission) ? [recipients] : []));
}
