import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, titleIn, useAbility, useLocale } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { outcomeKinds, outcomeSave } from '../../shapes.ts';
import { api, loadModules, refresh } from '../api.ts';
import { useFields } from '../fields.ts';

const schema = z.object({ ...saveBase, ...outcomeSave });

/** What somebody knows and can do after a module. */
export default function Outcomes() {
  const { t, label, field, column } = useFields();
  const manage = useAbility().can('outcome.manage');
  const { locale } = useLocale();
  const { module_id } = useSearch({ strict: false }) as { module_id?: unknown };
  const chosen = Number(module_id);
  const fresh = useMemo(
    () => ({ kind: 'KNOWLEDGE', ...(Number.isInteger(chosen) && chosen > 0 ? { module_id: chosen } : {}) }),
    [chosen],
  );
  const kinds = useMemo(() => choices(t, 'curriculum.kind', outcomeKinds), [t]);
  return (
    <ResourcePage
      of={api.outcome}
      messages="curriculum.outcome"
      manage={manage}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      defaults={{ sort: 'position' }}
      columns={[
        { ...column('outcome'), made: true, render: (row) => titleIn(row.title, locale) },
        column('code'),
        { ...column('kind'), render: (row) => t(`curriculum.kind.${row.kind}`) },
        { ...column('module_id'), render: (row) => row.module?.title ?? '—' },
        { ...column('position'), sortable: true, align: 'right' },
      ]}
      filters={[{ key: 'module_id', label: label('module_id'), control: 'async', load: loadModules }]}
      fields={[
        { control: 'async', ...field('module_id'), load: loadModules, wide: true },
        { control: 'multilingual', ...field('outcome'), name: 'title', wide: true },
        { control: 'text', ...field('code') },
        { control: 'select', ...field('kind'), options: kinds },
        { control: 'number', ...field('position'), description: t('curriculum.outcome.position.hint') },
      ]}
    />
  );
}
