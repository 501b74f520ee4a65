import { Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n.tsx';
import { useTitle } from '../shell/title.ts';
import { Message } from './states.tsx';

export default function NotFound() {
  const t = useMessages();
  useTitle(t('shell.not_found.title'));
  return (
    <main>
      <Message
        icon={<IconMapSearch size={44} stroke={1.4} />}
        title={t('shell.not_found.title')}
        text={t('shell.not_found.text')}
      >
        <Button component={Link} to="/">
          {t('shell.back_home')}
        </Button>
      </Message>
    </main>
  );
}
