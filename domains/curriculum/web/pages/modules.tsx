import { Anchor, Text } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, titleIn, useAbility, useLocale } from '#platform/web/index.ts';
import { ResourcePage, StatusBadge } from '#platform/web/kit/index.ts';
import { moduleParts, moduleSave, moduleTypes } from '../../shapes.ts';
import { api, loadDepartments, loadModules, type Module, refresh } from '../api.ts';
import { useFields } from '../fields.ts';

const schema = z.object({
  ...saveBase,
  ...moduleSave,
  part: moduleSave.part.unwrap(),
});
const fresh = { type: 'CORE', part: 'TAUGHT', credits: 6, active: true, prerequisite_ids: [] };
const contact = ['lecture_hours', 'seminar_hours', 'practical_hours', 'laboratory_hours'] as const;
/** Academic hours of work, in class and alone, that one credit stands for. */
const hoursOfCredit = 30;

const contactOf = (row: Partial<Record<(typeof contact)[number], number | null>>) =>
  contact.reduce((sum, key) => sum + (row[key] ?? 0), 0);

/** What is taught, wherever it stands in a plan. */
export default function Modules() {
  const { t, label, field, column } = useFields();
  const manage = useAbility().can('curriculum.manage');
  const { locale } = useLocale();
  const types = useMemo(() => choices(t, 'curriculum.type', moduleTypes), [t]);
  const parts = useMemo(() => choices(t, 'curriculum.part', moduleParts), [t]);
  const outcomesOf = (row: Module) => `/modules-outcome?module_id=${row.id}`;
  return (
    <ResourcePage
      of={api.module}
      messages="curriculum.module"
      manage={manage}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      formOf={(row) => ({ ...row, prerequisite_ids: row.prerequisites.map(({ id }) => id) })}
      columns={[
        { ...column('title'), sortable: true, render: (row) => titleIn(row.title, locale) },
        { ...column('code'), sortable: true },
        { ...column('type'), render: (row) => t(`curriculum.type.${row.type}`) },
        { ...column('part'), defaultHidden: true, render: (row) => t(`curriculum.part.${row.part}`) },
        { ...column('credits'), sortable: true, align: 'right' },
        { ...column('contact_hours'), made: true, align: 'right', render: contactOf },
        { ...column('independent_hours'), align: 'right', defaultHidden: true },
        {
          ...column('prerequisite_ids'),
          made: true,
          render: (row) => row.prerequisites.map(({ code }) => code).join(', ') || '—',
        },
        {
          ...column('outcomes'),
          align: 'right',
          render: (row) => (
            <Anchor
              component={Link}
              {...({ to: '/modules-outcome', search: { module_id: row.id } } as object)}
              size="sm"
              aria-label={t('curriculum.module.outcomes', { count: row.outcomes })}
              onClick={(event: { stopPropagation: () => void }) => event.stopPropagation()}
            >
              {row.outcomes}
            </Anchor>
          ),
        },
        { ...column('department_id'), render: (row) => row.department?.title ?? '—' },
        {
          ...column('active'),
          render: (row) => (
            <StatusBadge
              status={row.active ? 'ACTIVE' : 'CLOSED'}
              label={t(row.active ? 'curriculum.taught' : 'curriculum.closed')}
            />
          ),
        },
      ]}
      filters={[
        { key: 'type', label: label('type'), control: 'select', options: types },
        { key: 'department_id', label: label('department_id'), control: 'async', load: loadDepartments },
        { key: 'active', label: label('active'), control: 'boolean' },
      ]}
      actions={(row) => [
        {
          key: 'outcomes',
          label: t('curriculum.outcome.title'),
          icon: <IconTargetArrow size={16} aria-hidden />,
          href: outcomesOf(row),
        },
      ]}
      size={760}
      sections={[
        {
          fields: [
            { control: 'multilingual', ...field('title'), wide: true },
            { control: 'text', ...field('code') },
            { control: 'select', ...field('type'), options: types },
            { control: 'select', ...field('part'), options: parts },
            { control: 'number', ...field('credits'), step: 0.5, decimals: 1 },
            { control: 'async', ...field('department_id'), load: loadDepartments },
          ],
        },
        {
          title: t('curriculum.module.hours'),
          description: t('curriculum.module.hours.hint', { hours: hoursOfCredit }),
          fields: ([...contact, 'independent_hours'] as const).map((name) => ({
            control: 'number' as const,
            ...field(name),
          })),
        },
        {
          title: t('curriculum.module.more'),
          fields: [
            {
              control: 'async',
              ...field('prerequisite_ids'),
              multiple: true,
              load: loadModules,
              wide: true,
              description: t('curriculum.module.prerequisites.hint'),
            },
            { control: 'textarea', ...field('description'), wide: true },
            { control: 'switch', ...field('active') },
          ],
        },
      ]}
    >
      {(state) => {
        const { credits, independent_hours } = state.values;
        const [inClass, alone] = [contactOf(state.values), Number(independent_hours ?? 0)];
        return (
          <Text size="sm" c="dimmed" role="status">
            {t('curriculum.module.sum', {
              contact: inClass,
              total: inClass + alone,
              expected: Number(credits ?? 0) * hoursOfCredit,
            })}
          </Text>
        );
      }}
    </ResourcePage>
  );
}
