import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Answer, FormField } from '#domains/questions/contract.ts';
import {
  browserStored,
  mayRetry,
  newerVersion,
  queryClient,
  saveInTurn,
  silent,
  useSession,
} from '#platform/web/index.ts';
import { draftPrefix } from '#platform/web/session/storage.ts';
import type { FlavourName } from '../../flavours.ts';
import { type Application, apiOf } from '../api.ts';
import {
  clashesOf,
  nothingUnsent,
  sendableAnswers,
  shownAnswers,
  type Unsent,
  withChoice,
  withDelivered,
  withTried,
  withTyped,
} from './draft.ts';

/** Long enough to gather what is typed quickly, short enough not to be waited for. */
const pause = 700;
const retry = 15_000;

type Update = Parameters<ReturnType<typeof apiOf>['application']['update']['call']>[0];
/** What besides answers is written: each at once, for it is chosen and not typed. */
export type Change = Omit<Update, 'id' | 'version' | 'answers'>;
interface Fault {
  status?: number;
  code?: string;
  message?: string;
  data?: { fields?: { path: string; code: string; message: string }[] };
}

export const keyOf = (flavour: FlavourName, id: number) => apiOf(flavour).application.edit.queryKey({ input: { id } });

/** One application that is being written: what is typed is on this device at once and on the server soon. */
export function useDraft(flavour: FlavourName, application: Application, fields: readonly FormField[]) {
  const { user } = useSession();
  const id = application.id;
  const shelf = useMemo(
    () => browserStored<Unsent>(localStorage, `${draftPrefix}${user?.id ?? 0}.application.${id}`, nothingUnsent),
    [user?.id, id],
  );
  const unsent = useSyncExternalStore(shelf.subscribe, shelf.get);
  const [state, setState] = useState<'idle' | 'saving' | 'waiting'>('idle');
  const [refused, setRefused] = useState<Record<string, string>>({});
  const current = useRef({ application, refused, fields });
  current.current.fields = fields;
  current.current.refused = refused;
  current.current.application = newerVersion(application, current.current.application);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const take = useCallback(
    async (next: Application) => {
      current.current.application = newerVersion(next, current.current.application);
      // What was asked before the save must not be answered after it.
      await queryClient.cancelQueries({ queryKey: keyOf(flavour, id) });
      queryClient.setQueryData(keyOf(flavour, id), next);
    },
    [flavour, id],
  );

  /** Sends a change with all that waits. A version that is old is read anew once; what then clashes waits for a choice. */
  const save = useCallback(
    async (change: Change, saved: Application): Promise<Application> => {
      const { fields: asked, refused: held } = current.current;
      let answers = sendableAnswers(asked, saved.answers, shelf.get(), new Set(Object.keys(held)));
      if (!Object.keys(answers).length && !Object.keys(change).length) return saved;
      shelf.change((before) => withTried(before, answers));
      const calls = apiOf(flavour).application;
      const send = (version: number) => calls.update.call({ ...change, id, version, answers }, silent);
      let next: Application;
      try {
        next = await send(saved.version);
      } catch (error) {
        if ((error as Fault).code !== 'STALE') throw error;
        // Another device, or the office, wrote meanwhile.
        const fresh = await calls.edit.call({ id }, silent);
        await take(fresh);
        answers = sendableAnswers(asked, fresh.answers, shelf.get(), new Set(Object.keys(held)));
        next = await send(fresh.version);
      }
      await take(next);
      shelf.change((before) => withDelivered(before, answers, next.answers));
      return next;
    },
    [flavour, id, shelf, take],
  );

  const run = useCallback(
    (change: Change = {}): Promise<Application> => {
      clearTimeout(timer.current);
      const newest = () => current.current.application;
      return saveInTurn(`application.${id}`, newest, async (saved) => {
        setState('saving');
        try {
          const next = await save(change, saved);
          setState('idle');
          return next;
        } catch (error) {
          const fault = error as Fault;
          setState(mayRetry(fault) ? 'waiting' : 'idle');
          const at = (fault.data?.fields ?? []).filter((one) => one.path.startsWith('answers.'));
          // Refused by the server alone: told at the field, and not sent again before it is changed.
          if (at.length && fault.code !== 'APPLICATION_INCOMPLETE')
            setRefused((before) => ({
              ...before,
              ...Object.fromEntries(at.map((one) => [one.path.slice(8), one.message])),
            }));
          throw error;
        }
      });
    },
    [save, id],
  );

  const quietly = useCallback(() => {
    run().catch((error) => console.debug(error));
  }, [run]);

  useEffect(() => {
    if (shelf.get() !== nothingUnsent) quietly();
    const again = setInterval(() => {
      if (shelf.get() !== nothingUnsent) quietly();
    }, retry);
    window.addEventListener('online', quietly);
    return () => {
      clearInterval(again);
      clearTimeout(timer.current);
      window.removeEventListener('online', quietly);
      if (shelf.get() !== nothingUnsent) quietly();
    };
  }, [shelf, quietly]);

  const answers = useMemo(() => shownAnswers(application.answers, unsent), [application.answers, unsent]);
  return {
    /** As the person sees them, sent or not. */
    answers,
    clashes: useMemo(() => clashesOf(application.answers, unsent), [application.answers, unsent]),
    /** What the server alone found wrong, by key of the field. */
    refused,
    /** `waiting`: no network, kept on this device. */
    state: state === 'idle' && unsent !== nothingUnsent ? ('typing' as const) : state,
    put(key: string, value: Answer) {
      shelf.change((before) => withTyped(before, current.current.application.answers, key, value));
      if (key in refused) setRefused(({ [key]: _, ...rest }) => rest);
      clearTimeout(timer.current);
      timer.current = setTimeout(quietly, pause);
    },
    choose(key: string, whose: 'mine' | 'theirs') {
      shelf.change((before) => withChoice(before, current.current.application.answers, key, whose));
      quietly();
    },
    /** Sends what waits together with a change; throws what the server says. */
    run,
    /** Takes over what another call answered. */
    take,
  };
}
export type Draft = ReturnType<typeof useDraft>;
