import { IconCheck, IconHistory, IconPower, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import {
  choices,
  codeId,
  type NameIn,
  silent,
  titleIn,
  useAbility,
  useLocale,
  useMessages,
} from '#platform/web/index.ts';
import {
  DateText,
  MoneyText,
  ReasonDialog,
  ResourcePage,
  type RowAction,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { vacancySave } from '../../shapes.ts';
import { vacancyStatuses } from '../../workflow.ts';
import { api, loadDepartments, loadJobs, refresh } from '../api.ts';
import { VacancyHistory } from '../components/vacancy-history.tsx';

type Vacancy = Awaited<ReturnType<typeof api.vacancy.get.call>>;
const schema = z.object({ ...saveBase, ...vacancySave });

/** Whom the institution looks for. */
export default function Vacancies() {
  const t = useMessages();
  const { locale } = useLocale();
  const [closing, setClosing] = useState<Vacancy>();
  const [past, setPast] = useState<Vacancy>();
  const named = (row: Vacancy) => titleIn(row.title, locale);
  const field = <N extends NameIn<'staff.field'>>(name: N) => ({ name, label: t(codeId('staff.field', name)) });
  const end = async (row: Vacancy, status: 'FILLED' | 'CLOSED', reason?: string) => {
    await api.vacancy.status.call({ id: row.id, version: row.version, status, ...(reason ? { reason } : {}) }, silent);
    await refresh('vacancy');
  };
  const actionsOf = (row: Vacancy): RowAction<Vacancy>[] => [
    {
      key: 'history',
      label: t('staff.action.history'),
      icon: <IconHistory size={16} aria-hidden />,
      run: () => setPast(row),
    },
    ...(row.can?.activate
      ? [
          {
            key: 'activate',
            label: t(row.active ? 'staff.action.off' : 'staff.action.on'),
            icon: <IconPower size={16} aria-hidden />,
            run: async () => {
              await api.vacancy.activate.call({ id: row.id, version: row.version, active: !row.active });
              await refresh('vacancy');
            },
          },
        ]
      : []),
    ...(row.can?.end
      ? [
          {
            key: 'fill',
            label: t('staff.vacancies.fill'),
            icon: <IconCheck size={16} aria-hidden />,
            run: () => end(row, 'FILLED'),
          },
          {
            key: 'close',
            label: t('staff.vacancies.close'),
            icon: <IconX size={16} aria-hidden />,
            run: () => setClosing(row),
          },
        ]
      : []),
  ];
  return (
    <>
      <ResourcePage
        of={api.vacancy}
        messages="staff.vacancies"
        manage={useAbility().can('vacancy.manage')}
        schema={schema}
        columns={[
          { key: 'title', title: t('staff.field.title'), sortable: true, render: named },
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
              <StatusBadge
                status={row.status}
                color={row.status === 'ACTIVE' && !row.open ? 'orange' : row.status === 'FILLED' ? 'blue' : undefined}
                label={t(
                  row.status === 'ACTIVE' && !row.open
                    ? 'staff.vacancies.not_in_date'
                    : `staff.vacancy_status.${row.status}`,
                )}
              />
            ),
          },
          {
            key: 'opens_on',
            title: t('staff.field.opens_on'),
            sortable: true,
            render: (row) => <DateText value={row.opens_on} />,
          },
          {
            key: 'closes_on',
            title: t('staff.field.closes_on'),
            sortable: true,
            render: (row) => <DateText value={row.closes_on} />,
          },
          { key: 'head_count', title: t('staff.field.head_count'), align: 'right', defaultHidden: true },
          {
            key: 'salary_from',
            title: t('staff.field.salary_from'),
            align: 'right',
            defaultHidden: true,
            render: (row) => <MoneyText value={row.salary_from} />,
          },
        ]}
        filters={[
          {
            key: 'status',
            label: t('staff.field.status'),
            control: 'multi',
            options: choices(t, 'staff.vacancy_status', vacancyStatuses),
          },
          { key: 'open', label: t('staff.field.open'), control: 'boolean' },
          { key: 'department_id', label: t('staff.field.department_id'), control: 'asyncMulti', load: loadDepartments },
          { key: 'job_position_id', label: t('staff.field.job_position_id'), control: 'asyncMulti', load: loadJobs },
        ]}
        actions={actionsOf}
        fields={[
          { control: 'multilingual', ...field('title'), wide: true },
          { control: 'async', ...field('job_position_id'), load: loadJobs },
          { control: 'async', ...field('department_id'), load: loadDepartments },
          { control: 'number', ...field('head_count') },
          { control: 'number', ...field('employment_rate'), min: 0.25, max: 2, step: 0.25, decimals: 2 },
          { control: 'money', ...field('salary_from') },
          { control: 'money', ...field('salary_to') },
          { control: 'date', ...field('opens_on') },
          { control: 'date', ...field('closes_on') },
          { control: 'textarea', ...field('description'), wide: true },
          { control: 'textarea', ...field('requirements'), wide: true },
        ]}
      />
      <VacancyHistory vacancy={past} title={past ? named(past) : ''} onClose={() => setPast(undefined)} />
      <ReasonDialog
        opened={closing !== undefined}
        onClose={() => setClosing(undefined)}
        title={t('staff.vacancies.close')}
        onConfirm={async (reason) => {
          if (closing) await end(closing, 'CLOSED', reason);
        }}
      />
    </>
  );
}
