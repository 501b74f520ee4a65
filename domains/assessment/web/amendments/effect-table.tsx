import { useLocale, useMessages } from '#platform/web/index.ts';
import { Arrow, Facts, Section, showNumber } from '#platform/web/kit/index.ts';
import type { Effect } from '../../shapes-records.ts';

/** What an amendment does to the result, the average, the class and the documents. */
export function EffectTable({ effect }: { effect: Effect }) {
  const t = useMessages();
  const { locale } = useLocale();
  const number = (value: number | null) => (value === null ? '—' : showNumber(value, locale));
  const outcome = ({ total, passed }: Effect['before']) =>
    `${number(total)}${passed === null ? '' : `, ${t(passed ? 'assessment.amendment.passed' : 'assessment.amendment.failed')}`}`;
  return (
    <Section title={t('assessment.amendment.effect')}>
      <Facts
        columns={2}
        items={[
          { label: t('assessment.amendment.total'), value: moved(outcome(effect.before), outcome(effect.after)) },
          {
            label: t('assessment.amendment.average'),
            value: moved(number(effect.average_before), number(effect.average_after)),
          },
          {
            label: t('assessment.amendment.class'),
            value:
              effect.class_before === effect.class_after
                ? effect.class_after
                : moved(effect.class_before ?? '—', effect.class_after ?? '—'),
          },
          { label: t('assessment.amendment.transcripts'), value: String(effect.transcripts) },
          { label: t('assessment.amendment.approvals'), value: String(effect.approvals) },
        ]}
      />
    </Section>
  );
}

const moved = (before: string, after: string) => (
  <>
    {before} <Arrow /> {after}
  </>
);
