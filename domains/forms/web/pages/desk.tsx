import { IconArrowBackUp, IconCheck, IconHandStop, IconSend, IconTags } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, openPaper, useAbility, useMessages, usePaperReader } from '#platform/web/index.ts';
import { type BulkAction, DateText, DueText, type InputOf, ListPage, Person } from '#platform/web/kit/index.ts';
import { requestStates } from '../../workflow.ts';
import { type Asked, api } from '../api.ts';
import { ActButtons, ActDialog, type Doing } from '../components/acts.tsx';
import { RequestView } from '../components/request-view.tsx';
import { StateBadge } from '../components/shown.tsx';

/** What students asked for and who is to do what with it. */
export default function Desk() {
  const t = useMessages();
  const { can } = useAbility();
  const { id } = useSearch({ strict: false }) as { id?: unknown };
  const [doing, setDoing] = useState<Doing>();
  usePaperReader(can('form_request.handle'));
  const dialog = <ActDialog doing={doing} onClose={() => setDoing(undefined)} />;
  if (/^\d{1,9}$/.test(String(id)))
    return (
      <>
        <RequestView
          id={Number(id)}
          back="/incoming-forms"
          acts={(request) => <ActButtons request={request} open={setDoing} />}
        />
        {dialog}
      </>
    );
  const handles = can('form_request.handle');
  const bulk = (
    act: Doing['act'],
    icon: React.ReactNode,
    danger = false,
  ): BulkAction<Asked, InputOf<typeof api.request.list>> => ({
    key: act,
    label: t(`forms.act.${act}`),
    icon,
    danger,
    run: (rows, _all, _input, clear) => {
      setDoing({ act, requests: rows, clear });
      return false;
    },
  });
  return (
    <>
      <ListPage
        title={t('forms.desk.title')}
        description={t('forms.desk.about')}
        name="incoming-requests"
        of={api.request.list}
        rowHref={(row) => `/incoming-forms?id=${row.id}`}
        rowLabel={(row) => row.number}
        defaults={{ size: 20, sort: 'due_on', filters: handles ? { waiting: true } : {} }}
        columns={[
          {
            key: 'student',
            title: t('forms.field.student_id'),
            render: (row) =>
              row.student ? (
                <Person
                  person={{ ...row.student, username: null, avatar: null }}
                  note={`${row.number} · ${row.student.student_no}`}
                />
              ) : (
                row.number
              ),
          },
          { key: 'type', title: t('forms.field.type_id'), render: (row) => row.type?.title ?? '—' },
          {
            key: 'status',
            title: t('forms.field.status'),
            render: (row) => <StateBadge status={row.status} />,
          },
          {
            key: 'due_on',
            title: t('forms.field.due_on'),
            sortable: true,
            render: (row) => <DueText day={row.due_on} late={row.late} />,
          },
          {
            key: 'submitted_at',
            title: t('forms.field.submitted_at'),
            sortable: true,
            render: (row) => <DateText value={row.submitted_at} />,
          },
          {
            key: 'delivery',
            title: t('forms.field.delivery'),
            defaultHidden: true,
            render: (row) => t(`forms.delivery.${row.delivery}`),
          },
          {
            key: 'language',
            title: t('forms.field.language'),
            defaultHidden: true,
            render: (row) => t(`forms.language.${row.language}`),
          },
        ]}
        filters={[
          ...(handles
            ? [{ key: 'waiting' as const, label: t('forms.desk.waiting'), control: 'boolean' as const }]
            : []),
          {
            key: 'status',
            label: t('forms.field.status'),
            control: 'multi',
            options: choices(
              t,
              'forms.request_state',
              requestStates.filter((state) => state !== 'DRAFT'),
            ),
          },
          {
            key: 'type_id',
            label: t('forms.field.type_id'),
            control: 'select',
            load: (search, ids) => api.type.all.call(ids ? { ids: ids.join(',') } : { search }),
          },
          { key: 'late', label: t('forms.late'), control: 'boolean' },
        ]}
        bulkActions={
          handles
            ? [
                bulk('APPROVED', <IconCheck size={16} aria-hidden />),
                bulk('UPDATE_REQUIRED', <IconArrowBackUp size={16} aria-hidden />),
                bulk('REJECTED', <IconHandStop size={16} aria-hidden />, true),
                bulk('ISSUED', <IconSend size={16} aria-hidden />),
                {
                  key: 'labels',
                  label: t('forms.labels'),
                  icon: <IconTags size={16} aria-hidden />,
                  run: async (rows) => {
                    await openPaper(`/form/request/labels?ids=${rows.map(({ id }) => id).join(',')}`, 'labels.pdf');
                    return false;
                  },
                },
              ]
            : []
        }
        actions={(row) =>
          row.can?.act
            ? [
                {
                  key: 'do',
                  label: t('forms.act.APPROVED'),
                  icon: <IconCheck size={16} aria-hidden />,
                  run: () => setDoing({ act: 'APPROVED', requests: [row] }),
                },
              ]
            : []
        }
        empty={{ title: t('forms.desk.none'), text: t('forms.desk.none_about') }}
      />
      {dialog}
    </>
  );
}
