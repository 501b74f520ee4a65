import { IconListCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useAbility, useLocale } from '#platform/web/index.ts';
import { DateText, ResourcePage, StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import { nominationSave } from '../../shapes.ts';
import { api, loadDepartments, loadTypes, loadYears, refresh, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...nominationSave });
const fresh = { type_ids: [], min_points: 1, seats: 10 };
const levels = ['BACHELOR', 'MASTER'] as const;

/** Yearly lists of nominees: for scholarships and prizes, by criteria that everybody can read. */
export default function Nominations() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  const manage = useAbility().can('achievement.nominate');
  const navigate = useNavigate();
  const options = useMemo(() => choices(t, 'achievements.level', levels), [t]);
  return (
    <ResourcePage
      of={api.nomination}
      messages="achievements.nomination"
      manage={manage}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      columns={[
        { ...column('title'), sortable: true },
        {
          ...column('status'),
          render: (row) => (
            <StatusBadge
              status={row.status}
              color={row.status === 'FROZEN' ? 'teal' : 'blue'}
              label={t(`achievements.nomination.state.${row.status}`)}
            />
          ),
        },
        {
          key: 'academic_year',
          title: t('achievements.field.academic_year_id'),
          render: (row) => row.academic_year?.title ?? '—',
        },
        { ...column('seats'), align: 'right', render: (row) => showNumber(row.seats, locale) },
        {
          key: 'nominees',
          title: t('achievements.nomination.nominees'),
          align: 'right',
          render: (row) => (row.nominees === null ? '—' : showNumber(row.nominees, locale)),
        },
        { ...column('frozen_at'), render: (row) => <DateText value={row.frozen_at} /> },
      ]}
      actions={() => [
        {
          key: 'rows',
          label: t('achievements.nomination.rows'),
          icon: <IconListCheck size={16} aria-hidden />,
          run: (row) => navigate({ to: `/achievement-records/nominations/${row.id}` }),
        },
      ]}
      fields={[
        { control: 'text', ...field('title'), wide: true },
        { control: 'async', ...field('academic_year_id'), load: loadYears },
        { control: 'number', ...field('seats'), description: t('achievements.nomination.seats_about') },
        { control: 'date', ...field('starts_on') },
        { control: 'date', ...field('ends_on') },
        { control: 'number', ...field('min_points'), decimals: 1 },
        {
          control: 'number',
          ...field('min_average'),
          decimals: 2,
          description: t('achievements.nomination.average_about'),
        },
        { control: 'select', ...field('level'), options, clearable: true },
        { control: 'async', ...field('department_id'), load: loadDepartments },
        {
          control: 'async',
          ...field('type_ids'),
          description: t('achievements.nomination.types_about'),
          multiple: true,
          load: loadTypes,
          wide: true,
        },
      ]}
    />
  );
}
