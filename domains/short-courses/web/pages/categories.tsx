import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { useAbility, useLocale } from '#platform/web/index.ts';
import { plainValue, ResourcePage } from '#platform/web/kit/index.ts';
import { categorySave } from '../../shapes.ts';
import { api, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...categorySave });
const fresh = { active: true, position: 0 };

/** Under which headings short courses stand. */
export default function Categories() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  return (
    <ResourcePage
      of={api.category}
      messages="short-courses.category"
      manage={useAbility().can('short_course.manage')}
      schema={schema}
      fresh={fresh}
      columns={[
        { ...column('title'), render: (row) => plainValue(row.title, locale) },
        { ...column('courses'), align: 'right', phone: 'line' },
        { ...column('position'), sortable: true, align: 'right', phone: 'aside' },
        { ...column('active'), phone: 'rest', render: (row) => (row.active ? t('common.yes') : t('common.no')) },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'multilingual', ...field('about'), wide: true },
        { control: 'number', ...field('position') },
        { control: 'switch', ...field('active') },
      ]}
    />
  );
}
