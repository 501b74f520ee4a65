import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf, PageSpinner, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, Section } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { AllPapers } from '../components/all-papers.tsx';
import { Documents } from '../components/documents-tab.tsx';

/** The papers that the institution keeps of the student who is signed in. */
export default function OwnDocs() {
  const t = useMessages();
  const { data: student, error } = useQuery(api.profile.get.queryOptions({ input: {}, context: { silent: true } }));
  return (
    <Stack gap="md">
      <PageHeader title={t('students.docs.title')} description={t('students.docs.about')} />
      {error ? (
        <Empty title={messageOf(error)} text={t('students.own.none')} />
      ) : student ? (
        <>
          <Section title={t('students.papers.title')} description={t('students.papers.about')}>
            <AllPapers student_id={student.id} own />
          </Section>
          <Section title={t('students.papers.kept')}>
            <Documents student={student} />
          </Section>
        </>
      ) : (
        <PageSpinner />
      )}
    </Stack>
  );
}
