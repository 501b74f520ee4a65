import { Modal, SegmentedControl, Stack, Text, Typography } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { uploadPicture } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { localeNames, locales, titleIn, useAbility, useLocale } from '#platform/web/index.ts';
import { ResourcePage, StatusBadge, sanitise } from '#platform/web/kit/index.ts';
import { pageSettingsSave } from '../../shapes.ts';
import { api, useFields } from '../api.ts';

type PageSetting = Awaited<ReturnType<typeof api.page_settings.get.call>>;
const schema = z.object({ ...saveBase, ...pageSettingsSave });
const fresh = { active: true, body: { uz: '', ru: '', en: '' } };

/** Texts that stand on the institution's pages, in three languages. */
export default function PageSettings() {
  const { t, field, column } = useFields();
  const manage = useAbility().can('pages.manage');
  const state = (active: boolean) => (active ? 'ACTIVE' : 'INACTIVE');
  const { locale } = useLocale();
  const [seen, setSeen] = useState<PageSetting>();
  return (
    <>
      <ResourcePage
        of={api.page_settings}
        messages="institutions.page"
        manage={manage}
        schema={schema}
        fresh={fresh}
        size={820}
        actions={(row) => [
          {
            key: 'preview',
            label: t('institutions.page.preview'),
            icon: <IconEye size={16} aria-hidden />,
            run: () => setSeen(row),
          },
        ]}
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
      <Modal
        opened={seen !== undefined}
        onClose={() => setSeen(undefined)}
        size="lg"
        title={titleIn(seen?.title, locale)}
      >
        {seen && <Preview page={seen} />}
      </Modal>
    </>
  );
}

/** The text as its readers see it, in each language. */
function Preview({ page }: { page: PageSetting }) {
  const { t } = useFields();
  const [locale, setLocale] = useState(useLocale().locale);
  const html = sanitise(page.body[locale]);
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('institutions.page.preview')}
        value={locale}
        onChange={(next) => setLocale(next as typeof locale)}
        data={locales.map((value) => ({ value, label: localeNames[value] }))}
      />
      {html ? (
        <Typography>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved, and above */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </Typography>
      ) : (
        <Text c="dimmed">{t('institutions.page.preview_empty')}</Text>
      )}
    </Stack>
  );
}
