import { Button } from '@mantine/core';
import { IconDownload, IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, download, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { DateTimeText, ListPage, notify, ReasonDialog, StatusBadge } from '#platform/web/kit/index.ts';
import { issueStates } from '../../workflow.ts';
import { api, type Issue, refresh } from '../api.ts';

/** Certificates that were issued together: all of them in one file, and all of them taken back. */
export default function Issues() {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const [taken, setTaken] = useState<Issue>();
  return (
    <>
      <ListPage
        title={t('certificates.issues.title')}
        description={t('certificates.issues.about')}
        name="certificate-issues"
        of={api.issue.list}
        rowHref={(row) => `/certificates/${row.id}`}
        rowLabel={(row) => `${row.template.title} · ${row.event.title ?? row.id}`}
        primaryAction={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void navigate({ to: '/certificates/issue' })}
          >
            {t('certificates.give.title')}
          </Button>
        }
        columns={[
          { key: 'template', title: t('certificates.field.template_id'), render: (row) => row.template.title },
          { key: 'event', title: t('certificates.event.title'), render: (row) => row.event.title || '—' },
          {
            key: 'count',
            title: t('certificates.issues.count'),
            align: 'right',
            render: (row) => (row.drawn < row.count ? `${row.drawn} / ${row.count}` : row.count),
          },
          {
            key: 'language',
            title: t('certificates.field.language'),
            render: (row) => t(`certificates.language.${row.language}`),
          },
          {
            key: 'status',
            title: t('certificates.field.status'),
            render: (row) => (
              <StatusBadge
                status={row.status}
                color={row.status === 'ISSUED' ? 'teal' : 'red'}
                label={t(`certificates.issue_state.${row.status}`)}
              />
            ),
          },
          {
            key: 'created_at',
            title: t('certificates.issues.when'),
            sortable: true,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
        ]}
        filters={[
          {
            key: 'status',
            label: t('certificates.field.status'),
            control: 'select',
            options: choices(t, 'certificates.issue_state', issueStates),
          },
          {
            key: 'template_id',
            label: t('certificates.field.template_id'),
            control: 'select',
            load: (search, ids) => api.template.all.call(ids ? { ids: ids.join(',') } : { search }),
          },
        ]}
        actions={(row) => [
          {
            key: 'zip',
            label: t('certificates.issues.zip'),
            icon: <IconDownload size={16} aria-hidden />,
            run: () => download(`/certificate/issue/${row.id}/zip`, `certificates-${row.id}-${locale}.zip`),
          },
          {
            key: 'papers',
            label: t('certificates.issues.papers'),
            icon: <IconListDetails size={16} aria-hidden />,
            href: `/certificates/${row.id}`,
          },
          ...(row.can?.take_back
            ? [
                {
                  key: 'back',
                  label: t('certificates.issues.take_back'),
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  run: () => setTaken(row),
                },
              ]
            : []),
        ]}
        empty={{ title: t('certificates.issues.none'), text: t('certificates.issues.none_about') }}
      />
      <ReasonDialog
        opened={taken !== undefined}
        onClose={() => setTaken(undefined)}
        title={t('certificates.issues.take_back')}
        text={t('certificates.issues.take_back_about', { count: taken?.count ?? 0 })}
        confirmLabel={t('certificates.issues.take_back')}
        danger
        onConfirm={async (reason) => {
          if (!taken) return;
          await api.issue.take_back.call({ id: taken.id, version: taken.version, reason }, silent);
          await refresh();
          notify.success(t('certificates.issues.taken_back'));
        }}
      />
    </>
  );
}
