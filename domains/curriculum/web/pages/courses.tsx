import { IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, titleIn, useAbility, useLocale } from '#platform/web/index.ts';
import { ResourcePage, StatusBadge } from '#platform/web/kit/index.ts';
import { courseSave, studyLanguages } from '../../shapes.ts';
import { api, loadDepartments, loadForms, refresh } from '../api.ts';
import { useFields } from '../fields.ts';

const schema = z.object({ ...saveBase, ...courseSave });
const fresh = { level: 'BACHELOR', languages: ['uz'], years: 4, credits: 240, active: true };

/** What can be studied. The plan of each course opens from its row. */
export default function Courses() {
  const { t, label, field, column } = useFields();
  const manage = useAbility().can('curriculum.manage');
  const { locale } = useLocale();
  const levels = useMemo(() => choices(t, 'curriculum.level', studyLevels), [t]);
  const tongues = useMemo(() => choices(t, 'curriculum.language', studyLanguages), [t]);
  return (
    <ResourcePage
      of={api.course}
      messages="curriculum.course"
      manage={manage}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      columns={[
        {
          ...column('title'),
          sortable: true,
          render: (row) => titleIn(row.title, locale),
        },
        { ...column('code'), sortable: true },
        { ...column('level'), sortable: true, render: (row) => t(`curriculum.level.${row.level}`) },
        {
          ...column('languages'),
          render: (row) => row.languages.map((one) => t(`curriculum.language.${one}`)).join(', '),
        },
        { ...column('years'), align: 'right' },
        { ...column('credits'), align: 'right' },
        { ...column('department_id'), render: (row) => row.department?.title ?? '—' },
        { ...column('education_form_id'), defaultHidden: true, render: (row) => row.education_form?.title ?? '—' },
        {
          ...column('active'),
          render: (row) => (
            <StatusBadge
              status={row.active ? 'ACTIVE' : 'CLOSED'}
              label={t(row.active ? (row.authorized ? 'curriculum.admits' : 'curriculum.taught') : 'curriculum.closed')}
            />
          ),
        },
      ]}
      filters={[
        { key: 'level', label: label('level'), control: 'select', options: levels },
        { key: 'department_id', label: label('department_id'), control: 'async', load: loadDepartments },
        { key: 'education_form_id', label: label('education_form_id'), control: 'async', load: loadForms },
        { key: 'active', label: label('active'), control: 'boolean' },
      ]}
      actions={(row) => [
        {
          key: 'plan',
          label: t('curriculum.plan.open'),
          icon: <IconTable size={16} aria-hidden />,
          href: `/course/${row.id}/plan`,
        },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'text', ...field('code') },
        { control: 'select', ...field('level'), options: levels },
        { control: 'select', ...field('languages'), multiple: true, options: tongues },
        { control: 'async', ...field('education_form_id'), load: loadForms },
        { control: 'number', ...field('years') },
        {
          control: 'number',
          ...field('credits'),
          step: 0.5,
          decimals: 1,
          description: t('curriculum.course.credits.hint'),
        },
        { control: 'async', ...field('department_id'), load: loadDepartments },
        { control: 'switch', ...field('active') },
        { control: 'textarea', ...field('description'), wide: true },
      ]}
    />
  );
}
