import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useMessages } from '#platform/web/index.ts';
import { Section, showNumber } from '#platform/web/kit/index.ts';
import { moduleTypes } from '../../shapes.ts';
import type { Matrix } from '../api.ts';
import styles from './plan.module.css';

const few = 6;

/** What the colours mean, and whether the credits of the programme add up. */
export function PlanSum({ matrix }: { matrix: Matrix }) {
  const t = useMessages();
  const intl = useIntl();
  const total = matrix.semesters.reduce((sum, { credits }) => sum + credits, 0);
  const right = total === matrix.course.credits;
  return (
    <Group gap="md">
      <Group gap={6}>
        {right ? (
          <IconCircleCheck size={18} aria-hidden color="var(--mantine-color-teal-6)" />
        ) : (
          <IconAlertTriangle size={18} aria-hidden color="var(--mantine-color-orange-6)" />
        )}
        <Text size="sm" fw={600}>
          {t('curriculum.plan.total', {
            credits: showNumber(total, intl.locale),
            expected: showNumber(matrix.course.credits, intl.locale),
          })}
        </Text>
      </Group>
      {moduleTypes.map((type) => (
        <Group key={type} gap={6}>
          <span className={`${styles.chip} ${styles.key}`} data-type={type} aria-hidden />
          <Text size="xs" c="dimmed">
            {t(`curriculum.type.${type}`)}
          </Text>
        </Group>
      ))}
      <Group gap={6}>
        <span className={`${styles.chip} ${styles.key}`} data-closed aria-hidden />
        <Text size="xs" c="dimmed">
          {t('curriculum.closed')}
        </Text>
      </Group>
    </Group>
  );
}

/** What does not add up, in sentences. Nothing here forbids anything: plans grow over weeks. */
export function Findings({ matrix }: { matrix: Matrix }) {
  const t = useMessages();
  const [all, setAll] = useState(false);
  const { findings } = matrix;
  if (matrix.cells.length === 0) return null;
  return (
    <Section title={t('curriculum.plan.findings', { count: findings.length })}>
      {findings.length === 0 ? (
        <Group gap={6}>
          <IconCircleCheck size={18} aria-hidden color="var(--mantine-color-teal-6)" />
          <Text size="sm">{t('curriculum.plan.right')}</Text>
        </Group>
      ) : (
        <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {(all ? findings : findings.slice(0, few)).map(({ code, study_year, semester, module_id, data }) => (
            <Group
              key={`${code} ${study_year} ${semester} ${module_id} ${data.required}`}
              component="li"
              gap={8}
              wrap="nowrap"
              align="flex-start"
            >
              <IconAlertTriangle
                size={16}
                aria-hidden
                color="var(--mantine-color-orange-6)"
                style={{ flexShrink: 0, marginTop: 2 }}
              />
              <Text size="sm">
                {study_year !== null && semester !== null
                  ? `${t('curriculum.plan.semester', { year: study_year, semester })}: `
                  : ''}
                {t(`curriculum.finding.${code}`, {
                  credits: data.credits ?? 0,
                  expected: data.expected ?? 0,
                  title: data.title ?? '',
                  required: data.required ?? '',
                })}
              </Text>
            </Group>
          ))}
          {findings.length > few && (
            <li>
              <Anchor component="button" type="button" size="sm" onClick={() => setAll(!all)}>
                {t(all ? 'curriculum.plan.fewer' : 'curriculum.plan.more', { count: findings.length - few })}
              </Anchor>
            </li>
          )}
        </Stack>
      )}
    </Section>
  );
}
