import { Alert, Badge, Button, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { download, messageOf, PageSpinner, silent, useLocale, useMessages, useTitle } from '#platform/web/index.ts';
import {
  askReason,
  Copyable,
  confirm,
  confirmDelete,
  Empty,
  Facts,
  fullName,
  ListPage,
  PageHeader,
  Section,
  SmallTable,
  showDate,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import type { CensusState } from '../../workflow.ts';
import { api, type Census, refresh } from '../api.ts';

/** One census: its figures, whom each counts, what does not add up, and what this edition changed. */
export default function CensusPage() {
  const t = useMessages();
  const { census_id = '' } = useParams({ strict: false }) as { census_id?: string };
  const query = useQuery(api.census.get.queryOptions({ input: { id: Number(census_id) }, ...silent }));
  if (query.error && !query.data)
    return (
      <Stack gap="md">
        <PageHeader title={t('census.title')} back="/census" />
        <Empty title={messageOf(query.error)} />
      </Stack>
    );
  if (!query.data) return <PageSpinner />;
  return <Shown key={census_id} census={query.data} />;
}

const steps = { freeze: 'FROZEN', check: 'CHECKED', sign: 'SIGNED', send: 'SENT' } as const satisfies Record<
  string,
  CensusState
>;

function Shown({ census }: { census: Census }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { locale } = useLocale();
  const { can, figures } = census;
  const [cell, setCell] = useState<{ line: string; column: string } | null>(null);
  const title = census.form_title;
  useTitle(title);
  const number = (value: number) => showNumber(value, locale);
  const step = async (name: keyof typeof steps) => {
    if (
      !(await confirm({
        name: `${title}, ${showDate(census.day)}`,
        title: t(`census.${name}`),
        text: t(name === 'freeze' ? 'census.freeze_about' : 'census.step_about'),
        yes: t(`census.${name}`),
        danger: false,
      }))
    )
      return;
    try {
      await api.census.step.call({ id: census.id, version: census.version, status: steps[name] }, silent);
    } catch (error) {
      await tellError(error);
    } finally {
      await refresh();
    }
  };
  const correct = () =>
    askReason({
      name: `${title}, ${showDate(census.day)}`,
      title: t('census.correct'),
      text: t('census.correct_about'),
      yes: t('census.correct'),
      run: async (reason) => {
        const made = await api.census.correct.call({ id: census.id, reason }, silent);
        await refresh();
        void navigate({ to: `/census/${made.id}` });
      },
    });
  const remove = () =>
    confirmDelete(
      async () => {
        await api.census.remove.call({ id: census.id });
        await refresh();
        void navigate({ to: '/census' });
      },
      `${title}, ${showDate(census.day)}`,
    );
  const figure = (line: string, column: string) => {
    const value = figures[line]?.[column] ?? 0;
    return can.people && value > 0 ? (
      <UnstyledButton
        c="var(--mantine-color-anchor)"
        aria-label={`${t('census.people', { line, column })}: ${value}`}
        onClick={() => setCell({ line, column })}
      >
        {number(value)}
      </UnstyledButton>
    ) : (
      number(value)
    );
  };
  return (
    <Stack gap="md">
      <PageHeader
        title={title}
        back="/census"
        badge={<Badge variant="light">{t(`census.state.${census.status}`)}</Badge>}
        description={t('census.known_about', { day: showDate(census.known_on) })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void download(`/census/${census.id}/file`).catch(() => undefined)}
            >
              {t('census.file')}
            </Button>
            {can.correct && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => void correct()}
              >
                {t('census.correct')}
              </Button>
            )}
            {can.remove && (
              <Button variant="default" color="red" onClick={() => void remove()}>
                {t('census.remove')}
              </Button>
            )}
            {(Object.keys(steps) as (keyof typeof steps)[]).map(
              (name) =>
                can[name] && (
                  <Button key={name} onClick={() => void step(name)}>
                    {t(`census.${name}`)}
                  </Button>
                ),
            )}
          </>
        }
      />
      {census.note && <Alert variant="light">{census.note}</Alert>}
      {census.listed.length > 0 && (
        <Alert variant="light" title={t('census.listed')}>
          {census.listed.map((one) => one.title).join(' · ')}
        </Alert>
      )}
      <Section>
        <Facts
          columns={4}
          items={[
            { label: t('census.day'), value: showDate(census.day) },
            { label: t('census.total'), value: number(census.total) },
            { label: t('census.edition'), value: String(census.edition) },
            {
              label: t('census.hash'),
              value: census.hash ? (
                <Copyable value={census.hash} label={t('census.hash')}>
                  {census.hash.slice(0, 12)}
                </Copyable>
              ) : (
                '—'
              ),
            },
            ...(census.reason ? [{ label: t('census.reason'), value: census.reason }] : []),
            ...(census.previous_id
              ? [
                  {
                    label: t('census.previous'),
                    value: <Link to={`/census/${census.previous_id}`}>{census.edition - 1}</Link>,
                  },
                ]
              : []),
            ...(census.next_id
              ? [{ label: t('census.next'), value: <Link to={`/census/${census.next_id}`}>{census.edition + 1}</Link> }]
              : []),
          ]}
        />
      </Section>
      <Section>
        <SmallTable
          minWidth={300 + census.columns.length * 90}
          maxHeight={600}
          rowKey={(line) => line.code}
          rows={census.lines}
          columns={[
            { key: 'code', title: t('census.line'), render: (line) => line.code },
            { key: 'title', title: '', names: true, width: 240, render: (line) => line.title },
            ...census.columns.map((column) => ({
              key: column.code,
              title: column.title,
              figure: true,
              width: 90,
              render: (line: Census['lines'][number]) => figure(line.code, column.code),
            })),
          ]}
        />
      </Section>
      <Section title={t('census.breaches')}>
        {census.breaches.length === 0 ? (
          <Text size="sm">{t('census.breaches_none')}</Text>
        ) : (
          <Stack gap={4}>
            {census.breaches.map(({ line, rule, left, right }) => (
              <Group key={`${line} ${rule}`} gap={6} wrap="nowrap">
                <IconAlertTriangle size={16} aria-hidden color="var(--mantine-color-red-6)" />
                <Text size="sm">{t('census.breach', { line, rule, left: String(left), right: String(right) })}</Text>
              </Group>
            ))}
          </Stack>
        )}
      </Section>
      {census.previous_id !== null && <Difference id={census.id} />}
      {cell && (
        <Modal
          opened
          size="lg"
          onClose={() => setCell(null)}
          title={t('census.people', cell)}
          closeButtonProps={{ 'aria-label': t('common.close') }}
        >
          <ListPage
            title={t('census.total')}
            embedded
            local
            searchable={false}
            of={api.census.people}
            fixed={{ census_id: census.id, ...cell }}
            rowHref={(row) => `/students/${row.id}`}
            columns={[
              { key: 'lastname', title: t('census.total'), sortable: true, render: (row) => fullName(row) },
              { key: 'student_no', title: '№' },
            ]}
          />
        </Modal>
      )}
    </Stack>
  );
}

function Difference({ id }: { id: number }) {
  const t = useMessages();
  const { data } = useQuery(api.census.difference.queryOptions({ input: { id }, ...silent }));
  if (!data) return null;
  const people = [
    [t('census.came'), data.came ?? []],
    [t('census.gone'), data.gone ?? []],
  ] as const;
  return (
    <Section title={t('census.difference')}>
      {data.cells.length === 0 ? (
        <Text size="sm">{t('census.difference_none')}</Text>
      ) : (
        <Stack gap="md">
          <SmallTable
            minWidth={500}
            maxHeight={400}
            rows={data.cells}
            rowKey={(row) => `${row.line} ${row.column}`}
            columns={[
              { key: 'line', title: t('census.line'), render: (row) => row.line },
              { key: 'column', title: t('census.column'), render: (row) => row.column },
              { key: 'was', title: t('census.was'), figure: true, render: (row) => row.was },
              { key: 'now', title: t('census.now'), figure: true, render: (row) => row.now },
              { key: 'came', title: t('census.came'), figure: true, render: (row) => row.came },
              { key: 'gone', title: t('census.gone'), figure: true, render: (row) => row.gone },
            ]}
          />
          {people.map(
            ([title, who]) =>
              who.length > 0 && (
                <Text key={title} size="sm">
                  <b>{title}:</b> {who.map((one) => `${fullName(one)} (${one.student_no})`).join(', ')}
                </Text>
              ),
          )}
        </Stack>
      )}
    </Section>
  );
}
