import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { choices, type NameIn, silent, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import {
  confirmDelete,
  DateText,
  type ListColumn,
  ListPage,
  plainValue,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { type FlavourName, flavours } from '../../../flavours.ts';
import { formStates } from '../../../workflow.ts';
import { apiOf, type Form, refresh } from '../../api.ts';
import { builderPath } from './paths.ts';

const iconSize = 16;

/** The forms of a flavour in all their revisions. */
export function FormList({ flavour, embedded = false }: { flavour: FlavourName; embedded?: boolean }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const manage = useAbility().can(`${flavours[flavour].family}.form`);
  const calls = apiOf(flavour).form;
  const field = (name: NameIn<'admissions.field'>) => t(`admissions.field.${name}`);
  const nameOf = (row: Form) => plainValue(row.title, locale);
  const add = manage && (
    <Button
      leftSection={<IconPlus size={iconSize} aria-hidden />}
      onClick={() => void navigate({ to: builderPath(flavour) })}
    >
      {t('admissions.form.add')}
    </Button>
  );
  const columns: ListColumn<Form>[] = [
    { key: 'title', title: field('title'), sortable: true, render: nameOf },
    {
      key: 'revision',
      title: field('revision'),
      align: 'right',
      render: (row) => row.revision,
    },
    {
      key: 'status',
      title: field('status'),
      render: (row) => (
        <StatusBadge
          status={row.status}
          color={row.status === 'PUBLISHED' ? (row.open ? 'teal' : 'yellow') : 'gray'}
          label={t(
            row.status === 'PUBLISHED' && !row.open
              ? 'admissions.form.not_today'
              : `admissions.form_state.${row.status}`,
          )}
        />
      ),
    },
    { key: 'opens_on', title: field('opens_on'), sortable: true, render: (row) => <DateText value={row.opens_on} /> },
    { key: 'closes_on', title: field('closes_on'), render: (row) => <DateText value={row.closes_on} /> },
    ...(flavours[flavour].target === 'vacancy'
      ? [{ key: 'vacancy' as const, title: field('vacancy_id'), render: (row: Form) => row.vacancy?.title ?? '—' }]
      : [
          {
            key: 'academic_year' as const,
            title: field('academic_year_id'),
            render: (row: Form) => row.academic_year?.title ?? '—',
          },
        ]),
    { key: 'applications', title: field('applications'), align: 'right', render: (row) => row.applications },
  ];
  return (
    <ListPage
      title={t('admissions.form.list')}
      description={t('admissions.form.about')}
      name={`admission-forms-${flavour}`}
      embedded={embedded}
      of={calls.list}
      rowLabel={nameOf}
      rowHref={(row) => builderPath(flavour, row.id)}
      columns={columns}
      filters={[
        {
          key: 'status',
          label: field('status'),
          control: 'select',
          options: choices(t, 'admissions.form_state', formStates),
        },
      ]}
      primaryAction={add}
      actions={(row) => [
        {
          key: 'open',
          label: t('admissions.form.open'),
          icon: <IconPencil size={iconSize} aria-hidden />,
          href: builderPath(flavour, row.id),
        },
        ...(row.can?.delete
          ? [
              {
                key: 'delete',
                label: t('kit.resource.delete'),
                icon: <IconTrash size={iconSize} aria-hidden />,
                danger: true,
                refused: row.applications > 0 ? t('admissions.form.in_use') : undefined,
                run: () =>
                  confirmDelete(
                    async () => {
                      await calls.remove.call({ id: row.id }, silent);
                      await refresh();
                    },
                    nameOf(row),
                    async () => {
                      await calls.restore.call({ id: row.id }, silent);
                      await refresh();
                    },
                  ),
              },
            ]
          : []),
      ]}
      empty={{ text: t('admissions.form.empty'), action: add }}
    />
  );
}
