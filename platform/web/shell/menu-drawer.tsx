import { CloseButton, Drawer } from '@mantine/core';
import { useMessages } from '../i18n.tsx';
import { Logo } from './navbar.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { ScopeSwitches } from './switches.tsx';

/** The menu where there is no room for it beside the page. */
export default function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('shell.menu') } }}
      classNames={{ content: styles.drawer ?? '' }}
    >
      <div className={styles.drawerTop}>
        <Logo />
        <CloseButton onClick={onClose} c="inherit" />
      </div>
      <div className={styles.scope}>
        <ScopeSwitches />
      </div>
      <SideMenu onNavigate={onClose} />
    </Drawer>
  );
}
