import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { useAbility } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { categorySave, educationFormSave, optionSave } from '../../shapes.ts';
import { api, useFields } from '../api.ts';
import { optionsOf } from '../options.ts';
import { useReference } from './use-reference.ts';

const formSchema = z.object({ ...saveBase, ...educationFormSave });
export function EducationForms() {
  const { t, field, column } = useFields();
  const { list, titleColumn, titleField } = useReference('institutions.form');
  return (
    <ResourcePage
      of={api.education_form}
      {...list}
      schema={formSchema}
      columns={[titleColumn, column('code')]}
      fields={[titleField, { control: 'text', ...field('code'), description: t('institutions.code_hint') }]}
    />
  );
}

const categorySchema = z.object({ ...saveBase, ...categorySave, kind: categorySave.kind.unwrap() });
export function Categories() {
  const { t, field, label } = useFields();
  const filters = useMemo(
    () => [{ key: 'kind' as const, label: label('category_kind'), control: 'text' as const }],
    [label],
  );
  const { list, titleColumn, titleField } = useReference('institutions.category');
  return (
    <ResourcePage
      of={api.category}
      {...list}
      schema={categorySchema}
      filters={filters}
      columns={[titleColumn, { key: 'kind', title: label('category_kind') }]}
      fields={[
        titleField,
        { control: 'text', ...field('kind'), label: label('category_kind'), description: t('institutions.code_hint') },
      ]}
    />
  );
}

const variables = ['nationality', 'need_for_job_status', 'gap_year_reason', 'withdrawal_reason'] as const;
const defaults = { filters: { variable: 'nationality' } };
const optionSchema = z.object({ ...saveBase, ...optionSave });
/** Short lists from which forms of other pages let choose. */
export function OptionLists() {
  const { t, field, column, label } = useFields();
  const search = useSearch({ strict: false }) as { variable?: unknown };
  const variable = typeof search.variable === 'string' && search.variable ? search.variable : 'nationality';
  const of = useMemo(() => optionsOf(variable), [variable]);
  const filters = useMemo(
    () => [
      {
        key: 'variable' as const,
        label: label('variable'),
        control: 'select' as const,
        options: variables.map((id) => ({ id, title: t(`institutions.variable.${id}`) })),
      },
    ],
    [t, label],
  );
  return (
    <ResourcePage
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
