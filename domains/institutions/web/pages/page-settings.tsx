import { z } from 'zod';
import { uploadPicture } from '#domains/files/web/index.ts';
import { saveBase, title } from '#platform/contract/index.ts';
import { useAbility } from '#platform/web/index.ts';
import { ResourcePage, StatusBadge } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';

type PageSetting = Awaited<ReturnType<typeof api.page_settings.get.call>>;
const html = z.string().max(50_000);
const schema = z.object({
  ...saveBase,
  title,
  identity: z.string().regex(/^[a-z][a-z0-9_-]{1,60}$/),
  body: z.object({ uz: html, ru: html, en: html }).optional(),
  link: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .nullable()
    .optional(),
  active: z.boolean().optional(),
});
const fresh = { active: true, body: { uz: '', ru: '', en: '' } };

/** Texts that stand on the institution's pages, in three languages. */
export default function PageSettings() {
  const { t, field, column } = useFields();
  const manage = useAbility().can('pages.manage');
  const state = (active: boolean) => (active ? 'ACTIVE' : 'INACTIVE');
  return (
    <ResourcePage<PageSetting>
      of={api.page_settings}
      messages="institutions.page"
      manage={manage}
      schema={schema}
      fresh={fresh}
      size={820}
      columns={[
        { ...column('title'), sortable: true },
        column('identity'),
        { ...column('link'), defaultHidden: true },
        {
          ...column('active'),
          render: (row) => (
            <StatusBadge status={state(row.active)} label={t(`institutions.page.${state(row.active)}`)} />
          ),
        },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'text', ...field('identity'), description: t('institutions.page.identity_hint') },
        { control: 'text', ...field('link'), placeholder: 'https://' },
        { control: 'multilingualRich', ...field('body'), upload: uploadPicture, wide: true },
        { control: 'switch', ...field('active') },
      ]}
    />
  );
}
