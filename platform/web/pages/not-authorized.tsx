import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n.tsx';
import { Message } from './states.tsx';

export default function NotAuthorized() {
  const t = useMessages();
  return (
    <Message
      icon={<IconLock size={44} stroke={1.4} />}
      title={t('shell.not_authorized.title')}
      text={t('shell.not_authorized.text')}
    >
      <Button component={Link} to="/">
        {t('shell.back_home')}
      </Button>
    </Message>
  );
}
