import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryClient, silent, useMessages } from '#platform/web/index.ts';
import { notify, Section, SwitchField } from '#platform/web/kit/index.ts';
import { recognitionRuleSave } from '../../shapes-recognition.ts';
import { api } from '../api.ts';

const levels = recognitionRuleSave.level.options;

/** By level, whether marks that others gave count in the average. */
export function RecognitionRules({ manage }: { manage: boolean }) {
  const t = useMessages();
  const { data } = useQuery(api.recognition.rule.list.queryOptions({ input: { size: 10 }, context: { silent: true } }));
  if (!data) return null;
  const set = async (level: (typeof levels)[number], marks_count: boolean) => {
    const row = data.content.find((one) => one.level === level);
    try {
      await api.recognition.rule.save.call(
        { ...(row ? { id: row.id, version: row.version } : {}), level, marks_count },
        silent,
      );
    } catch (error) {
      notify.error(error);
    }
    await queryClient.invalidateQueries({ queryKey: api.key() });
  };
  return (
    <Section title={t('assessment.recognition.rules')} description={t('assessment.recognition.rules_about')}>
      <Stack gap="sm">
        {levels.map((level) => (
          <SwitchField
            key={level}
            label={t(`curriculum.level.${level}`)}
            disabled={!manage}
            value={data.content.some((one) => one.level === level && one.marks_count)}
            onChange={(on) => void set(level, on)}
          />
        ))}
      </Stack>
    </Section>
  );
}
