import { SegmentedControl } from '@mantine/core';
import { IconArrowMoveRight } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { Additions, choices, useAbility } from '#platform/web/index.ts';
import { PhoneText, ResourcePage } from '#platform/web/kit/index.ts';
import { departmentKinds, departmentSave } from '../../shapes.ts';
import { api, loadDepartments, useFields } from '../api.ts';
import { DepartmentTree } from '../components/department-tree.tsx';
import { MoveDialog } from '../components/move-dialog.tsx';

const schema = z.object({ ...saveBase, ...departmentSave });
const views = ['list', 'tree'] as const;

/** What the institution consists of: as a list, or as the tree that it is. */
export default function Departments() {
  const { t, label, field, column } = useFields();
  const manage = useAbility().can('department.manage');
  const navigate = useNavigate();
  const { view, open } = useSearch({ strict: false }) as { view?: unknown; open?: unknown };
  const [moving, setMoving] = useState<number>();
  const kinds = useMemo(() => choices(t, 'institutions.kind', departmentKinds), [t]);
  const filters = useMemo(
    () => [
      { key: 'kind' as const, label: label('kind'), control: 'select' as const, options: kinds },
      { key: 'parent_id' as const, label: label('parent_id'), control: 'async' as const, load: loadDepartments },
    ],
    [label, kinds],
  );
  return (
    <>
      <ResourcePage
        of={api.department}
        messages="institutions.department"
        manage={manage}
        schema={schema}
        columns={[
          { ...column('title'), sortable: true },
          { ...column('kind'), render: (row) => t(`institutions.kind.${row.kind}`) },
          { ...column('parent_id'), render: (row) => row.parent?.title ?? '—' },
          {
            key: 'head',
            made: true,
            title: t('institutions.department.head'),
            render: (row) => <Additions place="department.head" id={row.id} />,
          },
          {
            key: 'people',
            made: true,
            title: t('institutions.department.people'),
            render: (row) => <Additions place="department.people" id={row.id} />,
          },
          { ...column('code'), defaultHidden: true },
          { ...column('phone'), render: (row) => <PhoneText value={row.phone} /> },
          { ...column('email'), defaultHidden: true },
        ]}
        filters={filters}
        actions={(row) =>
          manage
            ? [
                {
                  key: 'move',
                  label: t('institutions.department.move'),
                  icon: <IconArrowMoveRight size={16} aria-hidden />,
                  run: () => setMoving(row.id),
                },
              ]
            : []
        }
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
            onChange={(next) => void navigate({ to: '.', search: next === 'tree' ? { view: next } : {} })}
            data={views.map((value) => ({ value, label: t(`institutions.view.${value}`) }))}
          />
        }
        {...(view === 'tree'
          ? {
              instead: (open: (id: number) => void) => (
                <DepartmentTree onOpen={open} onMove={manage ? setMoving : undefined} />
              ),
            }
          : {})}
      >
        {/^\d{1,9}$/.test(String(open)) ? <Additions place="department.form" id={Number(open)} /> : null}
      </ResourcePage>
      <MoveDialog id={moving} onClose={() => setMoving(undefined)} />
    </>
  );
}
