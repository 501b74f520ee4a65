import { useRef, useState } from 'react';
import { uploadFor } from '#domains/files/web/index.ts';
import { messageOf } from '#platform/web/index.ts';

/**
 * A file of money that is looked at before it is taken: sent, read, read anew when somebody says what its columns mean. Of
 * several looks the last one asked for is shown, whichever is answered last.
 */
export function useLookedAt<A extends { file_id: number }, P>(read: (asked: A) => Promise<P>) {
  const [asked, setAsked] = useState<A>();
  const [preview, setPreview] = useState<P>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  const doing = async (work: (isLast: () => boolean) => Promise<unknown>) => {
    turn.current += 1;
    const mine = turn.current;
    const isLast = () => turn.current === mine;
    setBusy(true);
    setFault(undefined);
    try {
      await work(isLast);
    } catch (error) {
      if (isLast()) setFault(messageOf(error));
    } finally {
      if (isLast()) setBusy(false);
    }
  };
  const lookAs = async (next: A, isLast: () => boolean) => {
    setAsked(next);
    const found = await read(next);
    if (isLast()) setPreview(found);
  };
  return {
    asked,
    preview,
    fault,
    busy,
    doing,
    look: (next: A) => doing((isLast) => lookAs(next, isLast)),
    /** `ask`: what is asked of the file that has come. */
    choose: (file: File | undefined, ask: (file_id: number) => A) =>
      file &&
      doing(async (isLast) => {
        setPreview(undefined);
        const [stored] = await uploadFor('statement')([file]);
        if (stored && isLast()) await lookAs(ask(stored.id), isLast);
      }),
    forget: () => setPreview(undefined),
  };
}
