import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { namesOf, type StoredName, storedNames } from '#platform/contract/index.ts';
import { codeId, type Translate, useMessages } from '../../i18n.tsx';
import { useLocale } from '../../session/settings.ts';
import type { Fact } from '../show/blocks.tsx';
import { Copyable } from '../show/copyable.tsx';
import { DateText, PhoneText } from '../show/people.tsx';
import { plainValue } from '../show/values.ts';
import { fieldTitle, type ShownRecord, shownField } from './declared.ts';

type Value = string | number | boolean | null | undefined;
type Loader = NonNullable<NonNullable<ReturnType<typeof shownField>>['load']>;

/** The title of a reference that the record holds by its number, or by its code. */
function Title({ load, of, id }: { load: Loader; of: string; id: number | string }) {
  const { locale } = useLocale();
  const { data } = useQuery({
    queryKey: ['field', of, id, locale],
    queryFn: () => load('', [id]),
    staleTime: 5 * 60_000,
  });
  // An import may have brought a code that no list has; it stays as it is.
  return data ? (data[0]?.title ?? (typeof id === 'string' ? id : '—')) : '…';
}

/** The value of a declared field as people read it. */
export function FieldValue({ of, name, value }: { of: ShownRecord; name: string; value: Value }): ReactNode {
  const t = useMessages();
  const { locale } = useLocale();
  const field = shownField(of, name);
  if (!field || value === null || value === undefined || value === '') return '—';
  const { control, load } = field;
  if (typeof value === 'boolean') return plainValue(value, locale);
  if (typeof value === 'number') return load ? <Title load={load} of={fieldTitle(t, of, name)} id={value} /> : value;
  switch (control.kind) {
    case 'reference':
      return load ? <Title load={load} of={fieldTitle(t, of, name)} id={value} /> : value;
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
    case 'number':
      return locale === 'en' ? value : value.replace('.', ',');
    case 'select':
      // An import may have brought words that are no codes; they stay as they are.
      return control.codes.includes(value) ? t(codeId(control.words, value)) : value;
    default:
      return value;
  }
}

type Shown = Parameters<typeof fieldTitle>[1]['fields'];

/**
 * The facts of one part of a record, of those fields that the caller is shown. `instead`: what stands for the value of a
 * field, such as the title that came with a reference; `label` puts more beside the title.
 */
export const factsOf = <F extends Shown>(
  t: Translate,
  of: ShownRecord<F>,
  part: F[keyof F]['part'],
  row: { readonly [N in StoredName<F>]?: Value },
  more: {
    instead?: { readonly [N in StoredName<F>]?: ReactNode };
    label?: (name: StoredName<F>, title: string) => ReactNode;
  } = {},
): (Fact & { name: StoredName<F> })[] =>
  storedNames(of.fields, part)
    .filter((name) => name in row)
    .map((name) => {
      const title = fieldTitle(t, of, name);
      const value = row[name];
      const text = <FieldValue key={name} of={of} name={name} value={value} />;
      const copied = shownField(of, name)?.copied && typeof value === 'string';
      return {
        name,
        label: more.label ? more.label(name, title) : title,
        value:
          more.instead && name in more.instead ? (
            more.instead[name]
          ) : copied ? (
            <Copyable value={value} label={title}>
              {text}
            </Copyable>
          ) : (
            text
          ),
      };
    });

/** The columns that people may add to a list, of those fields that they may see. */
export const choosableColumns = <F extends Shown>(
  t: Translate,
  of: ShownRecord<F>,
  sees: (permission: F[keyof F]['sees']) => boolean,
) =>
  namesOf(of.fields, { column: 'choosable' })
    .filter((name) => sees((of.fields[name] as F[keyof F]).sees))
    .map((name) => ({
      key: name,
      title: fieldTitle(t, of, name),
      defaultHidden: true,
      render: (row: { readonly [N in typeof name]?: Value }) =>
        // An address of mail is plain text here: a press on the row opens the record.
        shownField(of, name)?.control.kind === 'email' ? (
          (row[name] ?? '—')
        ) : (
          <FieldValue of={of} name={name} value={row[name]} />
        ),
    }));
