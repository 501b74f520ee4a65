import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf, PageSpinner, useAbility, useAddedTabs, useMessages, useTitle } from '#platform/web/index.ts';
import { Empty, fullName, LifeSteps, Section, Tabs, WithRail } from '#platform/web/kit/index.ts';
import { api, type Profile } from '../api.ts';
import { AllPapers } from './all-papers.tsx';
import { Cards } from './cards-tab.tsx';
import { Changes } from './changes-tab.tsx';
import { Documents } from './documents-tab.tsx';
import { Guardians } from './guardians-tab.tsx';
import { CallLetters } from './letters-tab.tsx';
import { Header } from './profile-header.tsx';
import { Contact, Passport, Personal } from './record-tabs.tsx';
import { useShownValue } from './shown-value.ts';
import { StatusHistory } from './status-tab.tsx';
import { StudentRail } from './student-rail.tsx';

/** One student whole; one's own record without an id. */
export function ProfileView({ id }: { id?: string }) {
  const t = useMessages();
  const query = useQuery(
    api.profile.get.queryOptions({ input: id ? { id: Number(id) } : {}, context: { silent: true } }),
  );
  const student = query.data;
  const history = useChanges(id);
  if (query.error)
    return (
      <Empty
        title={messageOf(query.error)}
        text={id ? undefined : t('students.own.none')}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  // Its steps stand above the record: shown later, they would push it down.
  if (!student || history.isLoading) return <PageSpinner />;
  return <StudentProfile student={student} own={id === undefined} />;
}

function StudentProfile({ student, own }: { student: Profile; own: boolean }) {
  const t = useMessages();
  const { can = {} } = student;
  useTitle(fullName(student));
  // Of oneself all this stands on one's own pages.
  const office = useAbility().scope('student.read') !== 'own';
  const added = useAddedTabs('student.record', student.id);
  return (
    <Stack gap="md">
      <Header student={student} own={own} />
      {!own && <Life student={student} />}
      <WithRail rail={office && <StudentRail student={student} />}>
        <Tabs
          items={[
            { key: 'personal', label: t('students.tab.personal'), content: <Personal student={student} /> },
            ...('contact_phone' in student
              ? [{ key: 'contact', label: t('students.tab.contact'), content: <Contact student={student} /> }]
              : []),
            ...(student.guards
              ? [
                  {
                    key: 'guardians',
                    label: t('students.tab.guardians', { count: student.guards.length }),
                    content: <Guardians student={student} guards={student.guards} />,
                  },
                ]
              : []),
            ...('passport_id' in student
              ? [{ key: 'passport', label: t('students.tab.passport'), content: <Passport student={student} /> }]
              : []),
            ...(can.documents
              ? [
                  {
                    key: 'documents',
                    label: t('students.tab.documents'),
                    content: <Papers student={student} own={own} />,
                  },
                ]
              : []),
            ...(can.cards
              ? [{ key: 'cards', label: t('students.tab.cards'), content: <Cards student={student} /> }]
              : []),
            ...(can.call_letters
              ? [{ key: 'letters', label: t('students.tab.call_letters'), content: <CallLetters student={student} /> }]
              : []),
            ...added,
            ...(can.status_history
              ? [{ key: 'status', label: t('students.tab.status'), content: <StatusHistory student={student} /> }]
              : []),
            ...(can.history
              ? [{ key: 'changes', label: t('students.tab.changes'), content: <Changes student={student} /> }]
              : []),
          ]}
        />
      </WithRail>
    </Stack>
  );
}

/** Rights and changes are of today, whatever day the record is looked at. */
function useChanges(id: string | number | undefined) {
  const may = useAbility().can('student.history');
  return useQuery({
    ...api.history.queryOptions({ input: { id: Number(id) }, context: { silent: true, today: true } }),
    enabled: may && id !== undefined,
  });
}

/** What was changed of the record itself, to look at it as it stood after each. */
function Life({ student }: { student: Profile }) {
  const shown = useShownValue();
  const { data } = useChanges(student.id);
  const steps = (data ?? [])
    .filter(({ kind, record, changes }) => kind === 'change' && record === 'student' && changes.length > 0)
    .map(({ at, by, changes }) => ({
      at,
      who: by ?? null,
      what: [...new Set(changes.map(({ field }) => shown.label(field)))].join(', '),
    }));
  return <LifeSteps steps={steps} />;
}

/** All papers of the student, and below them what the office keeps of the student's own documents. */
function Papers({ student, own }: { student: Profile; own: boolean }) {
  const t = useMessages();
  return (
    <Stack gap="md">
      <Section title={t('students.papers.title')} description={t('students.papers.about')}>
        <AllPapers student_id={student.id} own={own} />
      </Section>
      <Section title={t('students.papers.kept')}>
        <Documents student={student} />
      </Section>
    </Stack>
  );
}
