import { useEffect } from 'react';
import { useSession } from '#platform/web/index.ts';
import type { api, Launch } from './api.ts';

/*
 * Reports of progress on their way to the server. One for each opening waits in the browser's storage, so that a cut
 * network or a closed window loses nothing; the server knows which reports are old. What one person left is not sent in
 * the name of another who signs in at the same browser.
 */

export interface Waiting {
  attempt_id: number;
  launch: number;
  sequence: number;
  seconds: number;
  values: Record<string, string>;
  done?: boolean;
  place?: number;
}

export type Step = Omit<Parameters<typeof api.articulate.launch.call>[0], 'package_id'>;
export type Told = Awaited<ReturnType<typeof api.articulate.progress.call>>;

/** Where a package is opened and what is done in it is told: one for each kind of thing that holds packages. */
export interface PackageDesk {
  /** Under which its reports wait in the browser. */
  name: string;
  /** Goes along with each report, where the desk asks for it. */
  place?: number;
  launch: (package_id: number, step: Step) => Promise<Launch>;
  report: (report: Waiting) => Promise<Told>;
  refresh: () => Promise<unknown>;
}
export type ReportsDesk = Pick<PackageDesk, 'name' | 'report' | 'refresh'>;

const prefix = (desk: ReportsDesk, owner: number) => `edulab.${desk.name}.${owner}.`;
const nameOf = (desk: ReportsDesk, owner: number, { attempt_id, launch }: Waiting) =>
  `${prefix(desk, owner)}${attempt_id}.${launch}`;

function read(name: string): Waiting | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') as Waiting;
  } catch {
    return undefined;
  }
}

/** Sends a report; answers what the server says, or undefined where it could not be reached and the report waits. */
export async function tellProgress(desk: ReportsDesk, owner: number, report: Waiting) {
  const name = nameOf(desk, owner, report);
  try {
    localStorage.setItem(name, JSON.stringify(report));
  } catch {
    // A full storage takes away the safety net, not the report.
  }
  try {
    const answer = await desk.report(report);
    if (read(name)?.sequence === report.sequence) localStorage.removeItem(name);
    return answer;
  } catch (error) {
    // Refused for good: what belongs to nothing any more.
    if ([403, 404, 422].includes((error as { status?: number }).status ?? 0)) localStorage.removeItem(name);
    return undefined;
  }
}

/** Sends what waits from before, and answers how much; to be done before a package is opened again. */
export async function tellWaiting(desk: ReportsDesk, owner: number): Promise<number> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix(desk, owner)));
  for (const name of names) {
    const report = read(name);
    if (report) await tellProgress(desk, owner, report);
    else localStorage.removeItem(name);
  }
  return names.length;
}

/** Sends what waits when a page opens and whenever the network comes back. */
export function useWaitingReports(desk: ReportsDesk): void {
  const owner = useSession().user?.id ?? 0;
  useEffect(() => {
    const send = async () => {
      if ((await tellWaiting(desk, owner)) > 0) await desk.refresh();
    };
    const again = () => void send();
    again();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [desk, owner]);
}
