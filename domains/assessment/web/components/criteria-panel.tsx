import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { NumberField, notify, Section, showPercent, TextAreaField } from '#platform/web/kit/index.ts';
import { api, type Details } from '../api.ts';
import { showMark } from '../marks.ts';

type Criterion = Details['components'][number]['criteria'][number];
interface Given {
  points: number | null;
  level: number | null;
  comment: string;
}
interface Props {
  component_id: number;
  student_id: number;
  attempt: number;
  version: number | null;
  criteria: Criterion[];
  disabled: boolean;
  onSaved: () => void;
}

/** Marks by criteria: a level of the rubric or points; the mark of the component follows when every one has them. */
export function CriteriaPanel({ criteria, disabled, onSaved, ...cell }: Props) {
  const t = useMessages();
  const intl = useIntl();
  const [given, setGiven] = useState<ReadonlyMap<number, Given>>(
    () => new Map(criteria.map(({ id, points, level, comment }) => [id, { points, level, comment: comment ?? '' }])),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const write = (id: number, part: Partial<Given>) =>
    setGiven(new Map(given).set(id, { ...(given.get(id) as Given), ...part }));
  const filled = criteria.filter(({ id }) => Number.isFinite(given.get(id)?.points));
  const whole = filled.length === criteria.length;
  const sum = criteria.reduce((all, { id, weight }) => all + (given.get(id)?.points || 0) * weight, 0) / 100;
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      await api.mark.criterion_marks.call(
        {
          ...cell,
          points: filled.map(({ id }) => {
            const one = given.get(id) as Given;
            return { criterion_id: id, points: one.points as number, level: one.level, comment: one.comment || null };
          }),
        },
        silent,
      );
      notify.success(t('assessment.save.saved'));
      onSaved();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('assessment.criteria.title')} description={t('assessment.criteria.marking')}>
      <Stack gap="md">
        {criteria.map(({ id, title, weight, levels }) => {
          const one = given.get(id) as Given;
          return (
            <Stack key={id} gap={6}>
              <Group justify="space-between" wrap="nowrap">
                <Text size="sm" fw={600}>
                  {title}
                </Text>
                <Text size="xs" c="dimmed">
                  {showPercent(weight, intl.locale)}
                </Text>
              </Group>
              {levels.length > 0 && (
                <SegmentedControl
                  orientation="vertical"
                  aria-label={title}
                  disabled={disabled}
                  value={one.level === null ? '' : String(one.level)}
                  onChange={(next) => write(id, { level: Number(next), points: levels[Number(next)]?.points ?? null })}
                  data={levels.map((level, at) => ({
                    value: String(at),
                    label: `${level.title} · ${showMark(String(level.points), intl.locale)}`,
                  }))}
                />
              )}
              {one.level !== null && levels[one.level]?.description && (
                <Text size="xs" c="dimmed">
                  {levels[one.level]?.description}
                </Text>
              )}
              <NumberField
                label={t('assessment.field.points')}
                min={0}
                max={100}
                decimals={1}
                disabled={disabled}
                value={one.points}
                onChange={(points) => write(id, { points })}
              />
              <TextAreaField
                label={t('assessment.field.comment')}
                disabled={disabled}
                value={one.comment}
                onChange={(comment) => write(id, { comment })}
              />
            </Stack>
          );
        })}
        {problem && <Alert color="red">{problem}</Alert>}
        <Group justify="space-between">
          <Text fw={600} role="status">
            {whole
              ? t('assessment.criteria.mark', { mark: showMark(String(Math.round(sum * 10) / 10), intl.locale) })
              : t('assessment.criteria.left', { count: criteria.length - filled.length })}
          </Text>
          {!disabled && (
            <Button loading={busy} disabled={filled.length === 0} onClick={() => void save()}>
              {t('kit.save')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
