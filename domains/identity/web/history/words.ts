import type { Title } from '#platform/contract/index.ts';
import {
  allRecords,
  allTexts,
  hasText,
  localeNames,
  type MessageId,
  titleIn,
  useAbility,
  useIntlShape,
  useLocale,
  useMessages,
} from '#platform/web/index.ts';
import { plainValue, showMoney, showPhone } from '#platform/web/kit/show/values.ts';
import type { api } from '../api.ts';
import { partsOf } from './parts.ts';

export type HistoryRow = Awaited<ReturnType<typeof api.user.history.call>>['content'][number];
type Change = HistoryRow['changes'][number];

const [records] = await Promise.all([allRecords(), allTexts()]);
const tables = new Map(
  Object.entries(records).flatMap(([domain, words]) =>
    Object.entries(words).map(([table, said]) => [table, { ...said, domain }] as const),
  ),
);

/** Fields, values and pages of the history, in the words of the domain to which the table belongs. */
export function useWords() {
  const t = useMessages();
  const { messages } = useIntlShape();
  const { locale } = useLocale();
  const ability = useAbility();
  const first = (...ids: string[]) => {
    const found = ids.find((id): id is MessageId => hasText(messages, id));
    return found && t(found);
  };
  const say = (table: string, field: string, value: unknown): unknown => {
    const prefix = tables.get(table)?.codes?.[field];
    if (Array.isArray(value)) return value.map((one) => say(table, field, one));
    // A code may be a number, and what it means the title of a page.
    if (prefix && (typeof value === 'string' || typeof value === 'number'))
      return first(`${prefix}.${value}`, `${prefix}.${value}.title`) ?? value;
    if (typeof value === 'string' && /(^|_)phone/.test(field)) return showPhone(value);
    // Titles in three languages are read in one of them.
    if (typeof value === 'object' && value !== null && 'uz' in value) return titleIn(value as Title, locale);
    // Amounts are kept in whole tiyin.
    if (typeof value === 'number' && tables.get(table)?.money?.includes(field))
      return showMoney((value / 100).toFixed(2));
    // Of a text with its layout the words.
    if (typeof value === 'string' && /<\/?[a-z][^>]*>/i.test(value)) return value.replace(/<[^>]+>/g, ' ').trim();
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
  const partLabel = (table: string, part: string | number): string =>
    typeof part === 'number'
      ? `№ ${part}`
      : part in localeNames
        ? localeNames[part as keyof typeof localeNames]
        : label(table, part);
  return {
    label,
    /** What a code of a column says. */
    code: say,
    /** What changed in a field, part by part: what each part is called, and both sides as people read them. */
    parts(table: string, change: Change): { label: string; old: string; new: string }[] {
      const read = (value: unknown) => plainValue(value, locale);
      if (table === 'roles' && hasText(messages, `permission.${change.field}`)) {
        const scope = (value: unknown) => (value === null ? null : (first(`identity.scope.${String(value)}`) ?? value));
        return [{ label: label(table, change.field), old: read(scope(change.old)), new: read(scope(change.new)) }];
      }
      return partsOf(change.old, change.new).map(({ path, old, new: next }) => {
        const field =
          [...path].reverse().find((part) => typeof part === 'string' && !(part in localeNames)) ?? change.field;
        const named = (value: unknown, title: string | null) =>
          read(value === null ? null : path.length === 0 && title !== null ? title : say(table, String(field), value));
        return {
          label: [label(table, change.field), ...path.map((part) => partLabel(table, part))].join(' · '),
          old: named(old, change.old_title),
          new: named(next, change.new_title),
        };
      });
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
