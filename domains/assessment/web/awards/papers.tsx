import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { locales } from '#platform/contract/index.ts';
import { choices, silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, notify } from '#platform/web/kit/index.ts';
import { diplomaIssue, diplomaKinds } from '../../shapes-awards.ts';
import { api, refresh } from '../api.ts';

const schema = diplomaIssue.omit({ student_id: true }).required({ language: true });
const fresh = { kind: 'DIPLOMA', language: 'uz' };

/** Issues the papers of one graduate; another of the same is a duplicate, which needs a reason. */
export function Papers({ student }: { student: { id: number; name: string } }) {
  const t = useMessages();
  const [open, setOpen] = useState(false);
  const kinds = useMemo(() => choices(t, 'assessment.award.paper', diplomaKinds), [t]);
  const languages = useMemo(() => choices(t, 'assessment.language', locales), [t]);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconCertificate size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('assessment.award.issue')}
      </Button>
      {open && (
        <FormDrawer
          opened
          as="modal"
          onClose={() => setOpen(false)}
          title={student.name}
          schema={schema}
          defaults={fresh}
          notice={false}
          fields={[
            { control: 'select', name: 'kind', label: t('assessment.award.paper_kind'), options: kinds },
            { control: 'select', name: 'language', label: t('assessment.award.paper_language'), options: languages },
            {
              control: 'textarea',
              name: 'duplicate',
              label: t('assessment.award.duplicate'),
              description: t('assessment.award.duplicate_hint'),
              wide: true,
            },
          ]}
          save={(payload: z.infer<typeof schema>) =>
            api.award.diploma.call({ ...payload, student_id: student.id }, silent)
          }
          onSaved={(made: { number: string; check_code: string }) => {
            notify.success(t('assessment.award.issued', { number: made.number, code: made.check_code }));
            void refresh();
          }}
        />
      )}
    </>
  );
}
