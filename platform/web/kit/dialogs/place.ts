import { store } from '../../store.ts';

/** Whether a dialog was opened by code, and whether there is a place for it: it comes with the first of them. */
export const dialogsWanted = store(false);
export const dialogsPlaced = store(false);

/** Waits until there is a place in which dialogs appear. */
export async function dialogPlace(): Promise<void> {
  dialogsWanted.set(true);
  if (dialogsPlaced.get()) return;
  await new Promise<void>((resolve) => {
    const stop = dialogsPlaced.subscribe(() => {
      stop();
      resolve();
    });
  });
}
