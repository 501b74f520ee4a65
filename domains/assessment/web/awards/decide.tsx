import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { choices, silent, titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { awardDecision } from '../../shapes-awards.ts';
import { awardDecisions } from '../../workflow-award.ts';
import { api, refresh } from '../api.ts';
import type { Board } from './tones.ts';

const schema = awardDecision.omit({ student_id: true }).extend({ decision: awardDecision.shape.decision.unwrap() });

/** What the board decides of one candidate; the class that the rules give stands there already. */
export function Decide({ board, candidate }: { board: Board; candidate: Board['candidates'][number] }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [open, setOpen] = useState(false);
  const defaults = useMemo(
    () => ({
      decision: candidate.decision ?? ('AWARD' as const),
      class_id: board.classes.find(({ code }) => code === (candidate.awarded ?? candidate.class)?.code)?.id ?? null,
      reason: candidate.reason ?? '',
    }),
    [board, candidate],
  );
  const decisions = useMemo(() => choices(t, 'assessment.award.decided', awardDecisions), [t]);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t('assessment.award.decide')}
      </Button>
      {open && (
        <FormDrawer
          opened
          onClose={() => setOpen(false)}
          title={candidate.student.name}
          schema={schema}
          defaults={defaults}
          fields={[
            { control: 'select', name: 'decision', label: t('assessment.award.decision'), options: decisions },
            {
              control: 'select',
              name: 'class_id',
              label: t('assessment.award.class'),
              options: board.classes.map((one) => ({ id: one.id, title: titleIn(one.title, locale) })),
            },
            {
              control: 'textarea',
              name: 'reason',
              label: t('assessment.award.reason'),
              description: t('assessment.award.reason_hint'),
              wide: true,
            },
          ]}
          save={({ decision, class_id, reason }: z.infer<typeof schema>) =>
            api.award.board.decide.call(
              {
                id: board.id,
                version: board.version,
                decisions: [
                  {
                    student_id: candidate.student.id,
                    decision,
                    ...(decision === 'DEFER' ? {} : { class_id: class_id ?? null }),
                    ...(reason ? { reason } : {}),
                  },
                ],
              },
              silent,
            )
          }
          onSaved={() => void refresh()}
        />
      )}
    </>
  );
}
