/*
 * The run time that e-learning content speaks with, in its own window: calls of SCORM must be answered at once, and
 * nothing in the application's window can be reached from there. What the content stores is told to the page around it
 * by messages. This function is sent to the browser as its own text, so it must not use anything outside itself.
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
  mastery: number | null;
  data: string;
}
export interface Message {
  edulab: string;
  /** What changed since the message before. */
  values: Record<string, string>;
  finished: boolean;
}
type Api = Record<string, (...args: string[]) => string>;

/** The object that content looks for, `API` or `API_1484_11`, and a way to send what was not sent yet. */
export function runtime(start: Start, send: (message: Message) => void): { api: Api; flush: () => void } {
  const modern = start.version === '2004';
  const name = (old: string, now: string) => (modern ? `cmi.${now}` : `cmi.${old}`);
  const statusName = name('core.lesson_status', 'completion_status');
  const resumed = Object.keys(start.values).length > 0;
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes, rest] = [start.seconds / 3600, (start.seconds / 60) % 60, start.seconds % 60];
  const values: Record<string, string> = {
    [name('core.lesson_location', 'location')]: '',
    'cmi.suspend_data': '',
    [statusName]: modern ? 'unknown' : 'not attempted',
    ...(modern ? { 'cmi.success_status': 'unknown' } : {}),
    ...start.values,
  };
  const given: Record<string, string> = {
    [name('core.student_id', 'learner_id')]: start.learner.id,
    [name('core.student_name', 'learner_name')]: start.learner.name,
    [name('core.credit', 'credit')]: start.browse ? 'no-credit' : 'credit',
    [name('core.lesson_mode', 'mode')]: start.browse ? 'browse' : 'normal',
    [name('core.entry', 'entry')]: resumed ? 'resume' : 'ab-initio',
    [name('core.total_time', 'total_time')]: modern
      ? `PT${Math.floor(hours)}H${pad(minutes)}M${pad(rest)}S`
      : `${String(Math.floor(hours)).padStart(4, '0')}:${pad(minutes)}:${pad(rest)}.00`,
    'cmi.launch_data': start.data,
    ...(modern
      ? { 'cmi._version': '1.0' }
      : {
          'cmi.core._children':
            'student_id,student_name,lesson_location,credit,lesson_status,entry,score,total_time,lesson_mode,exit,session_time',
        }),
    ...(modern ? { 'cmi.score._children': 'scaled,raw,min,max' } : { 'cmi.core.score._children': 'raw,min,max' }),
    ...(start.mastery === null
      ? {}
      : {
          [modern ? 'cmi.scaled_passing_score' : 'cmi.student_data.mastery_score']: String(
            modern ? start.mastery / 100 : start.mastery,
          ),
        }),
  };
  const writeOnly = [name('core.session_time', 'session_time'), name('core.exit', 'exit')];
  const words: Record<string, string[]> = {
    'cmi.core.lesson_status': ['passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted'],
    'cmi.completion_status': ['completed', 'incomplete', 'not attempted', 'unknown'],
    'cmi.success_status': ['passed', 'failed', 'unknown'],
  };
  const codes = modern
    ? {
        before: { get: '122', set: '132', commit: '142', end: '112' },
        after: { get: '123', set: '133', commit: '143', end: '113' },
        again: '103',
        unknown: '401',
        readOnly: '404',
        writeOnly: '405',
        type: '406',
        empty: '403',
      }
    : {
        before: { get: '301', set: '301', commit: '301', end: '301' },
        after: { get: '301', set: '301', commit: '301', end: '301' },
        again: '101',
        unknown: '201',
        readOnly: '403',
        writeOnly: '404',
        type: '405',
        empty: '0',
      };
  let state: 'before' | 'running' | 'after' = 'before';
  let error = '0';
  let changed: Record<string, string> = {};
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const answer = (code: string, value: string) => {
    error = code;
    return value;
  };
  const tell = (finished: boolean) => {
    clearTimeout(waiting);
    waiting = undefined;
    send({ edulab: start.key, values: changed, finished });
    changed = {};
  };
  const flush = () => {
    if (Object.keys(changed).length) tell(false);
  };
  const put = (key: string, value: string) => {
    values[key] = value;
    changed[key] = value;
    // Content that forgets to commit loses three seconds, not an hour.
    waiting ??= setTimeout(flush, 3000);
  };
  const count = (list: string) => {
    const found = Object.keys(values).flatMap((key) =>
      key.startsWith(`${list}.`) ? Number(key.slice(list.length + 1).split('.')[0]) : [],
    );
    return String(found.length ? Math.max(...found) + 1 : 0);
  };
  const begin = () => {
    if (state === 'running') return answer(codes.again, 'false');
    state = 'running';
    return answer('0', 'true');
  };
  const read = (key: string) => {
    if (state !== 'running') return answer(codes[state].get, '');
    if (writeOnly.includes(key)) return answer(codes.writeOnly, '');
    if (key.endsWith('._count')) return answer('0', count(key.slice(0, -7)));
    const value = given[key] ?? values[key];
    if (value !== undefined) return answer('0', value);
    return answer(/^(cmi|adl)\./.test(key) ? codes.empty : codes.unknown, '');
  };
  const write = (key: string, given_value: string) => {
    const value = String(given_value);
    if (state !== 'running') return answer(codes[state].set, 'false');
    if (!/^(cmi|adl)\.[\w.~]+$/.test(key)) return answer(codes.unknown, 'false');
    if (key in given || /\._(count|children|version)$/.test(key)) return answer(codes.readOnly, 'false');
    if (words[key] && !words[key].includes(value)) return answer(codes.type, 'false');
    if (/score\.(raw|min|max|scaled)$/.test(key) && (value.trim() === '' ? modern : !Number.isFinite(Number(value))))
      return answer(codes.type, 'false');
    put(key, value);
    return answer('0', 'true');
  };
  const commit = () => {
    if (state !== 'running') return answer(codes[state].commit, 'false');
    tell(false);
    return answer('0', 'true');
  };
  const end = () => {
    if (state !== 'running') return answer(codes[state].end, 'false');
    const suspended = values[name('core.exit', 'exit')] === 'suspend';
    // What the content leaves open is decided here, as the standard says: by the pass mark, or as completed.
    const score = Number.parseFloat(values[modern ? 'cmi.score.scaled' : 'cmi.core.score.raw'] ?? '');
    const open = values[statusName] === (modern ? 'unknown' : 'not attempted');
    if (start.mastery !== null && Number.isFinite(score)) {
      const passed = score >= (modern ? start.mastery / 100 : start.mastery) ? 'passed' : 'failed';
      if (modern && values['cmi.success_status'] === 'unknown') put('cmi.success_status', passed);
      if (!modern && (open || values[statusName] === 'completed')) put(statusName, passed);
    }
    if (open && !suspended && values[statusName] !== 'passed' && values[statusName] !== 'failed')
      put(statusName, 'completed');
    tell(true);
    state = 'after';
    return answer('0', 'true');
  };
  const lastError = () => error;
  const text = (code: string) => (code === '0' ? 'No error' : `Error ${code}`);
  return {
    api: modern
      ? {
          Initialize: begin,
          Terminate: end,
          GetValue: read as Api[string],
          SetValue: write as Api[string],
          Commit: commit,
          GetLastError: lastError,
          GetErrorString: text as Api[string],
          GetDiagnostic: text as Api[string],
        }
      : {
          LMSInitialize: begin,
          LMSFinish: end,
          LMSGetValue: read as Api[string],
          LMSSetValue: write as Api[string],
          LMSCommit: commit,
          LMSGetLastError: lastError,
          LMSGetErrorString: text as Api[string],
          LMSGetDiagnostic: text as Api[string],
        },
    flush,
  };
}

/** The script that pages of a package load before anything of their own. */
export const runtimeScript = (start: Start): string =>
  `(() => {
  const start = ${JSON.stringify(start)};
  const made = (${runtime.toString()})(start, (message) => window.top.postMessage(message, '*'));
  window[start.version === '2004' ? 'API_1484_11' : 'API'] = made.api;
  window.addEventListener('pagehide', made.flush);
})();`;
