import { useState } from 'react';
import { notify } from '#platform/web/kit/index.ts';
import { refresh } from './api.ts';

/** What is done with a record: one thing at a time, and said once it is done. */
export function useWork() {
  const [busy, setBusy] = useState(false);
  const done = async (work: Promise<unknown>) => {
    setBusy(true);
    try {
      await work;
      await refresh();
      notify.success();
    } finally {
      setBusy(false);
    }
  };
  return { busy, done };
}
