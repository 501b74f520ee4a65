import { codeId, type Translate } from '#platform/web/index.ts';

const namesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, scope]) => `${name} (${String(scope)})`)
      : [];

const codes = ['SIGN_IN_REFUSED', 'TOO_MANY_REQUESTS', 'PROOF_REQUIRED'];
const flags = ['created', 'active', 'deleted', 'founded'];
const lists = ['given', 'taken', 'gone'];

/** What an event says of itself, in words; what has none stands as it is. */
export function detailsInWords(details: Record<string, unknown>, t: Translate): string[] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (key === 'code')
      return codes.includes(String(value)) ? t(codeId('identity.security.code', String(value))) : String(value);
    if (flags.includes(key)) return t(codeId('identity.security', `${key}.${value === true}`));
    if (lists.includes(key)) {
      const names = namesOf(value);
      return names.length ? `${t(codeId('identity.security', key))}: ${names.join(', ')}` : [];
    }
    if (key === 'ended') return t('identity.security.ended', { count: Number(value) });
    if (key === 'files') return t('identity.security.files', { count: Array.isArray(value) ? value.length : 0 });
    if (key === 'role' || key === 'path') return String(value);
    return [];
  });
}
