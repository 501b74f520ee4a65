import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useAbility, useLocale } from '#platform/web/index.ts';
import { plainValue, ResourcePage } from '#platform/web/kit/index.ts';
import { groupSave } from '../../shapes.ts';
import { directions } from '../../workflow.ts';
import { api, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...groupSave });
const fresh = { active: true, direction: 'INCOMING' };

/** The list of cases: by which index letters are numbered, and how long they are kept. */
export default function Groups() {
  const { t, field, column, label } = useFields();
  const { locale } = useLocale();
  const options = useMemo(() => choices(t, 'correspondence.direction', directions), [t]);
  return (
    <ResourcePage
      of={api.group}
      messages="correspondence.group"
      manage={useAbility().can('correspondence.register')}
      schema={schema}
      fresh={fresh}
      rowLabel={(row) => row.code}
      columns={[
        { ...column('code'), sortable: true },
        { ...column('title'), render: (row) => plainValue(row.title, locale) },
        { ...column('direction'), render: (row) => t(`correspondence.direction.${row.direction}`) },
        { ...column('execution_days'), align: 'right', render: (row) => row.execution_days ?? '—' },
        {
          ...column('retention_years'),
          align: 'right',
          render: (row) => row.retention_years ?? t('correspondence.group.for_ever'),
        },
        { ...column('letters'), align: 'right' },
        {
          ...column('active'),
          render: (row) => t(row.active ? 'correspondence.group.open' : 'correspondence.group.closed'),
        },
      ]}
      filters={[{ key: 'direction', label: label('direction'), control: 'select', options }]}
      fields={[
        { control: 'text', ...field('code'), description: t('correspondence.group.code_hint') },
        { control: 'select', ...field('direction'), options },
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'number', ...field('execution_days'), description: t('correspondence.group.days_hint') },
        { control: 'number', ...field('retention_years'), description: t('correspondence.group.years_hint') },
        { control: 'switch', ...field('active') },
      ]}
    />
  );
}
