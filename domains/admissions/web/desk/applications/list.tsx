import { IconArmchair, IconArrowsRightLeft } from '@tabler/icons-react';
import { choices, type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import {
  type BulkAction,
  DateText,
  type FiltersOf,
  type InputOf,
  type ListColumn,
  ListPage,
  Person,
  rowsOf,
  useRowsDialog,
} from '#platform/web/kit/index.ts';
import { type FlavourName, flavours } from '../../../flavours.ts';
import { applicantTypes, tuitionWishes } from '../../../shapes.ts';
import { type Application, apiOf, loadCampaigns, loadCourses, loadVacancies, loadYears } from '../../api.ts';
import { flavourPaths } from '../../paths.ts';
import { StateBadge } from '../../state.tsx';
import { mostAtOnce, StepsDialog } from './bulk.tsx';
import { applicationListPlaces } from './list-places.ts';
import { SeatDialog } from './seat-dialog.tsx';

type Asked = InputOf<ReturnType<typeof apiOf>['application']['list']>;

/** Applications of one flavour: search, filters and order stand in the address. */
export function ApplicationList({ flavour }: { flavour: FlavourName }) {
  const t = useMessages();
  const { can } = useAbility();
  const stepping = useRowsDialog<Application>();
  const seating = useRowsDialog<Application>();
  const { workflow, target } = flavours[flavour];
  const of = apiOf(flavour).application.list;
  const title = (key: NameIn<'admissions.field'>) => t(`admissions.field.${key}`);
  const academic = target === 'campaign';
  const columns: ListColumn<Application>[] = [
    {
      key: 'applicant_name',
      made: true,
      title: t('admissions.column.applicant'),
      sortable: true,
      render: (row) => <Person person={row.applicant} note={row.number} />,
    },
    ...(academic
      ? [{ key: 'course' as const, title: title('course_id'), render: (row: Application) => row.course?.title ?? '—' }]
      : []),
    ...(target === 'vacancy'
      ? [
          {
            key: 'vacancy' as const,
            title: title('vacancy_id'),
            render: (row: Application) => row.vacancy?.title ?? '—',
          },
        ]
      : []),
    ...(target === 'form'
      ? [{ key: 'form' as const, title: title('form_id'), render: (row: Application) => row.form?.title ?? '—' }]
      : []),
    { key: 'status', title: title('status'), sortable: true, render: (row) => <StateBadge state={row.status} /> },
    ...(academic
      ? [
          {
            key: 'language' as const,
            title: title('language'),
            render: (row: Application) => (row.language ? t(`admissions.language.${row.language}`) : '—'),
          },
          { key: 'score' as const, title: title('score'), sortable: true, align: 'right' as const },
        ]
      : []),
    {
      key: 'submitted_at',
      title: title('submitted_at'),
      sortable: true,
      render: (row) => <DateText value={row.submitted_at} />,
    },
  ];
  const filters: FiltersOf<typeof of> = [
    {
      key: 'status',
      label: title('status'),
      control: 'multi',
      options: choices(
        t,
        'admissions.state',
        workflow.states.filter((state) => state !== 'DRAFT'),
      ),
    },
    ...(academic
      ? ([
          { key: 'course_id', label: title('course_id'), control: 'async', load: loadCourses },
          { key: 'academic_year_id', label: title('academic_year_id'), control: 'async', load: loadYears },
          ...(can('campaign.read')
            ? [
                {
                  key: 'campaign_id' as const,
                  label: title('campaign_id'),
                  control: 'async' as const,
                  load: loadCampaigns,
                },
              ]
            : []),
          {
            key: 'applicant_type',
            label: title('applicant_type'),
            control: 'select',
            options: choices(t, 'admissions.applicant_type', applicantTypes),
          },
          {
            key: 'language',
            label: title('language'),
            control: 'select',
            options: choices(t, 'admissions.language', ['uz', 'ru', 'en']),
          },
          {
            key: 'tuition',
            label: title('tuition'),
            control: 'select',
            options: choices(t, 'admissions.tuition', tuitionWishes),
          },
        ] satisfies FiltersOf<typeof of>)
      : []),
    ...(target === 'vacancy'
      ? [{ key: 'vacancy_id' as const, label: title('vacancy_id'), control: 'async' as const, load: loadVacancies }]
      : []),
  ];
  const { family } = flavours[flavour];
  const bulkActions: BulkAction<Application, Asked>[] = [
    ...(can([`${family}.check`, 'application.publish', 'application.offer'])
      ? [
          {
            key: 'step',
            label: t('admissions.bulk.step'),
            icon: <IconArrowsRightLeft size={16} aria-hidden />,
            run: async (rows: Application[], all: boolean, input: Asked, clear: () => void) =>
              stepping.open(all ? await rowsOf(of, input, mostAtOnce) : rows, clear),
          },
        ]
      : []),
    ...(academic && can('exam.assign')
      ? [
          {
            key: 'seat',
            label: t('admissions.act.seat'),
            icon: <IconArmchair size={16} aria-hidden />,
            run: async (rows: Application[], all: boolean, input: Asked, clear: () => void) =>
              seating.open(all ? await rowsOf(of, input, mostAtOnce) : rows, clear),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListPage
        title={t(flavourPaths[flavour].title)}
        description={t(`admissions.list.about.${flavour}`)}
        name={`applications-${flavour}`}
        of={of}
        place={applicationListPlaces[flavour]}
        rowHref={(row) => `${flavourPaths[flavour].list}/${row.id}`}
        bulkActions={bulkActions}
        rowLabel={(row) => `${row.number} ${row.applicant.lastname}`}
        columns={columns}
        filters={filters}
        defaults={{ size: 20 }}
        empty={{ text: t('admissions.list.empty') }}
      />
      <StepsDialog flavour={flavour} rows={stepping.rows} onClose={stepping.onClose} onDone={stepping.onDone} />
      <SeatDialog applications={seating.rows} onClose={seating.onClose} onDone={seating.onDone} />
    </>
  );
}
