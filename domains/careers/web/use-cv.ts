import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { Locale } from '#platform/contract/index.ts';
import { messageOf, refusalOf, saveInTurn, silent } from '#platform/web/index.ts';
import type { CvContent, CvLayout } from '../shapes-cv.ts';
import { api, type Cv } from './api.ts';

/** A CV that is being written: what is typed is sent by itself. */

export interface Writing extends CvContent {
  language: Locale;
  layout: CvLayout;
  show_photo: boolean;
}
/** Takes what was changed. */
export type Put = (change: Partial<Writing>) => void;
/** Long enough to gather what is typed quickly. */
const pause = 800;

export const writingOf = (cv: Cv): Writing => ({
  headline: cv.headline,
  objective: cv.objective,
  email: cv.email,
  phone: cv.phone,
  city: cv.city,
  links: cv.links,
  work_experiences: cv.work_experiences,
  schools: cv.schools,
  language_skills: cv.language_skills,
  certificates: cv.certificates,
  awards: cv.awards,
  articles: cv.articles,
  hard_skills: cv.hard_skills,
  soft_skills: cv.soft_skills,
  modules: cv.modules,
  language: cv.language,
  layout: cv.layout,
  show_photo: cv.show_photo,
});

const refused = z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) });
/** What the server finds wrong, by field. */
export function faultsOf(error: unknown): Record<string, string> {
  const { data } = refused.safeParse(refusalOf(error)?.data);
  return Object.fromEntries(data?.fields.map(({ path, message }) => [path, message]) ?? []);
}

export function useCv(first: Cv, onSaved: (cv: Cv) => void) {
  const [values, setValues] = useState(() => writingOf(first));
  const [state, setState] = useState<'idle' | 'typing' | 'saving' | 'faulty'>('idle');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const saved = useRef({ id: first.id, version: first.version });
  saved.current = first.version > saved.current.version ? { id: first.id, version: first.version } : saved.current;
  const newest = useRef(values);
  const unsent = useRef<Partial<Writing> & { photo_file_id?: number | null }>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(onSaved);
  told.current = onSaved;

  const run = useCallback(
    () =>
      saveInTurn<{ id: number; version: number }>(
        `cv.${saved.current.id}`,
        () => saved.current,
        async () => {
          clearTimeout(timer.current);
          const sent = unsent.current;
          if (Object.keys(sent).length === 0) return saved.current;
          unsent.current = {};
          setState('saving');
          try {
            const next = await api.cv.save.call({ ...saved.current, ...sent }, silent);
            saved.current = { id: next.id, version: next.version };
            setState(Object.keys(unsent.current).length ? 'typing' : 'idle');
            setFaults({});
            setProblem(undefined);
            told.current(next);
            return saved.current;
          } catch (error) {
            // What was typed since goes before what did not arrive.
            unsent.current = { ...sent, ...unsent.current };
            const at = faultsOf(error);
            setFaults(at);
            setProblem(Object.keys(at).length ? undefined : messageOf(error));
            setState('faulty');
            throw error;
          }
        },
      ),
    [],
  );
  const quietly = useCallback(() => void run().catch((error) => console.debug(error)), [run]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (Object.keys(unsent.current).length) quietly();
    },
    [quietly],
  );
  return {
    values,
    state,
    faults,
    problem,
    setFaults,
    put(change: Partial<Writing>) {
      newest.current = { ...newest.current, ...change };
      setValues(newest.current);
      unsent.current = { ...unsent.current, ...change };
      setState('typing');
      clearTimeout(timer.current);
      timer.current = setTimeout(quietly, pause);
    },
    photo(photo_file_id: number | null) {
      unsent.current = { ...unsent.current, photo_file_id };
      quietly();
    },
    /** Sends what waits. */
    run,
  };
}
