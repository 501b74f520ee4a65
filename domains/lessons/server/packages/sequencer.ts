import { createContext, runInContext } from 'node:vm';
import type { stepRequests } from '../../shapes.ts';
import type { Rules } from './rules.ts';
import { libraryScript } from './runtime.ts';
import type { Clock } from './time-limit.ts';

/*
 * Where a student stands in a package with rules, and where they may go. scorm-again follows the rules; here its state is
 * taken from the attempt and given back. It runs in a context of its own, as it writes to the console what nobody reads.
 */

export type Request = (typeof stepRequests)[number];

/** The activity tree as the library writes it. */
export interface State {
  currentActivity: string | null;
  suspendedActivity: string | null;
  activityStates: Record<
    string,
    {
      isActive: boolean;
      attemptCount: number;
      completionStatus: string;
      objectives: { primary: Objective | null; objectives: Objective[] };
    }
  >;
}
interface Objective {
  id: string;
  progressStatus: boolean;
  satisfiedStatus: boolean;
  measureStatus: boolean;
  normalizedMeasure: number;
}
/** What may be asked for next; `hidden` are the controls that the package replaces by its own. */
export interface Navigation {
  continue: boolean;
  previous: boolean;
  choices: string[];
  /** Where content may jump by itself: past the order, not into what is closed. */
  jumps: string[];
  hidden: string[];
}
/** What the rules make of the whole. */
export interface Standing {
  status: 'NOT_ATTEMPTED' | 'INCOMPLETE' | 'COMPLETED';
  success: 'UNKNOWN' | 'FAILED' | 'PASSED';
  /** 0 to 100. */
  score: number | null;
}
export interface Move {
  state: State;
  /** The part to show; null where the package is left or the rules let nothing follow. */
  sco: string | null;
  /** A new attempt at a part that was tried before: it begins with nothing kept. */
  fresh: boolean;
  /** Whether the rules allowed what was asked. */
  allowed: boolean;
}

/** Where a student stands: the rules, what was kept of the tree, the data model of the running part and the time spent. */
export interface Place {
  rules: Rules;
  state: State | null;
  values: Record<string, string>;
  clock: Clock;
}

interface Activity {
  id: string;
  isAvailable: boolean;
  parent: Activity | null;
  children: Activity[];
  sequencingRules: {
    preConditionRules: {
      action: string;
      evaluate(activity: Activity): unknown;
    }[];
  };
  completionStatus: string;
  objectiveSatisfiedStatus: boolean;
  objectiveSatisfiedStatusKnown: boolean;
  objectiveMeasureStatus: boolean;
  objectiveNormalizedMeasure: number;
  attemptCount: number;
  attemptExperiencedDuration: string;
}
interface Delivery {
  valid: boolean;
  targetActivity: Activity | null;
}
interface Process {
  processNavigationRequest(request: string, target?: string | null, exit?: string): Delivery;
  getSequencingState(): State;
  restoreSequencingState(state: State): boolean;
  getAvailableChoices(): string[];
  predictContinueEnabled(): boolean;
  predictPreviousEnabled(): boolean;
  getEffectiveHideLmsUi(activity: Activity | null): string[];
  endAttemptProcess(activity: Activity): void;
}
interface Api {
  cmi: { initialize(): void };
  loadFromFlattenedJSON(values: Record<string, string>): void;
  getSequencingService(): {
    updateConfiguration(configuration: { wasCMIElementSetByContent: (element: string) => boolean }): void;
    getOverallSequencingProcess(): Process;
    getSequencingState(): {
      currentActivity: Activity | null;
      rootActivity: Activity;
    };
    previewNavigationRequest(request: 'continue' | 'previous'): {
      outcome: string;
    };
  };
}

type Library = new (settings: object) => Api;
let library: Library | undefined;
async function load(): Promise<Library> {
  if (!library) {
    const quiet = new Proxy({}, { get: () => () => undefined });
    const window = createContext({ setTimeout, clearTimeout, console: quiet });
    runInContext((await libraryScript('scorm2004.js'))!, window);
    library = window.Scorm2004API as Library;
  }
  return library;
}

/** The rules with these parts closed. */
function closing(rules: Rules, over: readonly string[]): Rules {
  const closed = structuredClone(rules);
  const walk = (activity: Rules['activityTree']) => {
    if (over.includes(activity.id)) {
      const own = (activity.sequencingRules ?? {}) as { preConditionRules?: object[] };
      const rule = { action: 'disabled', conditions: [{ condition: 'always' }] };
      activity.sequencingRules = { ...own, preConditionRules: [rule, ...(own.preConditionRules ?? [])] };
    }
    activity.children.forEach(walk);
  };
  walk(closed.activityTree);
  return closed;
}

/** The engine as it was left, with what the content of the running part has said since. */
function engine(Api: Library, { rules, state, values, clock }: Place) {
  const api = new Api({
    sequencing: closing(rules, clock.over),
    autocommit: false,
    logLevel: 5,
    lmsCommitUrl: 'none:',
  });
  const service = api.getSequencingService();
  const process = service.getOverallSequencingProcess();
  if (state) process.restoreSequencingState(structuredClone(state));
  service.updateConfiguration({
    wasCMIElementSetByContent: (element) => !['unknown', undefined, ''].includes(values[element]),
  });
  api.loadFromFlattenedJSON(values);
  // Loading them may touch the tree of a part that is over; what counts is the state that was kept.
  if (state) process.restoreSequencingState(structuredClone(state));
  // Only content that spoke is asked what it reached; a page alone is done when it was seen.
  if (Object.keys(values).length > 0) api.cmi.initialize();
  const root = service.getSequencingState().rootActivity;
  for (const part of leaves(root)) part.attemptExperiencedDuration = `PT${clock.spent[part.id] ?? 0}S`;
  return { api, service, process, root };
}

const leaves = (activity: Activity): Activity[] =>
  activity.children.length ? activity.children.flatMap(leaves) : [activity];

const activityIn = (root: Activity, id: string): Activity | undefined =>
  root.id === id ? root : root.children.map((child) => activityIn(child, id)).find((found) => found !== undefined);

/**
 * Whether a rule `stopForwardTraversal` lies between where one is and what one chose further on. The library knows this
 * rule only behind an activity, not before it.
 */
function stopped(root: Activity, from: string | null, to: string): boolean {
  const target = activityIn(root, to);
  let at = from === null ? undefined : activityIn(root, from);
  while (at && target && at.parent && !activityIn(at.parent, to)) at = at.parent;
  const row = at?.parent?.children ?? [];
  const [first, last] = [row.findIndex((one) => one.id === at?.id), row.findIndex((one) => activityIn(one, to))];
  return row.slice(Math.max(0, first), Math.max(0, last)).some((one) => hasRule(one, 'stopForwardTraversal'));
}

const hasRule = (activity: Activity, action: string) =>
  activity.sequencingRules.preConditionRules.some((rule) => rule.action === action && rule.evaluate(activity) === true);

/** Whether content may jump to a part: order and choice do not matter, what is closed or was not drawn does. */
function opened(activity: Activity | null | undefined): boolean {
  if (!activity) return true;
  return activity.isAvailable && !hasRule(activity, 'disabled') && opened(activity.parent);
}

/** Goes where it is asked to go, as far as the rules allow; `suspended`: the running part asked to be put aside. */
export async function move(
  place: Place,
  asked: {
    request: Request;
    target?: string | undefined;
    suspended?: boolean | undefined;
  },
): Promise<Move> {
  const { state } = place;
  const exit = asked.suspended ? 'suspend' : '';
  const Api = await load();
  const tries: (readonly [string, string | undefined])[] =
    asked.request === 'open' ? waysIn(Api, place) : [[asked.request, asked.target] as const];
  // A part that is still open is shown as it was left: the window was closed, or the network cut.
  if (tries.length === 0)
    return {
      state: state!,
      sco: state!.currentActivity,
      fresh: false,
      allowed: true,
    };
  for (const [request, target] of tries) {
    if (target !== undefined && !reaches(left(Api, place), request, target)) continue;
    const { process } = engine(Api, place);
    const { valid, targetActivity } = process.processNavigationRequest(request, target ?? null, exit);
    const after = process.getSequencingState();
    if (!valid) continue;
    const before = targetActivity && (state?.activityStates[targetActivity.id]?.attemptCount ?? 0);
    return {
      state: JSON.parse(JSON.stringify(after)) as State,
      sco: targetActivity?.id ?? null,
      fresh: Boolean(before) && targetActivity!.attemptCount > before!,
      allowed: true,
    };
  }
  // Nothing of what was tried may be had.
  return {
    state: state ?? engine(Api, { ...place, values: {} }).process.getSequencingState(),
    sco: null,
    fresh: false,
    allowed: false,
  };
}

/** Ways to begin or go on, in the order in which they are tried. */
function waysIn(Api: Library, place: Place): [string, string | undefined][] {
  const { state, clock } = place;
  const current = state?.currentActivity ? state.activityStates[state.currentActivity] : undefined;
  if (state?.currentActivity && current?.isActive && !clock.over.includes(state.currentActivity)) return [];
  const { root } = engine(Api, { ...place, values: {} });
  const chosen = leaves(root).map(({ id }): [string, string | undefined] => ['choice', id]);
  if (state?.suspendedActivity) return [['resumeAll', undefined], ...chosen];
  if (!current) return [['start', undefined], ...chosen];
  const again: [string, string | undefined][] = [['choice', state!.currentActivity!]];
  return current.completionStatus === 'completed'
    ? [['continue', undefined], ...again, ...chosen]
    : [...again, ['continue', undefined], ...chosen];
}

/** What may be asked for and what was reached, were the running part left as it is now. Changes nothing. */
export async function navigationAt(place: Place): Promise<{ navigation: Navigation; standing: Standing }> {
  const Api = await load();
  const { service, process } = engine(Api, place);
  const current = service.getSequencingState().currentActivity;
  const leads = (request: 'continue' | 'previous', predicted: boolean) => {
    const { outcome } = service.previewNavigationRequest(request);
    return outcome === 'unknown' ? predicted : outcome === 'allowed';
  };
  const ways = {
    continue: leads('continue', process.predictContinueEnabled()),
    previous: leads('previous', process.predictPreviousEnabled()),
    hidden: [...process.getEffectiveHideLmsUi(current)],
  };
  const { root, choices, jumps } = left(Api, place);
  return { navigation: { ...ways, choices, jumps }, standing: standingOf(root) };
}

/** The tree as it would be if the running part were left now, and what could be chosen or jumped to then. */
function left(Api: Library, place: Place) {
  const { service, process, root } = engine(Api, place);
  const current = service.getSequencingState().currentActivity;
  const from = current?.id ?? null;
  if (current && place.state?.activityStates[current.id]?.isActive) process.endAttemptProcess(current);
  const parts = leaves(root);
  const known = new Set(parts.map(({ id }) => id));
  const stops = (id: string) => stopped(root, from, id);
  const choices = process.getAvailableChoices().filter((id) => known.has(id) && !stops(id));
  const jumps = parts.filter(opened).map(({ id }) => id);
  return { root, choices, jumps, stops };
}

/** What the library does not ask by itself: whether a choice is stopped on its way, whether a jump leads into the open. */
const reaches = ({ stops, jumps }: ReturnType<typeof left>, request: string, target: string): boolean =>
  request === 'jump' ? jumps.includes(target) : !stops(target);

function standingOf(root: Activity): Standing {
  return {
    status: root.completionStatus === 'completed' ? 'COMPLETED' : 'INCOMPLETE',
    success: root.objectiveSatisfiedStatusKnown ? (root.objectiveSatisfiedStatus ? 'PASSED' : 'FAILED') : 'UNKNOWN',
    score: root.objectiveMeasureStatus ? Math.round(Math.max(0, root.objectiveNormalizedMeasure) * 10_000) / 100 : null,
  };
}
