import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useMessages } from '#platform/web/index.ts';
import type { Column } from '../api.ts';

/** "Move to…": what dragging does, for the keyboard and for phones. Groups without a place say so. */
export function MoveMenu({
  of,
  groups,
  onMove,
  onLeave,
  children,
}: {
  /** whom, for the button's name; or the button itself as children */
  of?: string;
  groups: Column['group'][];
  onMove: (group: Column['group']) => void;
  /** out of the group in which they are */
  onLeave?: () => void;
  children?: ReactElement;
}) {
  const t = useMessages();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {children ?? (
          <ActionIcon variant="subtle" color="gray" aria-label={t('groups.assign.move_one', { name: of ?? '' })}>
            <IconArrowRight size={16} aria-hidden />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('groups.assign.move_to')}</Menu.Label>
        {groups.map((group) => (
          <Menu.Item key={group.id} disabled={group.students >= group.capacity} onClick={() => onMove(group)}>
            {group.name} · {t('groups.places', { taken: group.students, capacity: group.capacity })}
          </Menu.Item>
        ))}
        {onLeave && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onLeave}>{t('groups.assign.remove')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
