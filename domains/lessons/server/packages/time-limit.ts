/*
 * How long a part may stay open in one try, as manifests say it, and what is to happen then. Clusters have no limit of
 * their own here: what students see are parts.
 */

export interface TimeLimit {
  seconds: number;
  /** Whether the part is left when the time is over, and whether that is told. */
  exit: boolean;
  message: boolean;
}

/** `0001:30:00.0` of SCORM 1.2 or `PT1H30M` of SCORM 2004, in seconds; undefined for anything else. */
function secondsOf(text: string): number | undefined {
  const clock = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/.exec(text);
  const period = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  const [days, hours, minutes, seconds] = clock ? [0, ...clock.slice(1)] : (period?.slice(1) ?? []);
  const total = [days, hours, minutes, seconds].map((one) => Number(one ?? 0));
  const sum = total[0]! * 86_400 + total[1]! * 3600 + total[2]! * 60 + total[3]!;
  return sum > 0 ? Math.floor(sum) : undefined;
}

/** The limit that a manifest sets; what it leaves unsaid of the action is that of the standard: go on in silence. */
export function timeLimit(allowed: string, action: string): TimeLimit | undefined {
  const seconds = secondsOf(allowed.trim());
  const [what, told] = action.split(',').map((word) => word.trim().toLowerCase());
  return seconds === undefined ? undefined : { seconds, exit: what === 'exit', message: told === 'message' };
}

export const actionOf = ({ exit, message }: TimeLimit): string =>
  `${exit ? 'exit' : 'continue'},${message ? 'message' : 'no message'}`;

/** A try at a part: the seconds of all its tries, and of those that are over. */
type Spent = { sco: string; seconds: number; earlier: number };

/** Seconds by part of the tries that are running, and the parts that are closed because their time is over. */
export function clockOf(items: readonly { id: string; limit?: TimeLimit }[], parts: readonly Spent[]) {
  const spent = Object.fromEntries(parts.map((part) => [part.sco, part.seconds - part.earlier]));
  const over = items.filter(({ id, limit }) => limit?.exit && (spent[id] ?? 0) >= limit.seconds).map(({ id }) => id);
  return { spent, over };
}
export type Clock = ReturnType<typeof clockOf>;
