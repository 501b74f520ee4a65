import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/*
 * The run time that e-learning content speaks with is scorm-again. It runs in the content's own window: calls of SCORM
 * must be answered at once, and nothing in the application's window can be reached from there. Every commit is told to
 * the page around it by a message. `runtime` is sent to the browser as its own text, so it must not use anything outside
 * itself.
 */

export interface Start {
  /** Marks our messages, so that the page around the content knows which opening they come from. */
  key: string;
  version: '1.2' | '2004';
  /** Nothing is kept: somebody only looks. */
  browse: boolean;
  learner: { id: string; name: string };
  /** The data model as it was left. */
  values: Record<string, string>;
  seconds: number;
  /** Pass mark, 0 to 100. */
  mastery: number | null;
  data: string;
  /** How long it may take, in seconds, and what happens then in the standard's words. */
  limit?: { seconds: number; action: string } | null;
  /** What may be asked for next: by the rules of the package, or by the order of its parts. */
  navigation?: Ways | null;
}
export interface Ways {
  continue: boolean;
  previous: boolean;
  choices: string[];
  jumps: string[];
}
/**
 * A commit with the whole data model, or where the content asks to go, by the standard's name: `target` is the part of a
 * choice or jump.
 */
export type Message =
  | {
      edulab: string;
      values: Record<string, string>;
      finished: boolean;
      suspended: boolean;
    }
  | { edulab: string; go: string; target?: string };

/** What we use of scorm-again's two APIs. Its settings stand in its README. */
export interface ScormApi extends Record<string, unknown> {
  GetValue?: (name: string) => string;
  settings: object;
  loadFromFlattenedJSON(values: Record<string, string>): void;
  on(event: string, heard: (...args: string[]) => void): void;
  isInitialized(): boolean;
  lmsCommit(): string;
}
export type Library = new (settings: object) => ScormApi;

/**
 * The object that content looks for, `API` or `API_1484_11`, a way to send what was not sent yet, and one to tell it what
 * may be asked for by now.
 */
export function runtime(
  start: Start,
  Library: Library,
  send: (message: Message) => void,
): { api: ScormApi; flush: () => void; allow: (ways: Ways) => void } {
  const modern = start.version === '2004';
  const name = (old: string, now: string) => (modern ? `cmi.${now}` : `cmi.${old}`);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const spell = (seconds: number) => {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), pad((seconds / 60) % 60), pad(seconds % 60)];
    return modern ? `PT${hours}H${minutes}M${rest}S` : `${String(hours).padStart(4, '0')}:${minutes}:${rest}.00`;
  };
  const given: Record<string, string> = {
    [name('core.student_id', 'learner_id')]: start.learner.id,
    [name('core.student_name', 'learner_name')]: start.learner.name,
    [name('core.credit', 'credit')]: start.browse ? 'no-credit' : 'credit',
    [name('core.lesson_mode', 'mode')]: start.browse ? 'browse' : 'normal',
    [name('core.entry', 'entry')]: Object.keys(start.values).some((key) => !key.startsWith('cmi.objectives.'))
      ? 'resume'
      : 'ab-initio',
    [name('core.total_time', 'total_time')]: spell(start.seconds),
    'cmi.launch_data': start.data,
  };
  if (start.mastery !== null)
    given[modern ? 'cmi.scaled_passing_score' : 'cmi.student_data.mastery_score'] = String(
      modern ? start.mastery / 100 : start.mastery,
    );
  if (start.limit) {
    const { seconds } = start.limit;
    given[name('student_data.max_time_allowed', 'max_time_allowed')] = spell(seconds);
    given[name('student_data.time_limit_action', 'time_limit_action')] = start.limit.action;
  }
  // Theirs for one sitting only: neither kept nor given back.
  const passing = [name('core.session_time', 'session_time'), name('core.exit', 'exit')];

  // The library says nothing of this one wish.
  let wanted = '';
  let late = false;
  const commit = (params: Record<string, unknown>, finished: boolean) => {
    const values: Record<string, string> = {};
    for (const [key, value] of Object.entries(params)) {
      if (typeof value === 'string' && value !== '' && !(key in given) && !passing.includes(key)) values[key] = value;
    }
    // The standard leaves to us what content never said: whoever ends without putting it aside has completed it.
    const state = name('core.lesson_status', 'completion_status');
    if (finished && ['not attempted', 'unknown'].includes(values[state] ?? 'unknown'))
      values[state] = params[passing[1]!] === 'suspend' ? 'incomplete' : 'completed';
    send({
      edulab: start.key,
      values,
      finished,
      suspended: params[passing[1]!] === 'suspend',
    });
    if (finished && wanted === 'suspendAll') send({ edulab: start.key, go: wanted });
    // Whose time is over, or who signs out of it, leaves all of it, whatever it asked for.
    late = finished && ['time-out', 'logout'].includes(String(params[passing[1]!]));
    if (late) send({ edulab: start.key, go: 'exitAll' });
    return { result: 'true', errorCode: 0 };
  };
  const api = new Library({
    mastery_override: true,
    // Content that forgets to commit loses three seconds, not an hour.
    autocommit: true,
    autocommitSeconds: 3,
    dataCommitFormat: 'flattened',
    logLevel: 5,
    lmsCommitUrl: 'message:',
    httpService: {
      updateSettings() {},
      processHttpRequest: (_url: string, params: Record<string, unknown>, finished: boolean) =>
        commit(params, finished),
    },
  });
  api.loadFromFlattenedJSON({ ...start.values, ...given });
  // What is put aside is not judged yet.
  api.on('LMSSetValue.cmi.core.exit', (_name, value) => {
    api.settings = { mastery_override: value !== 'suspend' };
  });
  const go = (where: string, target?: string) => {
    if (!late) send({ edulab: start.key, go: where, ...(target === undefined ? {} : { target }) });
  };
  for (const way of ['exit', 'exitAll', 'abandon', 'abandonAll', 'suspendAll'])
    api.on(`Sequence${way[0]!.toUpperCase()}${way.slice(1)}`, () => go(way));
  api.on('SequenceNext', () => go('continue'));
  api.on('SequencePrevious', () => go('previous'));
  for (const way of ['choice', 'jump'])
    api.on(`Sequence${way[0]!.toUpperCase()}${way.slice(1)}`, (target) => target && go(way, target));
  api.on('SetValue.adl.nav.request', (_name, value) => {
    wanted = value ?? '';
  });
  // The library would answer from a tree that it does not have here.
  let ways = start.navigation;
  const ask = api.GetValue;
  if (ways && ask)
    api.GetValue = (asked) => {
      const about = /^adl\.nav\.request_valid\.(continue|previous|choice|jump)(?:\.\{target=(.+)\})?$/.exec(asked);
      if (!about || !ways || !api.isInitialized()) return ask.call(api, asked);
      // What can be asked is no error, whatever the last one was.
      ask.call(api, 'cmi._version');
      const [, request, target = ''] = about;
      if (request === 'continue' || request === 'previous') return String(ways[request]);
      return String((request === 'choice' ? ways.choices : ways.jumps).includes(target));
    };
  return {
    api,
    flush() {
      if (api.isInitialized()) api.lmsCommit();
    },
    allow(now) {
      ways = now;
    },
  };
}

/**
 * The script that pages of a package load after the library and before anything of their own; under the packages' own host
 * only the page around them does. Without `start` it tells no more than that it is there and that it goes.
 */
export const runtimeScript = (key: string, start?: Start): string =>
  `(() => {
  const tell = (message) => window.top.postMessage({ ...message, edulab: ${JSON.stringify(key)} }, '*');
  let flush = () => {};
  let allow = () => {};
  ${start ? speaking(start) : ''}
  window.addEventListener('pagehide', () => flush());
  // Asked to leave, the content is unloaded first: what it says on its way out still belongs to it.
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.top || !data || data.edulab !== ${JSON.stringify(key)}) return;
    if (data.navigation) allow(data.navigation);
    if (!data.leave) return;
    const content = document.getElementById('edulab-content');
    const left = () => { flush(); tell({ left: true }); };
    if (!content) return left();
    content.addEventListener('load', left);
    content.src = 'about:blank';
  });
  tell({ here: true });
})();`;

const speaking = (start: Start) => `const start = ${JSON.stringify(start)};
  const modern = start.version === '2004';
  const made = (${runtime.toString()})(start, modern ? Scorm2004API : Scorm12API, tell);
  window[modern ? 'API_1484_11' : 'API'] = made.api;
  flush = made.flush;
  allow = made.allow;`;

const require = createRequire(import.meta.url);
const libraries = {
  'scorm12.js': require.resolve('scorm-again/scorm12/min'),
  'scorm2004.js': require.resolve('scorm-again/scorm2004/min'),
};
export const libraryOf = (kind: 'SCORM12' | 'SCORM2004'): keyof typeof libraries =>
  kind === 'SCORM2004' ? 'scorm2004.js' : 'scorm12.js';

/** The library as the browser runs it: a classic script, because content asks for it before modules run. */
export async function libraryScript(name: string): Promise<string | undefined> {
  const path = libraries[name as keyof typeof libraries];
  return path === undefined ? undefined : (await readFile(path, 'utf8')).replace(/\n\/\/# sourceMappingURL.*\s*$/, '');
}
