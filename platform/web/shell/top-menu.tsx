import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useMessages } from '../i18n.tsx';
import styles from './menu.module.css';
import { containsEntry, isOutside, type MenuNode, type MenuSection, menuSections, useMenu } from './menu.ts';
import { MenuLink } from './menu-link.tsx';

/** The menu of the horizontal layout: one drop-down for each heading, entries without a heading stand by themselves. */
export function TopMenu() {
  const t = useMessages();
  const { nodes, active } = useMenu();
  return (
    <nav aria-label={t('shell.menu')} className={styles.top}>
      {menuSections(nodes).map((section) =>
        section.title ? (
          <DropDown key={section.nodes[0]?.id} section={section} active={active} />
        ) : (
          section.nodes.map((node) =>
            node.path ? (
              <MenuLink key={node.id} node={node} active={node.id === active} className={styles.tab}>
                <node.icon size={16} stroke={1.7} />
                {node.text ?? t(node.title)}
              </MenuLink>
            ) : (
              <DropDown key={node.id} section={{ title: node.title, nodes: node.children }} active={active} />
            ),
          )
        ),
      )}
    </nav>
  );
}

function DropDown({ section, active }: { section: MenuSection; active: string | undefined }) {
  const t = useMessages();
  const inside = section.nodes.some((node) => containsEntry(node, active));
  return (
    <Menu position="bottom-start" offset={4}>
      <Menu.Target>
        <UnstyledButton className={styles.tab} data-active={inside || undefined}>
          {t(section.title ?? 'shell.menu')}
          <IconChevronDown size={13} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {section.nodes.map((node) =>
          node.path ? (
            <Option key={node.id} node={node} active={active} />
          ) : (
            <Fragment key={node.id}>
              <Menu.Label>{node.text ?? t(node.title)}</Menu.Label>
              {node.children.map((child) => (
                <Option key={child.id} node={child} active={active} />
              ))}
            </Fragment>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Option({ node, active }: { node: MenuNode; active: string | undefined }) {
  const t = useMessages();
  const path = node.path ?? '/';
  const content: ReactNode = node.text ?? t(node.title);
  const shared = {
    leftSection: <node.icon size={16} stroke={1.7} />,
    'data-current': node.id === active || undefined,
    disabled: node.disabled ?? false,
  };
  if (isOutside(path) || node.newTab) {
    return (
      <Menu.Item {...shared} component="a" href={path} target="_blank" rel="noreferrer">
        {content}
      </Menu.Item>
    );
  }
  const [to = '/', query] = path.split('?');
  return (
    <Menu.Item
      {...shared}
      className={styles.entry ?? ''}
      renderRoot={(props) => (
        <Link {...props} to={to} search={query ? Object.fromEntries(new URLSearchParams(query)) : {}} />
      )}
    >
      {content}
    </Menu.Item>
  );
}
