import { useState } from 'react';
import { messageOf } from '../../http.ts';

/** What a run over many would do, looked at before it is done: `ask(true)` shows it, `ask(false)` does it. */
export interface Previewed<Answer> {
  shown: Answer | undefined;
  error: string | undefined;
  busy: boolean;
  ask: (preview: boolean) => void;
  /** for what is chosen: what was shown before is not of it any more */
  changed: <T>(set: (value: T) => void) => (value: T) => void;
  clear: () => void;
}

/** Of a call that answers the same for the preview and for the run. */
export function usePreviewed<Answer>(send: (preview: boolean) => Promise<Answer>): Previewed<Answer> {
  const [shown, setShown] = useState<Answer>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ask = async (preview: boolean) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      setShown(await send(preview));
    } catch (fault) {
      setError(messageOf(fault));
    } finally {
      setBusy(false);
    }
  };
  return {
    shown,
    error,
    busy,
    ask: (preview) => void ask(preview),
    changed: (set) => (value) => {
      set(value);
      setShown(undefined);
    },
    clear: () => setShown(undefined),
  };
}
