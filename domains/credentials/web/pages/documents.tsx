import { Code, Group } from '@mantine/core';
import { IconBan, IconBraces, IconDownload, IconEye, IconFileSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { download, openPaper, silent, useMessages, usePaperReader } from '#platform/web/index.ts';
import { DateTimeText, ListPage, notify, ReasonDialog, StatusBadge } from '#platform/web/kit/index.ts';
import { documentKinds, documentStates } from '../../shapes.ts';
import { api, fileOf, type Issued, refresh } from '../api.ts';
import { stateOf } from '../state.ts';

/** Every document that was handed out, to be found again, downloaded, checked and taken back. */
export default function Documents() {
  const t = useMessages();
  usePaperReader();
  const [revoked, setRevoked] = useState<Issued>();
  const kinds = useMemo(() => documentKinds.map((id) => ({ id, title: t(`credentials.kind.${id}`) })), [t]);
  const states = useMemo(() => documentStates.map((id) => ({ id, title: t(`credentials.state.${id}`) })), [t]);
  return (
    <>
      <ListPage
        title={t('credentials.title')}
        description={t('credentials.about')}
        of={api.document.list}
        rowLabel={(row) => row.number}
        columns={[
          { key: 'number', title: t('credentials.field.number'), sortable: true },
          { key: 'kind', title: t('credentials.field.kind'), render: (row) => t(`credentials.kind.${row.kind}`) },
          { key: 'subject_name', title: t('credentials.field.subject_name'), sortable: true },
          {
            key: 'language',
            title: t('credentials.field.language'),
            render: (row) => t(`credentials.language.${row.language}`),
          },
          {
            key: 'issued_at',
            title: t('credentials.field.issued_at'),
            sortable: true,
            render: (row) => <DateTimeText value={row.issued_at} />,
          },
          {
            key: 'check_code',
            title: t('credentials.field.check_code'),
            render: (row) => <Code>{row.check_code}</Code>,
          },
          {
            key: 'status',
            title: t('credentials.field.status'),
            render: (row) => (
              <Group gap={4}>
                <StatusBadge
                  status={row.status}
                  color={stateOf(row).color}
                  label={t(`credentials.state.${stateOf(row).word}`)}
                />
                {row.paper !== 'READY' && (
                  <StatusBadge
                    status={row.paper}
                    color={row.paper === 'WAITING' ? 'gray' : 'red'}
                    label={t(`credentials.paper.${row.paper}`)}
                  />
                )}
              </Group>
            ),
          },
          {
            key: 'status_reason',
            title: t('credentials.field.status_reason'),
            render: (row) => row.status_reason ?? '—',
          },
        ]}
        filters={[
          { key: 'kind', label: t('credentials.field.kind'), control: 'multi', options: kinds },
          { key: 'status', label: t('credentials.field.status'), control: 'multi', options: states },
        ]}
        actions={(row) => [
          {
            key: 'open',
            label: t('credentials.open'),
            icon: <IconEye size={16} aria-hidden />,
            run: async () => {
              await openPaper(fileOf(row.id), `${row.number}.pdf`);
              if (row.paper !== 'READY') await refresh();
            },
          },
          {
            key: 'file',
            label: t('credentials.download'),
            icon: <IconDownload size={16} aria-hidden />,
            run: () => download(fileOf(row.id), `${row.number}.pdf`),
          },
          ...(row.kind === 'CERTIFICATE'
            ? [
                {
                  key: 'twin',
                  label: t('credentials.twin'),
                  icon: <IconBraces size={16} aria-hidden />,
                  run: () => download(`/issued-document/${row.id}/credential`, `${row.number}.vc.json`),
                },
              ]
            : []),
          {
            key: 'check',
            label: t('credentials.open_check'),
            icon: <IconFileSearch size={16} aria-hidden />,
            href: `/check/${row.check_code}`,
          },
          ...(row.can?.revoke
            ? [
                {
                  key: 'revoke',
                  label: t('credentials.revoke'),
                  icon: <IconBan size={16} aria-hidden />,
                  danger: true,
                  run: () => setRevoked(row),
                },
              ]
            : []),
        ]}
        empty={{ text: t('credentials.empty') }}
      />
      <ReasonDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t('credentials.revoke.title', { number: revoked?.number ?? '' })}
        text={t('credentials.revoke.text')}
        confirmLabel={t('credentials.revoke')}
        danger
        onConfirm={async (reason) => {
          if (!revoked) return;
          await api.document.revoke.call({ id: revoked.id, version: revoked.version, reason }, silent);
          await refresh();
          notify.success(t('credentials.revoke.done'));
        }}
      />
    </>
  );
}
