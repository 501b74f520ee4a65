import { ActionIcon, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useMessages } from '#platform/web/index.ts';
import { Empty, showNumber } from '#platform/web/kit/index.ts';
import type { Matrix } from '../api.ts';
import { keyOf, rowsOf } from '../plan.ts';
import styles from './plan.module.css';
import { PlanChip } from './plan-chip.tsx';
import type { PlanTasks } from './plan-tasks.ts';

/** The plan as the table that programmes are approved by: a row for each module, a column for each semester. */
export function PlanTable({ matrix, tasks }: { matrix: Matrix; tasks: PlanTasks }) {
  const t = useMessages();
  const intl = useIntl();
  const rows = rowsOf(matrix.cells);
  const wrong = new Set(
    matrix.findings
      .filter(({ code }) => code === 'SEMESTER_CREDITS')
      .map(({ study_year, semester }) => `${study_year}.${semester}`),
  );
  const columns = matrix.semesters.map((semester) => ({
    ...semester,
    key: keyOf(semester),
    first: semester.semester === 1 || undefined,
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('curriculum.plan.title')}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={styles.name}>
              {t('curriculum.field.module_id')}
            </th>
            {columns
              .filter(({ first }) => first)
              .map(({ study_year }) => (
                <th key={study_year} scope="colgroup" colSpan={2} data-first>
                  {t('curriculum.plan.year', { year: study_year })}
                </th>
              ))}
          </tr>
          <tr>
            {columns.map(({ key, first, study_year, semester }) => (
              <th key={key} scope="col" data-first={first}>
                {t('curriculum.plan.half', { semester })}
                {matrix.can.edit && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    ml={4}
                    aria-label={t('curriculum.plan.add_to', { year: study_year, semester })}
                    onClick={() => tasks.add({ study_year, semester })}
                  >
                    <IconPlus size={14} aria-hidden />
                  </ActionIcon>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.module_id}>
              <th scope="row" className={styles.name} style={{ fontWeight: 400 }}>
                {row.title}{' '}
                <Text span size="xs" c="dimmed">
                  {row.code}
                </Text>
              </th>
              {columns.map(({ key, first }) => (
                <td key={key} data-first={first} {...tasks.drag.target(key)}>
                  {row.cells
                    .filter((cell) => keyOf(cell) === key)
                    .map((cell) => (
                      <PlanChip key={cell.id} cell={cell} matrix={matrix} tasks={tasks} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {rows.length > 0 && (
          <tfoot>
            <tr>
              <th scope="row" className={styles.name}>
                {t('curriculum.plan.sum')}
              </th>
              {columns.map(({ key, first, credits }) => (
                <td key={key} data-first={first} className={wrong.has(key) ? styles.wrong : undefined}>
                  {showNumber(credits, intl.locale)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {rows.length === 0 && <Empty text={t('curriculum.plan.empty')} />}
    </section>
  );
}
