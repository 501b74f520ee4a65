import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconPlayerPlay, IconScale, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, codeId, type NameIn, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  confirmDelete,
  DateTimeText,
  ListPage,
  notify,
  StatusBadge,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import { timetableStates } from '../../shapes.ts';
import { api, type Draft, refresh } from '../api.ts';
import { CompareDrawer } from '../components/compare-drawer.tsx';
import { GenerateDialog } from '../components/generate-dialog.tsx';

const tones = { DRAFT: 'yellow', PUBLISHED: 'teal', ARCHIVED: 'gray' } as const;

/** Drafts side by side, what is published, and what was. */
export default function Drafts() {
  const t = useMessages();
  const { locale } = useLocale();
  const [generating, setGenerating] = useState(false);
  const [pair, setPair] = useState<readonly Draft[]>();
  const column = <K extends NameIn<'timetable.field'>>(key: K) => ({ key, title: t(codeId('timetable.field', key)) });
  const restore = async (row: { id: number }) => {
    await api.draft.restore.call({ id: row.id }, silent);
    await refresh();
  };
  const copy = async (row: Draft) => {
    await api.draft.copy
      .call({ id: row.id }, silent)
      .then(({ title }) => notify.success(t('timetable.copied', { title })))
      .catch(tellError);
    await refresh();
  };
  const takeBack = async (row: Draft) => {
    if (
      !(await confirm({
        title: t('timetable.publish.undo'),
        name: row.title,
        text: t('timetable.publish.undo_text'),
        yes: t('timetable.publish.undo'),
      }))
    )
      return;
    await api.draft.unpublish.call({ id: row.id }, silent).catch(tellError);
    await refresh();
  };
  return (
    <>
      <ListPage
        title={t('timetable.drafts.title')}
        description={t('timetable.drafts.about')}
        of={api.draft.list}
        rowLabel={(row) => row.title}
        rowHref={(row) => `/timetable-drafts/${row.id}`}
        columns={[
          { ...column('title'), sortable: true },
          { ...column('semester_id'), render: (row) => row.semester.title },
          {
            ...column('state'),
            render: (row) =>
              row.running ? (
                <StatusBadge status="RUNNING" label={t('timetable.running')} color="blue" />
              ) : (
                <StatusBadge status={row.state} label={t(`timetable.state.${row.state}`)} color={tones[row.state]} />
              ),
          },
          { ...column('lessons'), align: 'right', render: (row) => showNumber(row.lessons, locale) },
          { ...column('unplaced'), align: 'right' },
          {
            ...column('cost'),
            align: 'right',
            render: (row) => (row.cost === null ? '—' : showNumber(row.cost, locale)),
          },
          { ...column('created_at'), sortable: true, render: (row) => <DateTimeText value={row.created_at} /> },
        ]}
        filters={[
          {
            key: 'state',
            label: t('timetable.field.state'),
            control: 'select',
            options: choices(t, 'timetable.state', timetableStates),
          },
        ]}
        primaryAction={
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => setGenerating(true)}>
            {t('timetable.generate.open')}
          </Button>
        }
        bulkActions={[
          {
            key: 'compare',
            label: t('timetable.compare.open'),
            icon: <IconScale size={16} aria-hidden />,
            run: (rows) => (rows.length === 2 ? setPair(rows) : notify.error(t('timetable.compare.two'))),
          },
        ]}
        restore={restore}
        actions={(row) => [
          {
            key: 'copy',
            label: t('timetable.copy_draft'),
            icon: <IconCopy size={16} aria-hidden />,
            run: () => copy(row),
          },
          ...(row.can?.unpublish
            ? [
                {
                  key: 'undo',
                  label: t('timetable.publish.undo'),
                  icon: <IconArrowBackUp size={16} aria-hidden />,
                  run: () => takeBack(row),
                },
              ]
            : []),
          ...(row.can?.delete
            ? [
                {
                  key: 'delete',
                  label: t('timetable.delete'),
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  run: () =>
                    confirmDelete(
                      async () => {
                        await api.draft.remove.call({ id: row.id }, silent);
                        await refresh();
                      },
                      row.title,
                      () => restore(row),
                    ),
                },
              ]
            : []),
        ]}
        empty={{ text: t('timetable.drafts.empty') }}
      />
      <GenerateDialog opened={generating} onClose={() => setGenerating(false)} />
      <CompareDrawer pair={pair} onClose={() => setPair(undefined)} />
    </>
  );
}
