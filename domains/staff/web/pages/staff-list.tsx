import { Button, Group } from '@mantine/core';
import { IconFileImport, IconPencil, IconPlus, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, download, silent, today, useAbility, useMessages } from '#platform/web/index.ts';
import {
  choosableColumns,
  confirmDelete,
  DateText,
  fullName,
  type InputOf,
  ListPage,
  Person,
  PhoneText,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { academicTitles, degrees } from '../../fields.ts';
import { staffStatuses } from '../../workflow.ts';
import { api, avatarOf, loadDepartments, loadJobs, refresh } from '../api.ts';
import { AccountDialog } from '../components/account-dialog.tsx';
import { StaffForm, type StaffPerson } from '../components/staff-form.tsx';
import { toneOf } from '../components/staff-history.tsx';
import { staffShown } from '../fields.ts';
import { staffListPlace } from '../list-place.ts';

/** Everybody who works here, as far as the person may see. */
export default function StaffList() {
  const t = useMessages();
  const ability = useAbility();
  const navigate = useNavigate();
  const [form, setForm] = useState<{ opened: boolean; record?: StaffPerson }>({ opened: false });
  const [opening, setOpening] = useState<StaffPerson>();
  const manage = ability.can('staff.manage');
  const restore = async (row: { id: number }) => {
    await api.staff.restore.call({ id: row.id }, silent);
    await refresh('staff');
  };
  const everybody = ability.scope('staff.read') === 'institution';
  return (
    <>
      <ListPage
        {...(manage ? { restore } : {})}
        title={t('staff.list.title')}
        description={t('staff.list.about')}
        of={api.staff.list}
        rowLabel={fullName}
        rowHref={(row) => `/staff/${row.id}`}
        place={staffListPlace}
        columns={[
          {
            key: 'lastname',
            title: t('staff.column.person'),
            sortable: true,
            render: (row) => <Person person={{ ...row, avatar: avatarOf(row) }} note={row.staff_no} />,
          },
          {
            key: 'job_position',
            title: t('staff.field.job_position_id'),
            render: (row) => row.job_position?.title ?? '—',
          },
          { key: 'department', title: t('staff.field.department_id'), render: (row) => row.department?.title ?? '—' },
          {
            key: 'status',
            title: t('staff.field.status'),
            sortable: true,
            render: (row) => (
              <StatusBadge status={row.status} color={toneOf(row.status)} label={t(`staff.status.${row.status}`)} />
            ),
          },
          {
            key: 'work_phone',
            title: t('staff.field.work_phone'),
            render: (row) => <PhoneText value={row.work_phone} />,
          },
          ...choosableColumns(t, staffShown, ability.can),
          {
            key: 'hired_on',
            title: t('staff.field.hired_on'),
            sortable: true,
            defaultHidden: true,
            render: (row) => <DateText value={row.hired_on} />,
          },
          { key: 'username', title: t('staff.field.username'), defaultHidden: true },
        ]}
        filters={[
          {
            key: 'status',
            label: t('staff.field.status'),
            control: 'multi',
            options: choices(t, 'staff.status', staffStatuses),
          },
          { key: 'department_id', label: t('staff.field.department_id'), control: 'asyncMulti', load: loadDepartments },
          { key: 'job_position_id', label: t('staff.field.job_position_id'), control: 'asyncMulti', load: loadJobs },
          {
            key: 'gender',
            label: t('staff.field.gender'),
            control: 'select',
            options: choices(t, 'staff.gender', ['MALE', 'FEMALE']),
          },
          { key: 'hired_from', label: t('staff.field.hired_from'), control: 'date' },
          { key: 'left_from', label: t('staff.field.left_from'), control: 'date' },
          { key: 'has_account', label: t('staff.field.has_account'), control: 'boolean' },
          {
            key: 'degree',
            label: t('staff.field.degree'),
            control: 'multi',
            options: choices(t, 'staff.degree', degrees),
          },
          {
            key: 'academic_title',
            label: t('staff.field.academic_title'),
            control: 'multi',
            options: choices(t, 'staff.academic_title', academicTitles),
          },
        ]}
        primaryAction={
          manage && (
            <Group gap="xs">
              {ability.can('staff.import') && (
                <Button
                  variant="default"
                  component={Link}
                  to="/staff/import"
                  leftSection={<IconFileImport size={16} aria-hidden />}
                >
                  {t('staff.list.import')}
                </Button>
              )}
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm({ opened: true })}>
                {t('staff.list.add')}
              </Button>
            </Group>
          )
        }
        {...(everybody ? { exportFn: exportList } : {})}
        actions={(row) =>
          row.can?.edit
            ? [
                {
                  key: 'edit',
                  label: t('staff.action.edit'),
                  icon: <IconPencil size={16} aria-hidden />,
                  run: () => setForm({ opened: true, record: row }),
                },
                ...(row.can.account && row.status !== 'LEFT'
                  ? [
                      {
                        key: 'account',
                        label: t('staff.account.open'),
                        icon: <IconUserPlus size={16} aria-hidden />,
                        run: () => setOpening(row),
                      },
                    ]
                  : []),
                {
                  key: 'delete',
                  label: t('staff.action.delete'),
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  run: () =>
                    confirmDelete(
                      async () => {
                        await api.staff.remove.call({ id: row.id }, silent);
                        await refresh('staff');
                      },
                      fullName(row),
                      () => restore(row),
                    ),
                },
              ]
            : []
        }
        empty={{ text: t('staff.list.empty') }}
      />
      <AccountDialog person={opening} onClose={() => setOpening(undefined)} />
      <StaffForm
        {...form}
        onClose={() => setForm({ opened: false })}
        onSaved={(saved) => {
          if (!form.record) void navigate({ href: `/staff/${saved.id}` });
        }}
      />
    </>
  );
}

/** The xlsx of what the list shows: its filters without the paging, which a file has not. */
const exportList = ({ page: _page, size: _size, ...input }: InputOf<typeof api.staff.list>) =>
  download('/staff/export_data', `staff-${today()}.xlsx`, input).catch(() => undefined);
