import { Button, Stack, Text } from '@mantine/core';
import { IconDownload, IconListDetails, IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import { DateTimeText, type ListColumn, ListPage, showDateTime, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { ModuleName } from '../components/module-list.tsx';
import { usePhone } from '../use-phone.ts';
import { exportChain, useVerify } from './verify.tsx';

type Row = Awaited<ReturnType<typeof api.ledger.list.call>>['content'][number];

/** Modules with the length of their chains and how far a signature covers them; those that moved last stand first. */
export function Chains() {
  const t = useMessages();
  const { locale } = useIntl();
  const rights = useAbility();
  const navigate = useNavigate();
  const phone = usePhone();
  const { verify, busy, outcome } = useVerify();
  const word = (key: NameIn<'assessment.ledger'>, values = {}) => t(`assessment.ledger.${key}`, values);
  const open = (row: Row) => void navigate({ to: '.', search: { course_module_id: row.id } });
  const term = ({ course_module: { academic_year, semester } }: Row) =>
    `${academic_year}, ${t('assessment.module.semester', { semester })}`;
  const module = (row: Row, below?: ReactNode) => <ModuleName module={row.course_module} below={below} />;
  const columns: ListColumn<Row>[] = phone
    ? [
        {
          key: 'module',
          made: true,
          title: word('module'),
          render: (row) =>
            module(
              row,
              <Stack gap={2} mt={4}>
                <Text size="xs">{term(row)}</Text>
                <Text size="xs">
                  {word('events')}: {showNumber(row.events, locale)} · <DateTimeText value={row.at} />
                </Text>
                <Signed row={row} />
              </Stack>,
            ),
        },
      ]
    : [
        { key: 'module', made: true, title: word('module'), render: (row) => module(row) },
        { key: 'year', made: true, title: t('assessment.field.academic_year_id'), render: term },
        { key: 'events', title: word('events'), align: 'right', render: (row) => showNumber(row.events, locale) },
        { key: 'at', title: word('at'), sortable: true, render: (row) => <DateTimeText value={row.at} /> },
        { key: 'signed', title: word('signed'), render: (row) => <Signed row={row} /> },
      ];
  return (
    <>
      <ListPage
        title={word('title')}
        description={word('about')}
        of={api.ledger.list}
        rowLabel={(row) => row.course_module.title}
        onRow={open}
        primaryAction={
          rights.scope('ledger.read') === 'institution' ? (
            <Button
              loading={busy}
              leftSection={<IconShieldCheck size={16} aria-hidden />}
              onClick={() => void verify(undefined)}
            >
              {word('verify_all')}
            </Button>
          ) : undefined
        }
        columns={columns}
        actions={(row) => [
          {
            key: 'events',
            label: word('events'),
            icon: <IconListDetails size={16} aria-hidden />,
            run: open,
          },
          {
            key: 'verify',
            label: word('verify'),
            icon: <IconShieldCheck size={16} aria-hidden />,
            run: () => verify(row.id),
          },
          {
            key: 'export',
            label: word('export'),
            icon: <IconDownload size={16} aria-hidden />,
            run: () => exportChain(row.id),
          },
        ]}
        empty={{ text: word('empty') }}
      />
      {outcome}
    </>
  );
}

/** Up to which event the night's signature reaches, and when it was given. */
function Signed({ row }: { row: Row }) {
  const t = useMessages();
  if (row.signed_at === null)
    return (
      <Text size="sm" c="dimmed">
        {t('assessment.ledger.unsigned')}
      </Text>
    );
  return (
    <div>
      <Text size="sm">
        {row.signed === row.events
          ? t('assessment.ledger.signed_all')
          : t('assessment.ledger.signed_part', { signed: row.signed, events: row.events })}
      </Text>
      <Text size="xs" c="dimmed">
        {showDateTime(row.signed_at)}
      </Text>
    </div>
  );
}
