import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { mayRetry, messageOf, refusalOf, saveInTurn, silent } from '#platform/web/index.ts';
import type { UploadedFile } from '#platform/web/kit/index.ts';
import type { ClaimKind, Wish } from '../shapes.ts';
import { api, type Claim, type Due } from './api.ts';

/** A claim that is being written: what is typed is sent by itself, and sent again where it did not arrive. */

export interface Chosen extends Pick<Due, 'target' | 'target_id' | 'attempt'> {
  wish: Wish;
}
export interface Written {
  papers: Chosen[];
  self_certified: boolean;
  kind: ClaimKind | null;
  starts_on: string | null;
  ends_on: string | null;
  text: string;
  late_reason: string;
  files: UploadedFile[];
  evidence_by: string | null;
}
/** Long enough to gather what is typed quickly. */
const pause = 700;
const retry = 15_000;

export const writtenOf = (claim: Claim | undefined): Written => ({
  papers: claim?.papers.map(({ target, target_id, attempt, wish }) => ({ target, target_id, attempt, wish })) ?? [],
  self_certified: claim?.self_certified ?? false,
  kind: claim?.kind ?? null,
  starts_on: claim?.starts_on ?? null,
  ends_on: claim?.ends_on ?? null,
  text: claim?.text ?? '',
  late_reason: claim?.late_reason ?? '',
  files: claim?.files ?? [],
  evidence_by: claim?.evidence_by ?? null,
});

type Saved = Pick<Claim, 'id' | 'version'>;

const refused = z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) });
/** What the server finds wrong, by field. */
export function faultsOf(error: unknown): Record<string, string> {
  const { data } = refused.safeParse(refusalOf(error)?.data);
  return Object.fromEntries(data?.fields.map(({ path, message }) => [path, message]) ?? []);
}

export function useDraft(first: Claim | undefined, onMade: (id: number) => void) {
  const [values, setValues] = useState(() => writtenOf(first));
  const [state, setState] = useState<'idle' | 'typing' | 'saving' | 'waiting'>('idle');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const saved = useRef<Saved>(first ? { id: first.id, version: first.version } : { id: 0, version: 0 });
  const [stored, setStored] = useState(saved.current);
  const newest = useRef(values);
  const unsent = useRef<Partial<Written>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const made = useRef(onMade);
  made.current = onMade;

  const run = useCallback(
    (): Promise<Saved> =>
      saveInTurn<Saved>(
        `circumstance.${saved.current.id}`,
        () => saved.current,
        async () => {
          clearTimeout(timer.current);
          const sent = unsent.current;
          const before = saved.current;
          if (Object.keys(sent).length === 0 && before.id) return before;
          unsent.current = {};
          setState('saving');
          const { files, ...rest } = sent;
          const fields = { ...rest, ...(files ? { file_ids: files.map(({ id }) => id) } : {}) };
          try {
            const next = await api.ec.save.call(before.id ? { ...before, ...fields } : fields, silent);
            saved.current = { id: next.id, version: next.version };
            setStored(saved.current);
            if (!before.id) made.current(next.id);
            setState('idle');
            setFaults({});
            setProblem(undefined);
            return saved.current;
          } catch (error) {
            // What was typed since goes before what did not arrive.
            unsent.current = { ...sent, ...unsent.current };
            const at = faultsOf(error);
            setFaults(at);
            setProblem(Object.keys(at).length ? undefined : messageOf(error));
            setState(mayRetry({ status: refusalOf(error)?.status }) ? 'waiting' : 'idle');
            throw error;
          }
        },
      ),
    [],
  );
  const quietly = useCallback(() => void run().catch((error) => console.debug(error)), [run]);
  useEffect(() => {
    const again = setInterval(() => {
      if (Object.keys(unsent.current).length) quietly();
    }, retry);
    window.addEventListener('online', quietly);
    return () => {
      clearInterval(again);
      clearTimeout(timer.current);
      window.removeEventListener('online', quietly);
      if (Object.keys(unsent.current).length) quietly();
    };
  }, [quietly]);

  return {
    values,
    state,
    /** What of it the server has; the number is 0 while it has nothing. */
    stored,
    faults,
    problem,
    setFaults,
    put(change: Partial<Written>) {
      newest.current = { ...newest.current, ...change };
      setValues(newest.current);
      unsent.current = { ...unsent.current, ...change };
      const changed = new Set(Object.keys(change).map((key) => (key === 'files' ? 'file_ids' : key)));
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([path]) => !changed.has(path.split('.')[0] ?? ''))),
      );
      setState('typing');
      clearTimeout(timer.current);
      timer.current = setTimeout(quietly, pause);
    },
    /** Sends what waits and answers where the claim stands. */
    run,
  };
}
