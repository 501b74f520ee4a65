import { useQuery } from '@tanstack/react-query';
import { codeId, type Family, hasText, useIntlShape, useLocale, useMessages } from '#platform/web/index.ts';
import { records } from '../records.ts';
import { references } from './fields.ts';

const codes: Record<string, Family> = records.students.codes;

/** Files stand in the record by number. */
const files = new Set(['photo_file_id', 'file_id']);
/** Fields and values of a record's history as people read them: words instead of codes, titles instead of numbers. */
export function useShownValue() {
  const t = useMessages();
  const intl = useIntlShape();
  const { locale } = useLocale();
  const { data } = useQuery({
    queryKey: ['students', 'references', locale],
    queryFn: async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(references).map(
            async ([field, load]) => [field, new Map((await load('')).map(({ id, title }) => [id, title]))] as const,
          ),
        ),
      ),
    staleTime: 5 * 60_000,
  });
  const has = (id: string) => hasText(intl.messages, id);
  return {
    label: (field: string) => (has(`students.field.${field}`) ? t(codeId('students.field', field)) : field),
    value: (field: string, value: unknown): unknown => {
      const prefix = codes[field];
      if (typeof value === 'string' && prefix && has(`${prefix}.${value}`)) return t(codeId(prefix, value));
      if (files.has(field) && typeof value === 'number') return t('students.history.file');
      if (typeof value === 'object' && value !== null && 'uz' in value)
        return (value as Record<string, unknown>)[locale] || value.uz;
      if (typeof value === 'number') return data?.[field]?.get(value) ?? value;
      return value;
    },
  };
}
