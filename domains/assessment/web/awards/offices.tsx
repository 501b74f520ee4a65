import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { contract as students } from '#domains/students/contract.ts';
import { roles, saveBase } from '#platform/contract/index.ts';
import { choices, connect, titleIn, useAbility, useLocale } from '#platform/web/index.ts';
import { AsyncSelect, PageHeader, ResourcePage, studentOptions } from '#platform/web/kit/index.ts';
import { clearanceFaults, clearanceOfficeSave } from '../../shapes-clearance.ts';
import { api } from '../api.ts';
import { useFields } from '../use-fields.ts';
import { Sheet } from './sheet.tsx';

const people = connect(students);
const loadStudents = studentOptions((question) => people.all.call(question));
const schema = z.object({ ...saveBase, ...clearanceOfficeSave });
const fresh = { position: 1 };

/** Sheets of students for whoever gives an office's word, and the offices for whoever says which there are. */
export default function Clearance() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const rights = useAbility();
  const manage = rights.can('clearance.manage');
  const search = useSearch({ strict: false }) as { student_id?: unknown };
  const student = /^\d{1,9}$/.test(String(search.student_id)) ? Number(search.student_id) : undefined;
  const faults = useMemo(() => choices(t, 'assessment.clearance.fault', clearanceFaults), [t]);
  return (
    <Stack gap="md">
      <PageHeader title={t('assessment.clearance.title')} description={t('assessment.clearance.about')} />
      <AsyncSelect
        label={t('assessment.amendment.student')}
        load={loadStudents}
        value={student ?? null}
        onChange={(value) => void navigate({ to: '.', search: typeof value === 'number' ? { student_id: value } : {} })}
      />
      {student && <Sheet student_id={student} />}
      {rights.can('award.read') && (
        <ResourcePage
          embedded
          of={api.clearance.office}
          messages="assessment.offices"
          manage={manage}
          schema={schema}
          fresh={fresh}
          columns={[
            { ...column('title'), render: (row) => titleIn(row.title, locale) },
            { ...column('position'), align: 'right' },
            {
              ...column('fault'),
              render: (row) => (row.fault ? t(`assessment.clearance.fault.${row.fault}`) : '—'),
            },
            { ...column('role'), render: (row) => row.role ?? '—' },
          ]}
          fields={[
            { control: 'multilingual', ...field('title'), wide: true },
            { control: 'number', ...field('position') },
            {
              control: 'select',
              ...field('fault'),
              options: faults,
              description: t('assessment.clearance.fault_hint'),
            },
            {
              control: 'select',
              ...field('role'),
              options: roles.map((role) => ({ id: role, title: role })),
              description: t('assessment.clearance.role_hint'),
            },
          ]}
        />
      )}
    </Stack>
  );
}
