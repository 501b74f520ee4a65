import { Paper, Stack, Text } from '@mantine/core';
import { choices, codeId, useMessages } from '#platform/web/index.ts';
import { DateField, NumberField, SelectField } from '#platform/web/kit/index.ts';
import { type Decision, decided } from '../../shapes.ts';
import type { api } from '../api.ts';

type Look = NonNullable<Awaited<ReturnType<typeof api.request.change_status.call>>['requests'][number]['change']>;
const namesOf = ({ kind }: Look) => Object.keys(decided[kind]) as (keyof Decision)[];

/** Whether something is not said yet without which the change cannot be made. */
export const undecided = ({ kind, decision }: Look): boolean =>
  (kind === 'TRANSFER' && !decision.course_id && !decision.education_form_id && !decision.study_language) ||
  Object.entries(decided[kind]).some(([name, needed]) => needed && decision[name as keyof Decision] === undefined);

/** What whoever does the step decides of the change; what was answered stands there already. */
export function Deciding({
  change,
  value,
  onChange,
}: {
  change: Look;
  value: Decision;
  onChange: (decision: Decision) => void;
}) {
  const t = useMessages();
  const names = namesOf(change);
  if (names.length === 0) return null;
  const set = (name: keyof Decision, said: unknown) => {
    const { [name]: _, ...rest } = value;
    onChange(said === null || said === undefined || said === '' ? rest : { ...rest, [name]: said });
  };
  const now: Decision = { ...change.decision, ...value };
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Text size="sm" fw={500}>
          {t('forms.decide.title')}
        </Text>
        {names.map((name) => {
          const shared = {
            name: `decision.${name}`,
            label: t(codeId('forms.decide', name)),
            required: decided[change.kind][name] ?? false,
          };
          const said = now[name];
          if (name === 'starts_on' || name === 'ends_on')
            return (
              <DateField
                key={name}
                {...shared}
                value={typeof said === 'string' ? said : null}
                onChange={(day) => set(name, day)}
              />
            );
          if (name === 'percent')
            return (
              <NumberField
                key={name}
                {...shared}
                value={typeof said === 'number' ? said : null}
                onChange={(percent) => set(name, percent !== null && percent >= 1 && percent <= 100 ? percent : null)}
              />
            );
          const options =
            name === 'study_language'
              ? choices(t, 'forms.language', ['uz', 'ru', 'en'] as const)
              : (change.options[name] ?? []);
          return (
            <SelectField
              key={name}
              {...shared}
              clearable
              options={options}
              value={said ?? null}
              onChange={(one) => set(name, name === 'study_language' || one === null ? one : Number(one))}
            />
          );
        })}
      </Stack>
    </Paper>
  );
}
