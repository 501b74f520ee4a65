import { Avatar, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAccessible, IconAdjustments, IconKey, IconLogout } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { inScript, type Translate, useMessages } from '../i18n.tsx';
import { Coming } from '../later.tsx';
import { type UserInfo, useSession } from '../session/session.ts';
import { type DropDownPart, useDropDown } from './drop-down.tsx';

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
  const parts = (): DropDownPart[] => [
    { words: user ? <Whose user={user} name={name} /> : null },
    'line',
    { id: 'password', label: t('shell.password.reset'), icon: icon(IconKey), act: passwordActions.open },
    { id: 'look', label: t('shell.look.title'), icon: icon(IconAdjustments), act: onLook },
    { id: 'accessibility', label: t('shell.accessibility'), icon: icon(IconAccessible), path: '/accessibility' },
    'line',
    { id: 'logout', label: t('shell.logout'), icon: icon(IconLogout), act: () => void signOut() },
  ];
  const { opens, menu } = useDropDown(parts, { position: 'bottom-end', width: 264 });
  return (
    <>
      <UnstyledButton ml={4} style={{ borderRadius: 999 }} {...opens}>
        <Avatar src={user?.avatar ?? null} name={name} alt="" size={34} radius="xl" color="accent" variant="filled" />
        {/* Words of the button itself: a label over it would hide the initials from those who speak what they see. */}
        <VisuallyHidden>{t('shell.profile', { name })}</VisuallyHidden>
      </UnstyledButton>
      {menu}
      {password ? (
        <Suspense fallback={<Coming />}>
          <PasswordModal onClose={passwordActions.close} />
        </Suspense>
      ) : null}
    </>
  );
}

const icon = (Icon: typeof IconKey) => <Icon size={16} stroke={1.7} />;

const Whose = ({ user, name }: { user: UserInfo; name: string }) => (
  <div style={{ padding: '8px 12px 10px' }}>
    <Text component="div" fw={600} size="sm">
      {name}
    </Text>
    {user.email ? (
      <Text component="div" size="xs" c="dimmed" truncate>
        {user.email}
      </Text>
    ) : null}
    <Text component="div" size="xs" c="dimmed" truncate>
      {[user.username, ...Object.values(user.roles_map).map(inScript)].join(' · ')}
    </Text>
  </div>
);
