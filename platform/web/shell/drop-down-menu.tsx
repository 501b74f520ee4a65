import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTo } from '../address.ts';
import { Standing, useTargetStands } from '../kit/show/standing.tsx';
import type { DropDownPart, DropDownPlace } from './drop-down.tsx';
import styles from './menu.module.css';
import { isOutside } from './menu.ts';

interface Props extends DropDownPlace {
  of: HTMLElement;
  parts: () => readonly DropDownPart[];
}

export default function DropDownMenu({ of, parts, hover, ...place }: Props) {
  const [opened, setOpened] = useState(true);
  const targetStands = useTargetStands();
  return (
    <Menu
      {...place}
      opened={targetStands && opened}
      onChange={setOpened}
      trigger={hover ? 'click-hover' : 'click'}
      openDelay={80}
      closeDelay={120}
    >
      <Menu.Target>
        <Standing of={of} />
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {parts().map((part, index) => (
          <Part key={typeof part === 'object' && 'id' in part ? part.id : index} part={part} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Part({ part }: { part: DropDownPart }) {
  if (part === 'line') return <Menu.Divider />;
  if ('heading' in part) return <Menu.Label>{part.heading}</Menu.Label>;
  if ('words' in part) return part.words;
  const { label, icon, lang } = part;
  const shared = { leftSection: icon, lang };
  if ('act' in part)
    return (
      <Menu.Item {...shared} onClick={part.act}>
        {label}
      </Menu.Item>
    );
  const { path, newTab, current, disabled = false } = part;
  if (isOutside(path) || newTab)
    return (
      <Menu.Item {...shared} component="a" href={path} target="_blank" rel="noreferrer" disabled={disabled}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Item
      {...shared}
      data-current={current || undefined}
      aria-current={current ? 'page' : undefined}
      disabled={disabled}
      className={styles.entry ?? ''}
      renderRoot={(props) => <Link {...props} {...linkTo(path)} />}
    >
      {label}
    </Menu.Item>
  );
}
