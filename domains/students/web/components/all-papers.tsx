import { Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, codeId, download, type Family, useMessages } from '#platform/web/index.ts';
import { DateText, ListPage, StatusBadge } from '#platform/web/kit/index.ts';
import { documentType, type PaperKind, paperKinds } from '../../shapes.ts';
import { api } from '../api.ts';
import { PaperModal } from './paper-modal.tsx';

type Paper = Awaited<ReturnType<typeof api.papers.call>>['content'][number];

/** How the domain of a paper calls its states. */
const stateWords: Partial<Record<PaperKind, Family>> = {
  REQUEST: 'forms.request_state',
  CLAIM: 'circumstances.state',
  PAPER: 'credentials.state',
  LETTER: 'credentials.state',
  CONTRACT: 'accounting.status',
  LETTER_IN: 'correspondence.state',
  LETTER_OUT: 'correspondence.state',
};
const colors: Record<string, string> = {
  VALID: 'teal',
  ACCEPTED: 'teal',
  READY: 'teal',
  ISSUED: 'teal',
  SUPPORTED: 'teal',
  ACTIVE: 'teal',
  REJECTED: 'red',
  REVOKED: 'red',
  UPDATE_REQUIRED: 'yellow',
  CAN_UPDATE: 'yellow',
};

/** Every paper of one student, wherever it is kept. */
export function AllPapers({ student_id, own }: { student_id: number; own: boolean }) {
  const t = useMessages();
  const [shown, setShown] = useState<Paper>();
  const titleOf = ({ source, title }: Paper): string => {
    if (source === 'KEPT') {
      const kind = documentType.options.find((one) => one === title);
      return kind ? t(`students.document.${kind}`) : (title ?? '');
    }
    return title ?? t(`students.papers.source.${source}`);
  };
  const hrefOf = ({ source, record_id }: Paper): string | undefined => {
    if (source === 'REQUEST') return own ? `/forms-for-student?id=${record_id}` : `/incoming-forms?id=${record_id}`;
    if (source === 'CONTRACT' && !own) return `/accounting/contract?open=${record_id}`;
    if (source === 'LETTER_IN' && !own) return `/document-management/incoming/${record_id}`;
    if (source === 'LETTER_OUT' && !own) return `/document-management/outgoing/${record_id}`;
    return undefined;
  };
  return (
    <>
      <ListPage
        embedded
        title={t('students.papers.title')}
        name={own ? 'papers.own' : 'papers'}
        of={api.papers}
        fixed={{ student_id }}
        rowLabel={titleOf}
        columns={[
          {
            key: 'at',
            title: t('students.papers.at'),
            sortable: true,
            render: (row) => <DateText value={row.at} />,
          },
          {
            key: 'title',
            title: t('students.papers.what'),
            render: (row) => (
              <>
                <Text size="sm">{titleOf(row)}</Text>
                <Text size="xs" c="dimmed">
                  {t(`students.papers.source.${row.source}`)}
                </Text>
              </>
            ),
          },
          { key: 'number', title: t('students.papers.number'), render: (row) => row.number ?? '—' },
          {
            key: 'status',
            title: t('students.papers.status'),
            render: (row) => {
              const words = stateWords[row.source];
              return row.status && words ? (
                <StatusBadge
                  status={row.status}
                  color={colors[row.status] ?? 'gray'}
                  label={t(codeId(words, row.status))}
                />
              ) : (
                '—'
              );
            },
          },
        ]}
        filters={[
          {
            key: 'source',
            label: t('students.papers.kind'),
            control: 'multi',
            options: choices(t, 'students.papers.source', paperKinds),
          },
        ]}
        actions={(row) => {
          const href = hrefOf(row);
          return [
            ...(href
              ? [
                  {
                    key: 'open',
                    label: t('students.papers.open'),
                    icon: <IconExternalLink size={16} aria-hidden />,
                    href,
                  },
                ]
              : []),
            ...(row.document_id
              ? [
                  {
                    key: 'paper',
                    label: t('students.papers.open'),
                    icon: <IconDownload size={16} aria-hidden />,
                    run: () => download(`/issued-document/${row.document_id}/file`, `${row.number}.pdf`),
                  },
                ]
              : []),
            ...(row.file
              ? [
                  {
                    key: 'file',
                    label: t('students.papers.open'),
                    icon: <IconExternalLink size={16} aria-hidden />,
                    run: () => setShown(row),
                  },
                ]
              : []),
          ];
        }}
        empty={{ title: t('students.papers.none') }}
      />
      <PaperModal file={shown?.file} title={shown && titleOf(shown)} onClose={() => setShown(undefined)} />
    </>
  );
}
