import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { report } from '../../http.ts';
import type { RowAction } from './types.ts';

/** What can be done with a row. An action that is refused or fails is told here, once: the pages need not catch. */
export function RowMenu<Row>({ actions, row, name }: { actions: RowAction<Row>[]; row: Row; name: string }) {
  const intl = useIntl();
  if (actions.length === 0) return null;
  const perform = async (action: RowAction<Row>) => {
    try {
      await action.run?.(row);
    } catch (error) {
      report(error);
    }
  };
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={intl.formatMessage({ id: 'kit.list.actionsOf' }, { name })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map((action) => {
          const look = {
            ...(action.danger ? { color: 'red' } : {}),
            ...(action.icon ? { leftSection: action.icon } : {}),
          };
          if (action.refused)
            return (
              <Tooltip key={action.key} label={action.refused} position="left">
                <Menu.Item {...look} data-disabled aria-disabled closeMenuOnClick={false}>
                  {action.label}
                </Menu.Item>
              </Tooltip>
            );
          if (action.href !== undefined)
            return (
              <Menu.Item key={action.key} {...look} component={Link} to={action.href}>
                {action.label}
              </Menu.Item>
            );
          return (
            <Menu.Item key={action.key} {...look} onClick={() => void perform(action)}>
              {action.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
