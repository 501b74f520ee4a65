import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { codeId, useLocale, useMessages } from '#platform/web/index.ts';
import { DateText, PhoneText } from '#platform/web/kit/index.ts';
import { studentFields } from '../../fields.ts';
import { type FieldName, loaders } from './fields.ts';

/** The title of a reference that the record holds by its number. */
function Title({ of, id }: { of: keyof typeof loaders; id: number }) {
  const { locale } = useLocale();
  const { data } = useQuery({
    queryKey: ['students', of, id, locale],
    queryFn: () => loaders[of]('', [id]),
    staleTime: 5 * 60_000,
  });
  return data ? (data[0]?.title ?? '—') : '…';
}

/** The value of a field of a student's record as people read it. */
export function FieldValue({ name, value }: { name: FieldName; value: string | number | null | undefined }): ReactNode {
  const t = useMessages();
  const { control } = studentFields[name];
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'number') return control.kind === 'reference' ? <Title of={control.to} id={value} /> : value;
  switch (control.kind) {
    case 'date':
      return <DateText value={value} />;
    case 'phone':
      return <PhoneText value={value} />;
    case 'email':
      return (
        <a href={`mailto:${value}`} style={{ color: 'inherit' }}>
          {value}
        </a>
      );
    case 'select': {
      // An import may have brought words that are no codes; they stay as they are.
      const codes: readonly string[] = control.codes;
      return codes.includes(value) ? t(codeId(control.words, value)) : value;
    }
    default:
      return value;
  }
}
