import { useState } from 'react';
import { tellError } from '#platform/web/kit/index.ts';
import { refresh } from './api.ts';

/** Does what a dialog is for: busy meanwhile, a refusal is told, and what is shown is read anew either way. */
export function useAct(): [busy: boolean, act: (run: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  return [busy, act];
}
