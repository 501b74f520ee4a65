import { Avatar, Group } from '@mantine/core';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { fileRecord, saveBase } from '#platform/contract/index.ts';
import { choices, type NameIn, session, titleIn, useAbility, useInstitution, useLocale } from '#platform/web/index.ts';
import { PhoneText, ResourcePage } from '#platform/web/kit/index.ts';
import { institutionDetails, institutionSave, timezones } from '../../shapes.ts';
import { api, useFields } from '../api.ts';

type Institution = Awaited<ReturnType<typeof api.institution.get.call>>;
const schema = z.object({
  ...saveBase,
  ...institutionSave,
  timezone: institutionSave.timezone.unwrap(),
  // In the form the logo is the uploaded file itself.
  details: z.object({ ...institutionDetails, logo: z.array(fileRecord).optional() }),
});
type Values = z.input<typeof schema>;
const fresh = { timezone: 'Asia/Tashkent', details: {} };

/** Details as the call takes them: the file's number instead of the file, null for what was emptied. */
const send = ({ details: { logo, ...details }, ...rest }: Values) => ({
  ...rest,
  details: {
    ...Object.fromEntries(Object.entries(details).map(([key, value]) => [key, value === '' ? null : value])),
    ...(logo ? { logo_file_id: logo[0]?.id ?? null } : {}),
  },
});

/** The institutions in which one works: names, addresses, people to call, the logo of documents. */
export default function Institutions() {
  const { t, label, field, column } = useFields();
  const { selected } = useInstitution();
  const { locale } = useLocale();
  const manage = useAbility().can('institution.manage');
  const detail = (name: NameIn<'institutions.field'>) => ({ name: `details.${name}`, label: label(name) });
  const detailsOf = (row: Institution) => row.details as { phone?: string; website?: string };
  return (
    <ResourcePage
      of={api.institution}
      messages="institutions.institution"
      manage={manage}
      schema={schema}
      fresh={fresh}
      send={send}
      formOf={(row) => ({
        ...row,
        details: { ...row.details, ...(row.id === selected?.value ? { logo: row.logo ? [row.logo] : [] } : {}) },
      })}
      onChanged={session.reload}
      columns={[
        {
          ...column('title'),
          sortable: true,
          render: (row) => (
            <Group gap="sm" wrap="nowrap">
              <Avatar src={row.logo?.src ?? null} radius="sm" alt="" color="initials" name={row.short_name} />
              {titleIn(row.title, locale)}
            </Group>
          ),
        },
        column('short_name'),
        {
          key: 'phone',
          made: true,
          title: label('phone'),
          render: (row) => <PhoneText value={detailsOf(row).phone ?? null} />,
        },
        { key: 'website', made: true, title: label('website'), render: (row) => detailsOf(row).website || '—' },
      ]}
      sections={[
        {
          fields: [
            { control: 'multilingual', ...field('title'), wide: true },
            { control: 'text', ...field('short_name') },
            { control: 'select', ...field('timezone'), options: choices(t, 'institutions.timezone', timezones) },
          ],
        },
        {
          title: t('institutions.institution.contacts'),
          fields: [
            { control: 'multilingual', ...detail('address'), wide: true },
            { control: 'phone', ...detail('phone') },
            { control: 'phone', ...detail('admission_phone') },
            { control: 'email', ...detail('email') },
            { control: 'text', ...detail('website'), placeholder: 'https://' },
          ],
        },
        {
          title: t('institutions.institution.letterhead'),
          fields: [
            { control: 'text', ...detail('rector') },
            { control: 'text', ...detail('registrar') },
            { control: 'text', ...detail('licence') },
            { control: 'text', ...detail('bank') },
            { control: 'text', ...detail('account'), description: t('institutions.institution.account_hint') },
            { control: 'text', ...detail('mfo'), description: t('institutions.institution.mfo_hint') },
            { control: 'text', ...detail('tax_id') },
            {
              control: 'files',
              ...detail('logo'),
              description: t('institutions.institution.logo_hint'),
              upload,
              multiple: false,
              extensions: ['png', 'jpg', 'jpeg'],
              wide: true,
            },
          ],
        },
      ]}
    />
  );
}
