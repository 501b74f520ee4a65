import { Paper, Stack, Text, Title } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { SelectField } from '#platform/web/kit/index.ts';
import type { LifeInput } from '../../contract/life.ts';
import type { LifeAnswer } from '../api.ts';

interface CountedProps {
  offer: NonNullable<LifeAnswer['offer']>;
  disabled: boolean;
  /** asks for the preview anew */
  onDecide: (counted: NonNullable<LifeInput['counted']>) => void;
}

/** What was passed in the course that is left, and what each of it counts as in the other one. */
export function Counted({ offer, disabled, onDecide }: CountedProps) {
  const t = useMessages();
  const decided = offer.results.map(({ course_module_id, module_id }) => ({ course_module_id, module_id }));
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {t('students.recognition.counted')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('students.recognition.counted_about')}
          </Text>
        </div>
        {offer.results.map((row) => (
          <SelectField
            key={row.course_module_id}
            label={t('students.recognition.result', { title: row.title, credits: row.credits })}
            placeholder={t('students.recognition.not_counted')}
            options={offer.modules}
            value={row.module_id}
            disabled={disabled}
            onChange={(id) =>
              onDecide(
                decided.map((one) =>
                  one.course_module_id === row.course_module_id
                    ? { ...one, module_id: id === null ? null : Number(id) }
                    : one,
                ),
              )
            }
          />
        ))}
      </Stack>
    </Paper>
  );
}
