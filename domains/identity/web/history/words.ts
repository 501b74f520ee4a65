import { allDomains, type RecordWords, useAbility, useIntlShape, useLocale, useMessages } from '#platform/web/index.ts';
import { showPhone } from '#platform/web/kit/show/values.ts';
import type { api } from '../api.ts';

export type HistoryRow = Awaited<ReturnType<typeof api.user.history.call>>['content'][number];
type Change = HistoryRow['changes'][number];

/** Fields, values and pages of the history, in the words of the domain to which the table belongs. */
export function useWords() {
  const t = useMessages();
  const { messages } = useIntlShape();
  const { locale } = useLocale();
  const ability = useAbility();
  const tables = new Map<string, RecordWords & { domain: string }>(
    allDomains().flatMap((domain) =>
      Object.entries(domain.records ?? {}).map(([table, words]) => [table, { ...words, domain: domain.name }] as const),
    ),
  );
  const first = (...ids: string[]) => {
    const found = ids.find((id) => messages[id] !== undefined);
    return found === undefined ? undefined : t(found);
  };
  const say = (table: string, field: string, value: unknown): unknown => {
    const prefix = tables.get(table)?.codes?.[field];
    if (Array.isArray(value)) return value.map((one) => say(table, field, one));
    // A code may be a number, and what it means the title of a page.
    if (prefix && (typeof value === 'string' || typeof value === 'number'))
      return first(`${prefix}.${value}`, `${prefix}.${value}.title`) ?? value;
    if (typeof value === 'string' && /(^|_)phone/.test(field)) return showPhone(value);
    // Titles in three languages are read in one of them.
    if (typeof value === 'object' && value !== null && 'uz' in value)
      return (value as Record<string, unknown>)[locale] || value.uz;
    // What else has parts reads as its parts.
    if (typeof value === 'object' && value !== null)
      return Object.entries(value)
        .map(([key, part]) => `${label(table, key)}: ${String(part ?? '—')}`)
        .join('; ');
    return value;
  };
  const label = (table: string, field: string): string => {
    const words = tables.get(table);
    const own = words && `${words.domain}.field.${field}`;
    const found = first(
      ...(words?.fields?.[field] ? [words.fields[field]] : []),
      ...(own ? [own] : []),
      `identity.field.${field}`,
      // A role's history names the permissions that it won or lost.
      `permission.${field}`,
    );
    return found ?? field.replaceAll('_', ' ');
  };
  return {
    label,
    /** What a code of a column says. */
    code: say,
    value(table: string, change: Change, which: 'old' | 'new'): unknown {
      const value = change[which];
      if (value === null) return null;
      if (table === 'roles' && messages[`permission.${change.field}`] !== undefined)
        return first(`identity.scope.${String(value)}`) ?? value;
      const title = which === 'old' ? change.old_title : change.new_title;
      return title ?? say(table, change.field, value);
    },
    /** Address of the record's page, for those who may open it. */
    page(row: Pick<HistoryRow, 'table_name' | 'page_id'>): string | undefined {
      const page = tables.get(row.table_name)?.page;
      if (!page || row.page_id === null) return undefined;
      const may = page.permission === undefined || [page.permission].flat().some((name) => ability.can(name));
      return may ? page.to(row.page_id) : undefined;
    },
  };
}
