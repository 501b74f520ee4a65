import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { useAbility } from '#platform/web/index.ts';
import { DateText, MoneyText, ResourcePage } from '#platform/web/kit/index.ts';
import { codeSave } from '../../shapes.ts';
import { api, loadCourses, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...codeSave });
const fresh = { most_uses: 1 };

/** Discounts that were given away, and how often each is used. */
export default function Codes() {
  const { t, field, column, label } = useFields();
  return (
    <ResourcePage
      of={api.code}
      messages="short-courses.code"
      manage={useAbility().can('short_course.manage')}
      schema={schema}
      fresh={fresh}
      rowLabel={(row) => row.code}
      filters={[{ key: 'course_id', label: label('course'), control: 'async', load: loadCourses }]}
      columns={[
        { ...column('code'), sortable: true },
        {
          key: 'discount',
          made: true,
          title: label('discount'),
          align: 'right',
          render: (row) => (row.percent === null ? <MoneyText value={row.amount} /> : `${row.percent}\u00a0%`),
        },
        { ...column('course'), render: (row) => row.course?.title ?? t('short-courses.code.every') },
        {
          key: 'uses',
          made: true,
          title: label('uses'),
          align: 'right',
          render: (row) => (row.most_uses === null ? String(row.uses) : `${row.uses} / ${row.most_uses}`),
        },
        { ...column('starts_on'), render: (row) => <DateText value={row.starts_on} /> },
        { ...column('ends_on'), sortable: true, render: (row) => <DateText value={row.ends_on} /> },
        { ...column('note'), defaultHidden: true },
      ]}
      fields={[
        { control: 'text', ...field('code') },
        { control: 'async', ...field('course_id'), load: loadCourses, placeholder: t('short-courses.code.course') },
        { control: 'number', ...field('percent') },
        { control: 'money', ...field('amount') },
        { control: 'date', ...field('starts_on') },
        { control: 'date', ...field('ends_on') },
        { control: 'number', ...field('most_uses') },
        { control: 'text', ...field('note') },
      ]}
    />
  );
}
