import { IconListNumbers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { useLocale } from '#platform/web/index.ts';
import { DateText, ResourcePage, StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import { scaleSave } from '../../shapes.ts';
import { api, loadScales, refresh, useFields } from '../api.ts';

const { points: _, ...asked } = scaleSave;
const schema = z.object({ ...saveBase, ...asked });

/** Tables of points, the newest day first: one holds from its day until the next begins. */
export default function Scales() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  return (
    <ResourcePage
      of={api.scale}
      messages="achievements.scale"
      manage
      schema={schema}
      onChanged={refresh}
      rowLabel={(row) => `№ ${row.number} · ${row.basis}`}
      send={({ copy_of, ...rest }) => ({ ...rest, ...(copy_of && rest.id === undefined ? { copy_of } : {}) })}
      columns={[
        { key: 'number', title: '№', render: (row) => `№ ${row.number} · ${row.basis}` },
        {
          ...column('status'),
          render: (row) => (
            <StatusBadge
              status={row.status}
              color={row.status === 'LIVE' ? 'teal' : 'gray'}
              label={t(`achievements.scale.state.${row.status}`)}
            />
          ),
        },
        { ...column('starts_on'), sortable: true, render: (row) => <DateText value={row.starts_on} /> },
        {
          key: 'points',
          title: t('achievements.scale.filled'),
          align: 'right',
          render: (row) => showNumber(row.points.length, locale),
        },
        {
          key: 'used',
          title: t('achievements.scale.used'),
          align: 'right',
          render: (row) => showNumber(row.used, locale),
        },
      ]}
      actions={() => [
        {
          key: 'points',
          label: t('achievements.scale.points'),
          icon: <IconListNumbers size={16} aria-hidden />,
          run: (row) => navigate({ to: `/achievement-records/scales/${row.id}` }),
        },
      ]}
      fields={[
        { control: 'date', ...field('starts_on'), description: t('achievements.scale.day_about') },
        { control: 'text', ...field('basis'), placeholder: t('achievements.scale.basis_example') },
        {
          control: 'async',
          ...field('copy_of'),
          description: t('achievements.scale.copy_about'),
          load: loadScales,
          wide: true,
        },
      ]}
    />
  );
}
