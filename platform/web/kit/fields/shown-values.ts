import { useQuery } from '@tanstack/react-query';
import type { Title } from '#platform/contract/index.ts';
import { codeId, type Family, hasText, titleIn, useIntlShape, useMessages } from '../../i18n.tsx';
import { useLocale } from '../../session/settings.ts';
import { loadersOf, type ShownRecord } from './declared.ts';

/** Fields and values of a record's history as people read them: words instead of codes, titles instead of numbers. */
export function useShownValues(of: ShownRecord, codes: Readonly<Record<string, Family>>, enabled = true) {
  const t = useMessages();
  const intl = useIntlShape();
  const { locale } = useLocale();
  const { data } = useQuery({
    enabled,
    queryKey: ['field', of.titles, locale],
    queryFn: async () =>
      Object.fromEntries(
        await Promise.all(
          loadersOf(of).map(
            async ([field, load]) =>
              [field, new Map<unknown, string>((await load('')).map(({ id, title }) => [id, title]))] as const,
          ),
        ),
      ),
    staleTime: 5 * 60_000,
  });
  const has = (id: string) => hasText(intl.messages, id);
  /** A column of a file may be called otherwise than its field. */
  const nameOf = (column: string) =>
    Object.entries(of.fields).find(([, { sheet }]) => sheet?.key === column)?.[0] ?? column;
  return {
    label: (column: string) => {
      const name = nameOf(column);
      return has(`${of.titles}.${name}`) ? t(codeId(of.titles, name)) : name;
    },
    value: (field: string, value: unknown): unknown => {
      const prefix = codes[field];
      if (typeof value === 'string' && prefix && has(`${prefix}.${value}`)) return t(codeId(prefix, value));
      if (typeof value === 'object' && value !== null && 'uz' in value) return titleIn(value as Title, locale);
      if (typeof value === 'number' || typeof value === 'string') return data?.[field]?.get(value) ?? value;
      return value;
    },
  };
}
