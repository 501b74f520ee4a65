import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { DateText, ListPage, plainValue, StatusBadge, tellError } from '#platform/web/kit/index.ts';
import { templateStates } from '../../workflow.ts';
import { api } from '../api.ts';
import { firstLayout } from '../placing.ts';
import { colorOf } from '../state.ts';

/** Templates of certificates in all their versions. */
export default function Templates() {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const made = await api.template.save.call(
        { title: { uz: 'Sertifikat', ru: 'Сертификат', en: 'Certificate' }, ...firstLayout() },
        silent,
      );
      await navigate({ to: `/certificate-templates/${made.id}` });
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ListPage
      title={t('certificates.templates.title')}
      description={t('certificates.templates.about')}
      name="certificate-templates"
      of={api.template.list}
      rowHref={(row) => `/certificate-templates/${row.id}`}
      rowLabel={(row) => plainValue(row.title, locale)}
      defaults={{ size: 20, filters: { status: ['DRAFT', 'LIVE'] } }}
      primaryAction={
        <Button leftSection={<IconPlus size={16} aria-hidden />} loading={busy} onClick={() => void begin()}>
          {t('certificates.templates.add')}
        </Button>
      }
      columns={[
        { key: 'title', title: t('certificates.field.title'), render: (row) => plainValue(row.title, locale) },
        { key: 'revision', title: t('certificates.field.revision'), align: 'right' },
        {
          key: 'status',
          title: t('certificates.field.status'),
          render: (row) => (
            <StatusBadge
              status={row.status}
              color={colorOf(row.status)}
              label={t(`certificates.template_state.${row.status}`)}
            />
          ),
        },
        { key: 'live_at', title: t('certificates.field.live_at'), render: (row) => <DateText value={row.live_at} /> },
        { key: 'issued', title: t('certificates.templates.issued'), align: 'right' },
      ]}
      filters={[
        {
          key: 'status',
          label: t('certificates.field.status'),
          control: 'multi',
          options: choices(t, 'certificates.template_state', templateStates),
        },
      ]}
      empty={{ title: t('certificates.templates.none'), text: t('certificates.templates.none_about') }}
    />
  );
}
