import { ActionIcon, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import type { Matrix } from '../api.ts';
import { keyOf } from '../plan.ts';
import styles from './plan.module.css';
import { PlanChip } from './plan-chip.tsx';
import type { PlanTasks } from './plan-tasks.ts';

/** The same plan semester by semester: fits a phone, and shows who leads each module. */
export function PlanBoard({ matrix, tasks }: { matrix: Matrix; tasks: PlanTasks }) {
  const t = useMessages();
  const intl = useIntl();
  return (
    <div className={styles.board}>
      {matrix.semesters.map((semester) => {
        const key = keyOf(semester);
        const where = { year: semester.study_year, semester: semester.semester };
        return (
          <section
            key={key}
            className={`surface ${styles.semester}`}
            aria-label={t('curriculum.plan.semester', where)}
            {...tasks.drag.target(key)}
          >
            <Group justify="space-between" wrap="nowrap">
              <Title order={2} size="h5">
                {t('curriculum.plan.semester', where)}
              </Title>
              <Group gap={4} wrap="nowrap">
                <Text size="sm" c="dimmed">
                  {t('curriculum.plan.credits', { credits: showNumber(semester.credits, intl.locale) })}
                </Text>
                {matrix.can.edit && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('curriculum.plan.add_to', where)}
                    onClick={() => tasks.add({ study_year: semester.study_year, semester: semester.semester })}
                  >
                    <IconPlus size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            </Group>
            <ul className={styles.list}>
              {matrix.cells
                .filter((cell) => keyOf(cell) === key)
                .map((cell) => (
                  <li key={cell.id} className={styles.entry}>
                    <div>
                      <Text size="sm">{cell.title}</Text>
                      <Text size="xs" c="dimmed">
                        {cell.code} · {cell.leader ?? t('curriculum.plan.no_leader')}
                      </Text>
                    </div>
                    <PlanChip cell={cell} matrix={matrix} tasks={tasks} />
                  </li>
                ))}
            </ul>
            {semester.modules === 0 && (
              <Text size="sm" c="dimmed">
                {t('curriculum.plan.none')}
              </Text>
            )}
          </section>
        );
      })}
    </div>
  );
}
