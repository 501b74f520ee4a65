import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAccessible, IconAdjustments, IconKey, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { inScript, type Translate, useMessages } from '../i18n.tsx';
import { Coming } from '../later.tsx';
import { type UserInfo, useSession } from '../session/session.ts';

const PasswordModal = lazy(() => import('./password-modal.tsx'));

export const fullName = (user: UserInfo | null, t: Translate): string => {
  if (!user) return t('common.anonymous');
  return [user.firstname, user.lastname].filter(Boolean).join(' ') || t('common.unknown');
};

export function ProfileMenu({ onLook }: { onLook: () => void }) {
  const t = useMessages();
  const { user, signOut } = useSession();
  const [password, passwordActions] = useDisclosure(false);
  const name = fullName(user, t);
  return (
    <>
      <Menu position="bottom-end" width={264}>
        <Menu.Target>
          <UnstyledButton ml={4} style={{ borderRadius: 999 }}>
            <Avatar
              src={user?.avatar ?? null}
              name={name}
              alt=""
              size={34}
              radius="xl"
              color="accent"
              variant="filled"
            />
            {/* Words of the button itself: a label over it would hide the initials from those who speak what they see. */}
            <VisuallyHidden>{t('shell.profile', { name })}</VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: '8px 12px 10px' }}>
            <Text component="div" fw={600} size="sm">
              {name}
            </Text>
            {user?.email ? (
              <Text component="div" size="xs" c="dimmed" truncate>
                {user.email}
              </Text>
            ) : null}
            {user ? (
              <Text component="div" size="xs" c="dimmed" truncate>
                {[user.username, ...Object.values(user.roles_map).map(inScript)].join(' · ')}
              </Text>
            ) : null}
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKey size={16} stroke={1.7} />} onClick={passwordActions.open}>
            {t('shell.password.reset')}
          </Menu.Item>
          <Menu.Item leftSection={<IconAdjustments size={16} stroke={1.7} />} onClick={onLook}>
            {t('shell.look.title')}
          </Menu.Item>
          <Menu.Item component={Link} to="/accessibility" leftSection={<IconAccessible size={16} stroke={1.7} />}>
            {t('shell.accessibility')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void signOut()}>
            {t('shell.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {password ? (
        <Suspense fallback={<Coming />}>
          <PasswordModal onClose={passwordActions.close} />
        </Suspense>
      ) : null}
    </>
  );
}
