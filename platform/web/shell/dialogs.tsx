import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { useMessages } from '../i18n.tsx';
import { dialogsPlaced } from '../kit/dialogs/place.ts';

/** What draws the dialogs of `dialog-place.tsx`. */
export default function Dialogs() {
  const t = useMessages();
  // By now the provider listens: it does so before anything that waits for the screen.
  useEffect(() => {
    dialogsPlaced.set(true);
    return () => dialogsPlaced.set(false);
  }, []);
  return <ModalsProvider labels={{ confirm: t('common.yes'), cancel: t('common.cancel') }}>{null}</ModalsProvider>;
}
