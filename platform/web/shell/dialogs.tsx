import { ModalsProvider } from '@mantine/modals';
import { useMessages } from '../i18n.tsx';

/** Where the questions and messages that are opened from code (`confirm`, `tell`) appear. */
export default function Dialogs() {
  const t = useMessages();
  return <ModalsProvider labels={{ confirm: t('common.yes'), cancel: t('common.cancel') }}>{null}</ModalsProvider>;
}
