import { Button, Group as Row } from '@mantine/core';
import { IconArrowsShuffle, IconPlus, IconQuestionMark, IconTrash, IconUserHeart } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, download, type NameIn, silent, today, useAbility, useMessages } from '#platform/web/index.ts';
import {
  confirmDelete,
  fullName,
  type InputOf,
  ListPage,
  StatusBadge,
  useRowsDialog,
} from '#platform/web/kit/index.ts';
import { groupKinds, groupStates, studyLanguages } from '../../shapes.ts';
import { api, entryYears, type Group, loadCourses, loadForms, loadStaff, refresh } from '../api.ts';
import { MentorDialog } from '../components/mentor-dialog.tsx';
import { Places } from '../components/places.tsx';
import { WhyDrawer } from '../components/why-drawer.tsx';
import { groupListPlace } from '../list-place.ts';

const link = (to: string) => ({ component: Link, ...({ to } as object) });

/** Who learns together, as far as the person may see. */
export default function Groups() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const mentoring = useRowsDialog<Group>();
  const [asking, setAsking] = useState(false);
  const label = (name: NameIn<'groups.field'>) => t(`groups.field.${name}`);
  const column = <K extends NameIn<'groups.field'>>(key: K) => ({ key, title: label(key) });
  const restore = async (row: { id: number }) => {
    await api.group.restore.call({ id: row.id }, silent);
    await refresh();
  };
  return (
    <>
      <ListPage
        title={t('groups.list.title')}
        description={t('groups.list.about')}
        of={api.group.list}
        rowLabel={(row) => row.name}
        rowHref={(row) => `/groups/${row.id}`}
        place={groupListPlace}
        columns={[
          { ...column('name'), sortable: true },
          { ...column('course_id'), render: (row) => row.course?.title ?? '—' },
          { ...column('entry_year'), sortable: true, align: 'right' },
          { ...column('study_year'), align: 'right', render: (row) => row.study_year ?? '—' },
          { ...column('language'), render: (row) => t(`groups.language.${row.language}`) },
          { ...column('education_form_id'), defaultHidden: true, render: (row) => row.education_form?.title ?? '—' },
          {
            ...column('students'),
            render: (row) => <Places taken={row.students} capacity={row.capacity} away={row.away} />,
          },
          { ...column('mentor'), render: (row) => (row.mentor ? fullName(row.mentor) : '—') },
          { ...column('kind'), defaultHidden: true, render: (row) => t(`groups.kind.${row.kind}`) },
          {
            ...column('status'),
            render: (row) => <StatusBadge status={row.status} label={t(`groups.status.${row.status}`)} />,
          },
        ]}
        filters={[
          { key: 'course_id', label: label('course_id'), control: 'async', load: loadCourses },
          {
            key: 'entry_year',
            label: label('entry_year'),
            control: 'select',
            options: entryYears().map((id) => ({ id, title: String(id) })),
          },
          {
            key: 'language',
            label: label('language'),
            control: 'select',
            options: choices(t, 'groups.language', studyLanguages),
          },
          { key: 'education_form_id', label: label('education_form_id'), control: 'async', load: loadForms },
          ...(can('staff.read')
            ? [{ key: 'mentor_id' as const, label: label('mentor'), control: 'async' as const, load: loadStaff }]
            : []),
          { key: 'kind', label: label('kind'), control: 'select', options: choices(t, 'groups.kind', groupKinds) },
          {
            key: 'status',
            label: label('status'),
            control: 'select',
            options: choices(t, 'groups.status', groupStates),
          },
        ]}
        defaults={{ size: 20, ...(scope('group.read') === 'own' ? {} : { filters: { status: 'ACTIVE' } }) }}
        primaryAction={
          <Row gap="xs">
            {scope('group.read') !== 'own' && (
              <Button
                variant="default"
                leftSection={<IconQuestionMark size={16} aria-hidden />}
                onClick={() => setAsking(true)}
              >
                {t('groups.why.open')}
              </Button>
            )}
            {can('group.assign') && (
              <Button
                variant="default"
                leftSection={<IconArrowsShuffle size={16} aria-hidden />}
                {...link('/groups/assign')}
              >
                {t('groups.assign.open')}
              </Button>
            )}
            {can('group.manage') && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} {...link('/groups/create')}>
                {t('groups.create.open')}
              </Button>
            )}
          </Row>
        }
        {...(can('group.manage') ? { restore } : {})}
        {...(scope('group.read') === 'own' ? {} : { exportFn: exportList })}
        bulkActions={
          can('group.mentor')
            ? [
                {
                  key: 'mentor',
                  label: t('groups.mentor.set'),
                  icon: <IconUserHeart size={16} aria-hidden />,
                  run: (rows, _all, _input, clear) => mentoring.open(rows, clear),
                },
              ]
            : []
        }
        actions={(row) => [
          ...(row.can?.mentor
            ? [
                {
                  key: 'mentor',
                  label: t('groups.mentor.set'),
                  icon: <IconUserHeart size={16} aria-hidden />,
                  run: () => mentoring.open([row]),
                },
              ]
            : []),
          ...(row.can?.delete
            ? [
                {
                  key: 'delete',
                  label: t('groups.delete'),
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  run: () =>
                    confirmDelete(
                      async () => {
                        await api.group.remove.call({ id: row.id }, silent);
                        await refresh();
                      },
                      row.name,
                      () => restore(row),
                    ),
                },
              ]
            : []),
        ]}
        empty={{ text: t('groups.list.empty') }}
      />
      <MentorDialog groups={mentoring.rows} onClose={mentoring.onClose} onDone={mentoring.onDone} />
      <WhyDrawer opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

/** The xlsx of what the list shows: its filters without the paging, which a file has not. */
function exportList({ page: _page, size: _size, ...input }: InputOf<typeof api.group.list>) {
  const asked = Object.entries(input).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return download(`/group/export?${new URLSearchParams(asked)}`, `groups-${today()}.xlsx`).catch(() => undefined);
}
