import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Launch } from './api.ts';
import { type PackageDesk, tellProgress } from './reports.ts';

export type Shown = Pick<Launch['progress'][number], 'status' | 'success' | 'score'>;

const every = 30_000;

/** How long the packages' own host may take to say that it is reached, and content to go, in milliseconds. */
const patience = 10_000;
const farewell = 1500;

/**
 * Gathers what the content tells, counts the time in which it is seen, and reports both. `alone` says that the packages'
 * own host cannot be reached from here; `leave` lets the content say its last words and answers
 * whether it wants to be put aside.
 */
export function useReports(
  desk: PackageDesk,
  owner: number,
  launch: Launch | undefined,
  frame: RefObject<HTMLIFrameElement | null>,
  on: {
    onProgress: (progress: Shown) => void;
    onNavigation: (navigation: Launch['navigation']) => void;
    onGo: (where: string, target: string | undefined, suspended: boolean) => void;
    onTimeOver: () => void;
  },
) {
  const [waiting, setWaiting] = useState(false);
  const [alone, setAlone] = useState(false);
  const [left, setLeft] = useState<number>();
  const gone = useRef<() => void>(() => undefined);
  const listens = useRef(false);
  const told = useRef(on);
  told.current = on;
  const suspended = useRef(false);
  const report = useRef<(done?: boolean) => Promise<void>>(async () => undefined);
  // Before the frame begins to load: its first word must find somebody who listens.
  useLayoutEffect(() => {
    if (!launch) return;
    const attempt = launch.attempt_id;
    listens.current = false;
    suspended.current = false;
    let { values } = launch;
    let [sequence, seconds, changed] = [0, 0, false];
    report.current = async (done = false) => {
      if (!attempt) return;
      changed = false;
      const own = sequence++;
      const answer = await tellProgress(desk, owner, {
        attempt_id: attempt,
        launch: launch.launch,
        sequence: own,
        seconds,
        values,
        ...(done ? { done } : {}),
        ...(desk.place === undefined ? {} : { place: desk.place }),
      });
      // An earlier report that arrives only now says nothing of the newest.
      if (own === sequence - 1) setWaiting(answer === undefined);
      if (answer) told.current.onProgress(answer);
      if (!answer?.navigation) return;
      told.current.onNavigation(answer.navigation);
      // Content may ask what is open by now.
      frame.current?.contentWindow?.postMessage({ edulab: launch.key, navigation: answer.navigation }, '*');
    };
    const heard = (event: MessageEvent) => {
      const message = event.data as {
        edulab?: unknown;
        values?: Record<string, unknown>;
        go?: unknown;
        target?: string;
        reached?: true;
        here?: true;
        left?: true;
        suspended?: boolean;
      } | null;
      if (message?.edulab !== launch.key) return;
      if (message.reached || message.here) clearTimeout(patient);
      if (message.here) listens.current = true;
      if (message.left) gone.current();
      if (typeof message.go === 'string') told.current.onGo(message.go, message.target, suspended.current);
      if (typeof message.values !== 'object' || message.values === null) return;
      values = Object.fromEntries(Object.entries(message.values).map(([name, value]) => [name, String(value)]));
      changed = true;
      suspended.current = message.suspended === true;
      void report.current();
    };
    const patient = setTimeout(() => launch.apart && setAlone(true), patience);
    const { limit } = launch;
    setLeft(limit?.left);
    let [ticked, over] = [performance.now(), false];
    const clock = setInterval(() => {
      const passed = (performance.now() - ticked) / 1000;
      ticked = performance.now();
      // Time that is limited passes also where nobody looks, and browsers let clocks of hidden pages run slowly.
      if (limit) seconds += passed;
      else if (!document.hidden) seconds++;
      if (!limit || over) return;
      setLeft(Math.max(0, limit.left - seconds));
      over = seconds >= limit.left;
      if (over) told.current.onTimeOver();
    }, 1000);
    const timer = setInterval(() => void report.current(), every);
    const now = () => void report.current();
    window.addEventListener('message', heard);
    window.addEventListener('online', now);
    window.addEventListener('pagehide', now);
    void report.current();
    return () => {
      clearTimeout(patient);
      clearInterval(clock);
      clearInterval(timer);
      window.removeEventListener('message', heard);
      window.removeEventListener('online', now);
      window.removeEventListener('pagehide', now);
      if (changed || seconds > 0) void report.current().then(desk.refresh);
    };
  }, [desk, launch, owner, frame]);
  const leave = () =>
    new Promise<boolean>((resolve) => {
      const done = () => resolve(suspended.current);
      if (!listens.current) return done();
      gone.current = done;
      setTimeout(done, farewell);
      frame.current?.contentWindow?.postMessage({ edulab: launch?.key, leave: true }, '*');
    });
  return { waiting, alone, left, tell: () => report.current(), done: () => report.current(true), leave };
}
