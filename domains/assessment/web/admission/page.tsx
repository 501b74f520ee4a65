import { Stack } from '@mantine/core';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { PageHeader } from '#platform/web/kit/index.ts';
import { ModuleAdmission } from './module.tsx';
import { OwnAdmission } from './own.tsx';

/** Who may sit the exam of a module and what bars the others; students see where they stand themselves. */
export default function ExamAdmissionPage() {
  const t = useMessages();
  if (useAbility().scope('exam_admission.read') !== 'own') return <ModuleAdmission />;
  return (
    <Stack gap="md" maw={860}>
      <PageHeader title={t('assessment.admission.own')} description={t('assessment.admission.own_about')} />
      <OwnAdmission />
    </Stack>
  );
}
