import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase, text, title } from '#platform/contract/index.ts';
import { useAbility } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';
import { type OptionRow, optionsOf } from '../options.ts';
import { ReferencePage } from './reference-page.tsx';

type Form = Awaited<ReturnType<typeof api.education_form.get.call>>;
type Category = Awaited<ReturnType<typeof api.category.get.call>>;
const word = z.string().regex(/^[A-Z_]{2,40}$/);

const formSchema = z.object({ ...saveBase, title, code: word });
export function EducationForms() {
  const { t, field, column } = useFields();
  return (
    <ReferencePage<Form>
      of={api.education_form}
      messages="institutions.form"
      schema={formSchema}
      columns={[column('code')]}
      fields={[{ control: 'text', ...field('code'), description: t('institutions.code_hint') }]}
    />
  );
}

const categorySchema = z.object({ ...saveBase, title, kind: word });
export function Categories() {
  const { t, field, label } = useFields();
  const filters = useMemo(() => [{ key: 'kind', label: label('category_kind'), control: 'text' as const }], [label]);
  return (
    <ReferencePage<Category>
      of={api.category}
      messages="institutions.category"
      schema={categorySchema}
      filters={filters}
      columns={[{ key: 'kind', title: label('category_kind') }]}
      fields={[
        { control: 'text', ...field('kind'), label: label('category_kind'), description: t('institutions.code_hint') },
      ]}
    />
  );
}

const variables = ['nationality', 'need_for_job_status', 'gap_year_reason', 'withdrawal_reason'] as const;
const defaults = { filters: { variable: 'nationality' } };
const optionSchema = z.object({
  ...saveBase,
  title,
  code: z.string().regex(/^[A-Z0-9][A-Z0-9_]{0,59}$/),
  parent: text(60).nullable().optional(),
  position: z.int().min(0).max(10_000).optional(),
});
/** Short lists from which forms of other pages let choose. */
export function OptionLists() {
  const { t, field, column, label } = useFields();
  const search = useSearch({ strict: false }) as { variable?: unknown };
  const variable = typeof search.variable === 'string' && search.variable ? search.variable : 'nationality';
  const of = useMemo(() => optionsOf(variable), [variable]);
  const filters = useMemo(
    () => [
      {
        key: 'variable',
        label: label('variable'),
        control: 'select' as const,
        options: variables.map((id) => ({ id, title: t(`institutions.variable.${id}`) })),
      },
    ],
    [t, label],
  );
  return (
    <ResourcePage<OptionRow>
      of={of}
      messages="institutions.option"
      embedded
      name="reference.options"
      manage={useAbility().can('reference.manage')}
      schema={optionSchema}
      filters={filters}
      defaults={defaults}
      columns={[
        column('title'),
        column('code'),
        { ...column('position'), align: 'right' },
        { ...column('parent'), defaultHidden: true },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'text', ...field('code'), description: t('institutions.option.code_hint') },
        { control: 'number', ...field('position') },
        { control: 'text', ...field('parent'), description: t('institutions.option.parent_hint') },
      ]}
    />
  );
}
