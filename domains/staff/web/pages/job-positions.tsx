import { IconPower } from '@tabler/icons-react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, titleIn, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { ResourcePage, StatusBadge } from '#platform/web/kit/index.ts';
import { jobPositionSave, positionKinds } from '../../shapes.ts';
import { positionStatuses } from '../../workflow.ts';
import { api, refresh } from '../api.ts';

type Position = Awaited<ReturnType<typeof api.job.get.call>>;
const schema = z.object({ ...saveBase, ...jobPositionSave });

/** What people can be employed as. */
export default function JobPositions() {
  const t = useMessages();
  const { locale } = useLocale();
  const manage = useAbility().can('position.manage');
  const named = (row: Position) => titleIn(row.title, locale);
  const field = <N extends NameIn<'staff.field'>>(name: N) => ({ name, label: t(codeId('staff.field', name)) });
  return (
    <ResourcePage
      of={api.job}
      messages="staff.jobs"
      manage={manage}
      schema={schema}
      columns={[
        { key: 'title', title: t('staff.field.title'), sortable: true, render: named },
        { key: 'code', title: t('staff.field.code') },
        { key: 'kind', title: t('staff.field.kind'), render: (row) => t(`staff.kind.${row.kind}`) },
        { key: 'staff_count', title: t('staff.field.staff_count'), align: 'right' },
        { key: 'open_vacancies', title: t('staff.field.open_vacancies'), align: 'right' },
        {
          key: 'status',
          title: t('staff.field.status'),
          render: (row) => <StatusBadge status={row.status} label={t(`staff.position_status.${row.status}`)} />,
        },
      ]}
      filters={[
        {
          key: 'status',
          label: t('staff.field.status'),
          control: 'select',
          options: choices(t, 'staff.position_status', positionStatuses),
        },
        {
          key: 'kind',
          label: t('staff.field.kind'),
          control: 'multi',
          options: choices(t, 'staff.kind', positionKinds),
        },
      ]}
      actions={(row) =>
        manage
          ? [
              {
                key: 'activate',
                label: t(row.active ? 'staff.action.off' : 'staff.action.on'),
                icon: <IconPower size={16} aria-hidden />,
                ...(row.active && row.open_vacancies > 0
                  ? { refused: t('staff.jobs.has_vacancies') }
                  : {
                      run: async () => {
                        await api.job.activate.call({ id: row.id, version: row.version, active: !row.active });
                        await refresh('job');
                      },
                    }),
              },
            ]
          : []
      }
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'select', ...field('kind'), options: choices(t, 'staff.kind', positionKinds) },
        { control: 'text', ...field('code') },
        { control: 'textarea', ...field('duties'), wide: true },
      ]}
    />
  );
}
