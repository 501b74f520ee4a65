import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { titleIn, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { letterTemplateSave } from '../../shapes-letters.ts';
import { api } from '../api.ts';

const schema = z.object({ ...saveBase, ...letterTemplateSave });

/** Letters that the system writes, in the institution's own words. */
export default function LetterTemplates() {
  const t = useMessages();
  const { locale } = useLocale();
  const manage = useAbility().can('letter_template.manage');
  const { data } = useQuery(api.letter.kinds.queryOptions());
  const names = useMemo(() => new Map(data?.map(({ id, title }) => [id, title])), [data]);
  const blanks = useMemo(() => [...new Set(data?.flatMap((kind) => kind.blanks))].map((one) => `{${one}}`), [data]);
  return (
    <ResourcePage
      of={api.letter.template}
      messages="credentials.letters"
      manage={manage}
      schema={schema}
      rowLabel={(row) => names.get(row.kind) ?? row.kind}
      columns={[
        {
          key: 'kind',
          title: t('credentials.letters.kind'),
          sortable: true,
          render: (row) => names.get(row.kind) ?? row.kind,
        },
        { key: 'title', title: t('credentials.field.title'), render: (row) => titleIn(row.title, locale) },
      ]}
      fields={[
        { control: 'select', name: 'kind', label: t('credentials.letters.kind'), options: data ?? [], wide: true },
        { control: 'multilingual', name: 'title', label: t('credentials.field.title'), wide: true },
        {
          control: 'multilingual',
          name: 'text',
          label: t('credentials.field.text'),
          description: t('credentials.letters.blanks', { blanks: blanks.join(' ') }),
          multiline: true,
          wide: true,
        },
      ]}
    />
  );
}
