import { api, silent } from './api.ts';

/*
 * Reports of progress on their way to the server. One for each attempt waits in the browser's storage, so that a cut
 * network or a closed window loses nothing; the server knows which reports are old.
 */

export interface Waiting {
  attempt_id: number;
  launch: number;
  sequence: number;
  seconds: number;
  values: Record<string, string>;
  done?: boolean;
}
const prefix = 'edulab.progress.';
const nameOf = ({ attempt_id, launch }: Waiting) => `${prefix}${attempt_id}.${launch}`;

function read(name: string): Waiting | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') as Waiting;
  } catch {
    return undefined;
  }
}

/** Sends a report; answers what the server says, or undefined where it could not be reached and the report waits. */
export async function tellProgress(report: Waiting) {
  const name = nameOf(report);
  try {
    localStorage.setItem(name, JSON.stringify(report));
  } catch {
    // A full storage takes away the safety net, not the report.
  }
  try {
    const answer = await api.articulate.progress.call(report, silent);
    if (read(name)?.sequence === report.sequence) localStorage.removeItem(name);
    return answer;
  } catch (error) {
    // Refused for good: what belongs to somebody else or to nothing any more.
    if ([403, 404].includes((error as { status?: number }).status ?? 0)) localStorage.removeItem(name);
    return undefined;
  }
}

/** Sends what waits from before; to be done before a package is opened again. */
export async function tellWaiting(): Promise<void> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const report = read(name);
    if (report) await tellProgress(report);
    else localStorage.removeItem(name);
  }
}
