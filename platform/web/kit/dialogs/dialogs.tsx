import { ModalsProvider, modals } from '@mantine/modals';
import { useEffect } from 'react';
import { useMessages } from '../../i18n.tsx';
import { dialogsStand } from './place.ts';

export { modals };

/** What draws the dialogs that code opens. */
export default function Dialogs() {
  const t = useMessages();
  // By now the provider listens: it does so before anything that waits for the screen.
  useEffect(() => {
    dialogsStand.set(true);
    return () => dialogsStand.set(false);
  }, []);
  return <ModalsProvider labels={{ confirm: t('common.yes'), cancel: t('common.cancel') }}>{null}</ModalsProvider>;
}
