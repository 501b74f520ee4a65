import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { email, id, phone, saveBase, text, title } from '#platform/contract/index.ts';
import { useAbility } from '#platform/web/index.ts';
import { PhoneText, ResourcePage } from '#platform/web/kit/index.ts';
import { departmentKinds } from '../../contract.ts';
import { api, choices, loadDepartments, useFields } from '../api.ts';
import { DepartmentTree } from '../components/department-tree.tsx';

type Department = Awaited<ReturnType<typeof api.department.get.call>>;
const schema = z.object({
  ...saveBase,
  title,
  kind: z.enum(departmentKinds),
  parent_id: id.nullable().optional(),
  code: text(40).nullable().optional(),
  phone: phone.nullable().optional(),
  email: email.nullable().optional(),
});
const views = ['list', 'tree'] as const;

/** What the institution consists of: as a list, or as the tree that it is. */
export default function Departments() {
  const { t, label, field, column } = useFields();
  const manage = useAbility().can('department.manage');
  const navigate = useNavigate();
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const kinds = useMemo(() => choices(t, 'institutions.kind', departmentKinds), [t]);
  const filters = useMemo(
    () => [
      { key: 'kind', label: label('kind'), control: 'select' as const, options: kinds },
      { key: 'parent_id', label: label('parent_id'), control: 'async' as const, load: loadDepartments },
    ],
    [label, kinds],
  );
  return (
    <ResourcePage<Department>
      of={api.department}
      messages="institutions.department"
      manage={manage}
      schema={schema}
      columns={[
        { ...column('title'), sortable: true },
        { ...column('kind'), render: (row) => t(`institutions.kind.${row.kind}`) },
        { ...column('parent_id'), render: (row) => row.parent?.title ?? '—' },
        column('code'),
        { ...column('phone'), render: (row) => <PhoneText value={row.phone} /> },
        { ...column('email'), defaultHidden: true },
      ]}
      filters={filters}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'select', ...field('kind'), options: kinds },
        { control: 'async', ...field('parent_id'), load: loadDepartments },
        { control: 'text', ...field('code') },
        { control: 'phone', ...field('phone') },
        { control: 'email', ...field('email') },
      ]}
      toolbar={
        <SegmentedControl
          aria-label={t('institutions.view')}
          value={view === 'tree' ? 'tree' : 'list'}
          onChange={(next) => void navigate({ to: '.', search: (next === 'tree' ? { view: next } : {}) as never })}
          data={views.map((value) => ({ value, label: t(`institutions.view.${value}`) }))}
        />
      }
      {...(view === 'tree' ? { instead: (open: (id: number) => void) => <DepartmentTree onOpen={open} /> } : {})}
    />
  );
}
