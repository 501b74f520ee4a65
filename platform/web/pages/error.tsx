import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n.tsx';
import { Message } from './states.tsx';

export default function ErrorPage() {
  const t = useMessages();
  return (
    <Message
      icon={<IconAlertTriangle size={44} stroke={1.4} />}
      title={t('common.error_occurred')}
      text={t('common.error_occurred_hint')}
    >
      <Button component={Link} to="/">
        {t('shell.back_home')}
      </Button>
    </Message>
  );
}
