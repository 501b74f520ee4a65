import { Button } from '@mantine/core';
import { IconFileText, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, openPaper, useAbility, useMessages, usePaperReader } from '#platform/web/index.ts';
import { DateText, ListPage, StatusBadge } from '#platform/web/kit/index.ts';
import { papers } from '../api.ts';
import { IssueDialog, type Issuing } from '../components/issue.tsx';

const kinds = ['REFERENCE', 'CERTIFICATE', 'TRANSCRIPT'] as const;
const states = ['VALID', 'REVOKED', 'SUPERSEDED'] as const;

/** Papers that were issued, and new ones for whoever stands at the counter. */
export default function Certificates() {
  const t = useMessages();
  const { can } = useAbility();
  const [issuing, setIssuing] = useState<Issuing>();
  const issues = can('certificate.issue');
  usePaperReader();
  return (
    <>
      <ListPage
        title={t('forms.counter.title')}
        description={t('forms.counter.about')}
        name="certificates"
        of={papers.document.list}
        rowLabel={(row) => row.number}
        defaults={{ size: 20, filters: { kind: ['REFERENCE', 'CERTIFICATE'] } }}
        primaryAction={
          issues && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIssuing({})}>
              {t('forms.counter.issue')}
            </Button>
          )
        }
        columns={[
          { key: 'subject_name', title: t('forms.field.student_id') },
          { key: 'title', title: t('forms.field.document_id') },
          { key: 'number', title: t('forms.field.number') },
          {
            key: 'status',
            title: t('forms.field.status'),
            render: (row) => (
              <StatusBadge
                status={row.status}
                color={row.status === 'VALID' ? 'teal' : row.status === 'REVOKED' ? 'red' : 'gray'}
                label={t(`forms.paper_state.${row.status}`)}
              />
            ),
          },
          {
            key: 'issued_at',
            title: t('forms.counter.issued_at'),
            sortable: true,
            render: (row) => <DateText value={row.issued_at} />,
          },
        ]}
        filters={[
          {
            key: 'kind',
            label: t('forms.builder.paper_kind'),
            control: 'multi',
            options: choices(t, 'forms.paper_kind', kinds),
          },
          {
            key: 'status',
            label: t('forms.field.status'),
            control: 'multi',
            options: choices(t, 'forms.paper_state', states),
          },
        ]}
        actions={(row) => [
          {
            key: 'file',
            label: t('forms.open_paper'),
            icon: <IconFileText size={16} aria-hidden />,
            run: () => openPaper(`/issued-document/${row.id}/file`, `${row.number}.pdf`),
          },
          ...(issues && row.student_id !== null && row.status === 'VALID' && row.kind !== 'TRANSCRIPT'
            ? [
                {
                  key: 'again',
                  label: t('forms.counter.again'),
                  icon: <IconRefresh size={16} aria-hidden />,
                  run: () =>
                    setIssuing({
                      student_id: row.student_id ?? 0,
                      replaces: row.id,
                      number: row.number,
                      kind: row.kind,
                    }),
                },
              ]
            : []),
        ]}
        empty={{ title: t('forms.counter.none'), text: t('forms.counter.none_about') }}
      />
      <IssueDialog issuing={issuing} onClose={() => setIssuing(undefined)} />
    </>
  );
}
