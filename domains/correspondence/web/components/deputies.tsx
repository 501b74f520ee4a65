import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { DateText, ResourcePage } from '#platform/web/kit/index.ts';
import { deputySave } from '../../shapes.ts';
import { api, loadPeople, refresh, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...deputySave });

/** Who acts for whom, and in which days. */
export function Deputies() {
  const { t, field, column } = useFields();
  return (
    <ResourcePage
      embedded
      of={api.deputy}
      messages="correspondence.deputy"
      manage
      schema={schema}
      onChanged={refresh}
      rowLabel={(row) => `${row.staff}: ${row.deputy}`}
      columns={[
        { ...column('staff') },
        { ...column('deputy') },
        { ...column('since'), sortable: true, render: (row) => <DateText value={row.since} /> },
        { ...column('until'), render: (row) => <DateText value={row.until} /> },
        {
          key: 'now',
          title: t('correspondence.field.status'),
          render: (row) => (row.now ? t('correspondence.deputy.now') : '—'),
        },
      ]}
      fields={[
        {
          control: 'async',
          ...field('staff_id'),
          label: t('correspondence.field.staff'),
          load: loadPeople,
          wide: true,
        },
        { control: 'async', ...field('deputy_id'), load: loadPeople, wide: true },
        { control: 'date', ...field('since') },
        { control: 'date', ...field('until') },
      ]}
    />
  );
}
