import { z } from 'zod';
import { saveBase, title } from '#platform/contract/index.ts';
import { useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, ResourcePage } from '#platform/web/kit/index.ts';
import { categories, refresh } from '../../api.ts';

const schema = z.object({ ...saveBase, title });
const kind = 'ADMISSION';

/** Categories of applicants, such as benefits and quotas, from which forms and lists choose. */
export default function AdmissionCategories() {
  const t = useMessages();
  const { locale } = useLocale();
  return (
    <ResourcePage
      of={categories}
      messages="admissions.category"
      manage={useAbility().can('reference.manage')}
      schema={schema}
      fixed={{ kind }}
      send={(payload: z.input<typeof schema>) => ({ ...payload, kind })}
      onChanged={refresh}
      columns={[
        {
          key: 'title',
          title: t('admissions.field.title'),
          sortable: true,
          render: (row) => plainValue(row.title, locale),
        },
      ]}
      fields={[{ control: 'multilingual', name: 'title', label: t('admissions.field.title'), wide: true }]}
    />
  );
}
