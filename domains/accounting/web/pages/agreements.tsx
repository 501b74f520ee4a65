import { Button } from '@mantine/core';
import { IconCopyPlus, IconLock, IconWorldUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, codeId, silent, titleIn, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { MoneyText, notify, ResourcePage, type RowAction } from '#platform/web/kit/index.ts';
import { currencies } from '../../currencies.ts';
import { agreementSave, contractTypes, usualFine } from '../../shapes.ts';
import { standardText } from '../../template.ts';
import { agreementStates } from '../../workflow.ts';
import { type Agreement, api, loadCourses, loadForms, loadYears, refresh } from '../api.ts';
import { showFee } from '../components/foreign.tsx';
import { Shares } from '../components/shares.tsx';
import { State } from '../components/status.tsx';
import { Vat } from '../components/vat.tsx';

const schema = z.object({ ...saveBase, ...agreementSave });
const fresh = {
  level: 'BACHELOR',
  type: 'BASIC',
  minimum_share: 25,
  fine: usualFine,
  instalments: [
    { share: 25, due_on: null },
    { share: 25, due_on: null },
    { share: 25, due_on: null },
    { share: 25, due_on: null },
  ],
  text: standardText,
};
const icon = 16;

/** What contracts are made of: amounts, instalments, fine and text, in revisions. */
export default function Agreements() {
  const t = useMessages();
  const { locale } = useLocale();
  const manage = useAbility().can('agreement.manage');
  const [taxing, setTaxing] = useState(false);
  const field = (name: string, label = name) => ({ name, label: t(codeId('accounting.field', label)) });
  const act = async (work: Promise<unknown>) => {
    await work;
    await refresh();
    notify.success();
  };
  const actions = (row: Agreement): RowAction<Agreement>[] => [
    ...(row.can?.publish
      ? [
          {
            key: 'publish',
            label: t('accounting.agreements.publish'),
            icon: <IconWorldUpload size={icon} aria-hidden />,
            run: () => act(api.agreement.publish.call({ id: row.id }, silent)),
          },
        ]
      : []),
    ...(row.can?.revise
      ? [
          {
            key: 'revise',
            label: t('accounting.agreements.revise'),
            icon: <IconCopyPlus size={icon} aria-hidden />,
            run: () => act(api.agreement.revise.call({ id: row.id }, silent)),
          },
        ]
      : []),
    ...(row.can?.close
      ? [
          {
            key: 'close',
            label: t('accounting.agreements.close'),
            icon: <IconLock size={icon} aria-hidden />,
            run: () => act(api.agreement.close.call({ id: row.id }, silent)),
          },
        ]
      : []),
  ];
  return (
    <ResourcePage
      of={api.agreement}
      messages="accounting.agreements"
      toolbar={
        manage && (
          <>
            <Button variant="default" onClick={() => setTaxing(true)}>
              {t('accounting.vat.title')}
            </Button>
            <Vat opened={taxing} onClose={() => setTaxing(false)} />
          </>
        )
      }
      reasoned={(row) => `${row.name} · ${row.revision} · ${showFee(t, row.amount, row.currency)}`}
      manage={manage}
      schema={schema}
      fresh={fresh}
      size="xl"
      onChanged={refresh}
      rowLabel={(row) => row.name}
      columns={[
        {
          key: 'name',
          title: t('accounting.field.name'),
          sortable: true,
          render: (row) =>
            row.revision > 1 ? `${row.name} · ${t('accounting.field.revision')} ${row.revision}` : row.name,
        },
        { key: 'title', title: t('accounting.field.title'), render: (row) => titleIn(row.title, locale) },
        { key: 'level', title: t('accounting.field.level'), render: (row) => t(`accounting.level.${row.level}`) },
        {
          key: 'academic_year',
          title: t('accounting.field.academic_year_id'),
          render: (row) => row.academic_year?.title ?? '—',
        },
        {
          key: 'education_form',
          title: t('accounting.field.education_form_id'),
          render: (row) => row.education_form?.title ?? '—',
        },
        {
          key: 'amount',
          title: t('accounting.field.amount'),
          sortable: true,
          align: 'right',
          phone: 'aside',
          render: (row) => <MoneyText value={row.amount} currency={row.currency ?? true} />,
        },
        { key: 'contracts', title: t('accounting.agreements.contracts'), align: 'right' },
        { key: 'status', title: t('accounting.field.status'), render: (row) => <State value={row.status} /> },
      ]}
      filters={[
        {
          key: 'status',
          label: t('accounting.field.status'),
          control: 'multi',
          options: choices(t, 'accounting.status', agreementStates),
        },
        {
          key: 'level',
          label: t('accounting.field.level'),
          control: 'multi',
          options: choices(t, 'accounting.level', studyLevels),
        },
        { key: 'academic_year_id', label: t('accounting.field.academic_year_id'), control: 'async', load: loadYears },
        { key: 'course_id', label: t('accounting.field.course_id'), control: 'async', load: loadCourses },
      ]}
      actions={actions}
      sections={[
        {
          title: t('accounting.agreements.for'),
          description: t('accounting.agreements.for_about'),
          fields: [
            { control: 'text', ...field('name') },
            { control: 'multilingual', ...field('title'), wide: true },
            { control: 'select', ...field('level'), options: choices(t, 'accounting.level', studyLevels) },
            { control: 'async', ...field('academic_year_id'), load: loadYears },
            { control: 'async', ...field('course_id'), load: loadCourses },
            { control: 'async', ...field('education_form_id'), load: loadForms },
            { control: 'select', ...field('language'), options: choices(t, 'accounting.language', ['uz', 'ru', 'en']) },
            { control: 'select', ...field('type'), options: choices(t, 'accounting.type', contractTypes) },
          ],
        },
        {
          title: t('accounting.agreements.money'),
          fields: [
            { control: 'money', name: 'amount', label: t('accounting.agreements.amount'), currency: false },
            {
              control: 'select',
              name: 'currency',
              label: t('accounting.agreements.currency'),
              clearable: true,
              options: currencies.map((one) => ({ id: one, title: `${one} · ${t(`accounting.currency.${one}`)}` })),
            },
            { control: 'number', ...field('minimum_share'), decimals: 2 },
            {
              control: 'number',
              name: 'fine.percent_per_day',
              label: t('accounting.agreements.fine_day'),
              decimals: 3,
              step: 0.01,
            },
            { control: 'number', name: 'fine.most_percent', label: t('accounting.agreements.fine_most'), decimals: 2 },
            { control: 'number', name: 'fine.grace_days', label: t('accounting.agreements.grace') },
            { control: 'switch', name: 'fine.rests_on_holidays', label: t('accounting.agreements.fine_rests') },
          ],
        },
        {
          title: t('accounting.field.text'),
          description: t('accounting.agreements.text_about'),
          fields: (['uz', 'ru', 'en'] as const).map((tongue) => ({
            control: 'textarea' as const,
            name: `text.${tongue}`,
            label: t(`accounting.language.${tongue}`),
            wide: true,
            minRows: 8,
            autosize: true,
            maxRows: 24,
          })),
        },
      ]}
    >
      <Shares name="instalments" />
    </ResourcePage>
  );
}
