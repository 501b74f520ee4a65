import { Badge, Group } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { queryClient, silent, useAbility } from '#platform/web/index.ts';
import { confirm, DateText, notify, ResourcePage } from '#platform/web/kit/index.ts';
import { academicYearSave } from '../../shapes.ts';
import { type AcademicYear, api, useFields } from '../api.ts';
import { SemestersField } from '../components/semesters-field.tsx';
import { YearBar } from '../components/year-bar.tsx';

const schema = z.object({ ...saveBase, ...academicYearSave });
const fresh = {
  current: false,
  semesters: [1, 2].map((number) => ({ number, starts_on: null, ends_on: null })),
};

/** Academic years with their semesters; one of them is the current. */
export default function AcademicYears() {
  const { t, label, field, column } = useFields();
  const manage = useAbility().can('reference.manage');
  const changed = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: api.semester.key() }),
      queryClient.invalidateQueries({ queryKey: api.academic_year.key() }),
    ]);
  const makeCurrent = async (row: AcademicYear) => {
    if (!(await confirm({ name: row.name, text: t('institutions.year.make_current_ask', { name: row.name }) }))) return;
    await api.academic_year.save.call({ id: row.id, version: row.version, current: true }, silent);
    notify.success(t('kit.edited'));
    await changed();
  };
  return (
    <ResourcePage
      of={api.academic_year}
      messages="institutions.year"
      manage={manage}
      schema={schema}
      fresh={fresh}
      onChanged={changed}
      actions={(row) =>
        manage && !row.current
          ? [
              {
                key: 'current',
                label: t('institutions.year.make_current'),
                icon: <IconCalendarCheck size={16} aria-hidden />,
                run: () => makeCurrent(row),
              },
            ]
          : []
      }
      columns={[
        {
          ...column('name'),
          sortable: true,
          render: (row) => (
            <Group gap="xs">
              {row.name}
              {row.current && (
                <Badge variant="light" style={{ flexShrink: 0 }}>
                  {t('institutions.year.current')}
                </Badge>
              )}
            </Group>
          ),
        },
        { ...column('starts_on'), sortable: true, render: (row) => <DateText value={row.starts_on} /> },
        { ...column('ends_on'), render: (row) => <DateText value={row.ends_on} /> },
        { key: 'semesters', title: label('semesters'), width: '40%', render: (row) => <YearBar year={row} /> },
      ]}
      fields={[
        { control: 'text', ...field('name'), placeholder: '2026/2027', description: t('institutions.year.name_hint') },
        { control: 'switch', ...field('current'), description: t('institutions.year.current_hint') },
        { control: 'date', ...field('starts_on') },
        { control: 'date', ...field('ends_on') },
      ]}
      labels={{ semesters: label('semesters') }}
    >
      <SemestersField name="semesters" />
    </ResourcePage>
  );
}
