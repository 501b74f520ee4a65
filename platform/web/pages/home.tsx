import { Text, Title } from '@mantine/core';
import { clock } from '#platform/contract/clock.ts';
import { dayInWords, useCurrentLocale, useMessages } from '../i18n.tsx';
import { useSession } from '../session/session.ts';
import { leaves, menuSections, useMenu } from '../shell/menu.ts';
import { MenuBadge, MenuLink } from '../shell/menu-link.tsx';
import { Pieces } from '../shell/pieces.tsx';
import styles from './home.module.css';

/** Greets, shows what waits for this person, and leads to everything that they may open. */
export default function Home() {
  const t = useMessages();
  const locale = useCurrentLocale();
  const { user } = useSession();
  return (
    <div className={styles.home}>
      <div>
        <Title order={1}>{t('shell.home.greeting', { name: user?.firstname || t('common.anonymous') })}</Title>
        <Text c="dimmed">
          {dayInWords(clock.date(), locale)}
          {user?.selected_institution ? ` · ${user.selected_institution.label}` : ''}
        </Text>
      </div>
      <div className={styles.cards}>
        <Pieces place="home" waiting={<div className={`surface ${styles.place}`} />} />
      </div>
      <GoTo />
    </div>
  );
}

function GoTo() {
  const t = useMessages();
  const { nodes } = useMenu();
  const sections = menuSections(nodes)
    .map((section) => ({
      ...section,
      nodes: leaves(section.nodes).filter((node) => node.path !== '/home' && !node.disabled),
    }))
    .filter((section) => section.nodes.length);
  if (!sections.length) return null;
  return (
    <nav aria-label={t('shell.home.go_to')} className={`surface ${styles.goTo}`}>
      {sections.map((section) => (
        <div key={section.nodes[0]?.id} className={styles.section}>
          <h2 className={styles.heading}>{t(section.title ?? 'shell.home.go_to')}</h2>
          {section.nodes.map((node) => (
            <MenuLink key={node.id} node={node} active={false} className={styles.link}>
              <node.icon size={16} stroke={1.7} />
              <span>{node.text ?? t(node.title)}</span>
              <MenuBadge node={node} />
            </MenuLink>
          ))}
        </div>
      ))}
    </nav>
  );
}
