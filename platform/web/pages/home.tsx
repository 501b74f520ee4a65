import { Stack, Text, Title } from '@mantine/core';
import { dayInWords, useCurrentLocale, useMessages } from '../i18n.tsx';
import { useSession } from '../session/session.ts';
import { leaves, menuSections, useMenu } from '../shell/menu.ts';
import { MenuBadge, MenuLink } from '../shell/menu-link.tsx';
import { Pieces } from '../shell/pieces.tsx';
import styles from './home.module.css';

/** Greets, shows what the domains have to tell, and leads to everything that this person may do. */
export default function Home() {
  const t = useMessages();
  const locale = useCurrentLocale();
  const { user } = useSession();
  const { nodes } = useMenu();
  const sections = menuSections(nodes)
    .map((section) => ({
      ...section,
      nodes: leaves(section.nodes).filter((node) => node.path !== '/home' && !node.disabled),
    }))
    .filter((section) => section.nodes.length);
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t('shell.home.greeting', { name: user?.firstname || t('common.anonymous') })}</Title>
        <Text c="dimmed">
          {dayInWords(new Date(), locale)}
          {user?.selected_institution ? ` · ${user.selected_institution.label}` : ''}
        </Text>
      </div>
      <div className={styles.cards}>
        <Pieces place="home" />
      </div>
      {sections.length ? null : <Text c="dimmed">{t('shell.home.nothing')}</Text>}
      <div className={styles.sections}>
        {sections.map((section) => (
          <section key={section.nodes[0]?.id} className={`surface ${styles.section}`}>
            {section.title ? <h2 className={styles.heading}>{t(section.title)}</h2> : null}
            {section.nodes.map((node) => (
              <MenuLink key={node.id} node={node} active={false} className={styles.tile}>
                <span className={styles.icon}>
                  <node.icon size={18} stroke={1.7} />
                </span>
                <span>{t(node.title)}</span>
                <MenuBadge node={node} />
              </MenuLink>
            ))}
          </section>
        ))}
      </div>
    </Stack>
  );
}
