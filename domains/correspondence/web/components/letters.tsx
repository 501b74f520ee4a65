import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, useAbility } from '#platform/web/index.ts';
import { DateText, DueText, ListPage } from '#platform/web/kit/index.ts';
import { letterKinds } from '../../shapes.ts';
import { type Direction, letterStates } from '../../workflow.ts';
import { api, letterList, loadGroups, pageOf, useFields } from '../api.ts';
import { Heading, LetterBadge } from '../shown.tsx';
import { LetterForm } from './letter-form.tsx';

const outgoingAlone = ['AGREEING', 'AGREED', 'SIGNED', 'SENT'];

/** All letters of one direction, as far as the caller sees them. */
export function Letters({ direction }: { direction: Direction }) {
  const { t, column, label } = useFields();
  const { can } = useAbility();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const comes = direction === 'INCOMING';
  const adds = can(comes ? 'correspondence.register' : 'correspondence.draft');
  const states = letterStates.filter((state) => (comes ? !outgoingAlone.includes(state) : state !== 'DONE'));
  return (
    <>
      <ListPage
        title={t(comes ? 'correspondence.incoming.title' : 'correspondence.outgoing.title')}
        description={t(comes ? 'correspondence.incoming.about' : 'correspondence.outgoing.about')}
        name={comes ? 'letters-incoming' : 'letters-outgoing'}
        of={api.letter.list}
        fixed={{ direction }}
        place={letterList}
        rowHref={pageOf}
        rowLabel={(row) => row.number ?? row.heading}
        primaryAction={
          adds && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t(comes ? 'correspondence.incoming.add' : 'correspondence.outgoing.add')}
            </Button>
          )
        }
        columns={[
          { ...column('number'), render: (row) => row.number ?? '—' },
          { ...column('heading'), render: (row) => <Heading of={row} /> },
          { key: 'correspondent', title: t(comes ? 'correspondence.from' : 'correspondence.to') },
          { ...column('status'), render: (row) => <LetterBadge state={row.status} /> },
          comes
            ? { ...column('due_on'), sortable: true, render: (row) => <DueText day={row.due_on} late={row.overdue} /> }
            : { ...column('waiting_for'), render: (row) => row.waiting_for ?? '—' },
          { ...column('registered_on'), sortable: true, render: (row) => <DateText value={row.registered_on} /> },
          { ...column('group'), defaultHidden: true, render: (row) => row.group.title },
          { ...column('kind'), defaultHidden: true, render: (row) => t(`correspondence.kind.${row.kind}`) },
          ...(comes
            ? [{ ...column('their_number'), defaultHidden: true }]
            : [{ ...column('signer'), defaultHidden: true }]),
        ]}
        filters={[
          {
            key: 'status',
            label: label('status'),
            control: 'multi',
            options: choices(t, 'correspondence.state', states),
          },
          { key: 'group_id', label: label('group'), control: 'async', load: loadGroups(direction) },
          {
            key: 'kind',
            label: label('kind'),
            control: 'select',
            options: choices(t, 'correspondence.kind', letterKinds),
          },
          ...(comes ? [{ key: 'overdue' as const, label: t('correspondence.late'), control: 'boolean' as const }] : []),
        ]}
        defaults={{ size: 20, sort: 'created_at,desc' }}
        empty={{ text: t(comes ? 'correspondence.incoming.empty' : 'correspondence.outgoing.empty') }}
      />
      <LetterForm
        direction={direction}
        opened={adding}
        onClose={() => setAdding(false)}
        onSaved={(saved) => void navigate({ to: pageOf(saved) })}
      />
    </>
  );
}
