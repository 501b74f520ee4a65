import { allTexts, hasText, type Translate, useIntlShape } from '#platform/web/index.ts';

await allTexts();

/** A text that may be missing: domains come and go without this one knowing the names of all their permissions. */
export function useNames() {
  const { messages } = useIntlShape();
  const text = (id: string) => (hasText(messages, id) ? String(messages[id]) : undefined);
  return {
    permission: (name: string) => text(`permission.${name}`) ?? name,
    area: (domain: string) => text(`identity.area.${domain || 'shell'}`) ?? domain,
  };
}

export const scopeNames = (t: Translate) => ({
  own: t('identity.scope.own'),
  taught: t('identity.scope.taught'),
  branch: t('identity.scope.branch'),
  institution: t('identity.scope.institution'),
});
