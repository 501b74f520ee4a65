import { Text } from '@mantine/core';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { type ListColumn, ListPage, Person, showNumber } from '#platform/web/kit/index.ts';
import { api, loadCourses } from '../api.ts';
import { usePhone } from '../use-phone.ts';
import { Faults } from './faults.tsx';

type Candidate = Awaited<ReturnType<typeof api.award.candidates.call>>['content'][number];

/** What is missing in a line or two: which modules it is stands on the page of the student's degree. */
function Missing({ faults }: Pick<Candidate, 'faults'>) {
  // The board's word comes last: that it is missing goes without saying.
  const others = faults.filter(({ code }) => code !== 'NOT_AWARDED');
  if (others.length === 0) return <Faults faults={[]} />;
  return <Text size="sm">{others.map(({ message }) => message.split(':')[0]).join(' · ')}</Text>;
}

/** Active students, the nearest to a degree first, each with what is missing. */
export default function Candidates() {
  const t = useMessages();
  const { locale } = useLocale();
  const phone = usePhone();
  const rest: ListColumn<Candidate>[] = [
    { key: 'entry_year', title: t('assessment.field.entry_year'), sortable: true, align: 'right' },
    {
      key: 'earned',
      title: t('assessment.award.credits'),
      align: 'right',
      render: (row) => `${showNumber(row.earned, locale)} / ${row.required ?? '—'}`,
    },
    {
      key: 'average',
      title: t('assessment.board.average'),
      align: 'right',
      render: (row) => (row.average === null ? '—' : showNumber(row.average, locale)),
    },
    { key: 'faults', title: t('assessment.award.missing'), render: (row) => <Missing faults={row.faults} /> },
  ];
  return (
    <ListPage
      title={t('assessment.award.candidates')}
      description={t('assessment.award.candidates_about')}
      of={api.award.candidates}
      rowLabel={(row) => row.student.name}
      rowHref={(row) => `/degree?student_id=${row.student.id}`}
      columns={[
        {
          key: 'student',
          title: t('assessment.amendment.student'),
          render: (row) => (
            <>
              <Person person={{ lastname: row.student.name, firstname: '' }} note={row.student.student_no} />
              {phone && <Missing faults={row.faults} />}
            </>
          ),
        },
        ...(phone ? [] : rest),
      ]}
      filters={[
        { key: 'course_id', label: t('assessment.field.course'), control: 'async', load: loadCourses },
        { key: 'due', label: t('assessment.award.due'), control: 'boolean' },
      ]}
      empty={{ text: t('assessment.award.no_candidates') }}
    />
  );
}
