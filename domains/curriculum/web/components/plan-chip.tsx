import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconPencil,
  IconPower,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import type { Cell, Matrix } from '../api.ts';
import { keyOf, mayStandAt } from '../plan.ts';
import styles from './plan.module.css';
import type { PlanTasks } from './plan-tasks.ts';

/** A module where it stands: its credits, and a menu of all that may be done with it, moving included. */
export function PlanChip({ cell, matrix, tasks }: { cell: Cell; matrix: Matrix; tasks: PlanTasks }) {
  const t = useMessages();
  const intl = useIntl();
  const { edit, teachers } = matrix.can;
  const credits = showNumber(cell.credits, intl.locale);
  const unled = cell.active && cell.leader === null;
  const where = { year: cell.study_year, semester: cell.semester };
  const places = matrix.semesters.filter((place) => mayStandAt(matrix, cell, keyOf(place)));
  const label = t('curriculum.plan.cell', { ...where, credits, module: cell.title });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={styles.chip}
          data-type={cell.type}
          data-closed={!cell.active || undefined}
          title={[
            t(`curriculum.type.${cell.type}`),
            cell.active ? null : t('curriculum.closed'),
            cell.leader ?? t('curriculum.plan.no_leader'),
          ]
            .filter(Boolean)
            .join(' · ')}
          aria-label={label}
          {...(edit ? tasks.drag.source(cell) : {})}
        >
          {credits}
          {unled && <IconAlertTriangle size={13} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{cell.title}</Menu.Label>
        <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={() => tasks.teachers(cell)}>
          {teachers ? t('curriculum.teachers.title') : t('curriculum.teachers.see')}
        </Menu.Item>
        {edit && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => tasks.edit(cell)}>
              {t('curriculum.plan.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPower size={16} aria-hidden />} onClick={() => tasks.activate(cell)}>
              {t(cell.active ? 'curriculum.activate.close' : 'curriculum.activate.open')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => tasks.remove(cell)}>
              {t('curriculum.plan.remove')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Label>{t('curriculum.plan.move_to')}</Menu.Label>
            {places.map((place) => (
              <Menu.Item
                key={keyOf(place)}
                leftSection={<IconArrowsExchange size={16} aria-hidden />}
                onClick={() => tasks.move(cell, { study_year: place.study_year, semester: place.semester })}
              >
                {t('curriculum.plan.semester', { year: place.study_year, semester: place.semester })}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
