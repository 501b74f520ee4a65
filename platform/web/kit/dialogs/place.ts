import type { ComponentType } from 'react';
import { t } from '../../i18n.tsx';
import { store } from '../../store.ts';
import { toast } from '../../toast.tsx';

/** Where dialogs appear that code opens: it comes with the first of them, and the shell draws it (`shell/dialog-place.tsx`). */
export const dialogs = store<{ Dialogs: ComponentType } | null>(null);
/** Whether it stands. */
export const dialogsStand = store(false);

/** What opens dialogs, once there is a place in which they appear. Where it does not come, that is told, and this fails. */
export async function dialogPlace() {
  const { default: Dialogs, modals } = await import('./dialogs.tsx').catch((error) => {
    toast.error(t('common.no_answer'));
    throw error;
  });
  if (!dialogs.get()) dialogs.set({ Dialogs });
  if (!dialogsStand.get())
    await new Promise<void>((resolve) => {
      const stop = dialogsStand.subscribe(() => {
        stop();
        resolve();
      });
    });
  return { modals };
}
