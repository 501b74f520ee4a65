import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withRuntime } from './content.ts';
import { type Library, libraryOf, libraryScript, type Message, runtime, type Start } from './runtime.ts';

/** The library as a browser gets it: the script that is served, in a window of its own. */
async function library(version: Start['version']): Promise<Library> {
  const modern = version === '2004';
  const window: Record<string, unknown> = createContext({ setTimeout, clearTimeout, console });
  runInContext((await libraryScript(libraryOf(modern ? 'SCORM2004' : 'SCORM12')))!, window);
  return window[modern ? 'Scorm2004API' : 'Scorm12API'] as Library;
}
const libraries = { '1.2': await library('1.2'), 2004: await library('2004') };

const start: Start = {
  key: 'k',
  version: '1.2',
  browse: false,
  learner: { id: 'T-1', name: 'Karimova, Aziza' },
  values: {},
  seconds: 3725,
  mastery: null,
  data: 'a=1',
};
type Speak = Record<string, (...args: string[]) => string>;

function open(more: Partial<Start> = {}) {
  const sent: Message[] = [];
  const told = { ...start, ...more };
  const { api, flush, allow } = runtime(told, libraries[told.version], (message) => sent.push(message));
  const speak = api as unknown as Speak;
  const prefix = told.version === '2004' ? '' : 'LMS';
  const call = (name: string) => speak[prefix + name]!.bind(speak);
  return {
    flush,
    allow,
    sent,
    begin: () => call('Initialize')(''),
    get: (name: string) => call('GetValue')(name),
    set: (name: string, value: string) => call('SetValue')(name, value),
    commit: () => call('Commit')(''),
    end: () => call(told.version === '2004' ? 'Terminate' : 'Finish')(''),
    error: () => call('GetLastError')(),
    values: () => sent.flatMap((message) => ('values' in message ? [message.values] : [])).at(-1) ?? {},
    go: () =>
      sent.flatMap((message) => ('go' in message ? [message.go + (message.target ? ` ${message.target}` : '')] : [])),
  };
}

describe('SCORM 1.2', () => {
  it('knows who learns, what is allowed and what was reached', () => {
    const sco = open({ values: { 'cmi.core.lesson_location': '3' } });
    expect([sco.get('cmi.core.student_id'), sco.error()]).toEqual(['', '301']);
    expect([sco.begin(), sco.begin()]).toEqual(['true', 'false']);
    expect(sco.get('cmi.core.total_time')).toBe('01:02:05');
    expect(sco.get('cmi.core.student_name')).toBe('Karimova, Aziza');
    expect(sco.get('cmi.core.lesson_location')).toBe('3');
    expect(sco.get('cmi.core.entry')).toBe('resume');
    expect(sco.get('cmi.launch_data')).toBe('a=1');
    expect([sco.set('cmi.core.student_id', 'x'), sco.error()]).toEqual(['false', '403']);
    const limited = open({ limit: { seconds: 90, action: 'continue,message' } });
    limited.begin();
    expect(['max_time_allowed', 'time_limit_action'].map((name) => limited.get(`cmi.student_data.${name}`))).toEqual([
      '00:01:30',
      'continue,message',
    ]);
    expect([sco.set('cmi.core.lesson_status', 'well'), sco.error()]).toEqual(['false', '405']);
    expect([sco.get('cmi.core.session_time'), sco.error()]).toEqual(['', '404']);
  });

  it('tells the whole data model at each commit, without what is ours', () => {
    const sco = open();
    sco.begin();
    sco.set('cmi.suspend_data', 'sahifa=2');
    sco.set('cmi.interactions.0.id', 'q1');
    sco.set('cmi.core.session_time', '00:01:00');
    sco.commit();
    const [message] = sco.sent;
    expect(message).toMatchObject({ edulab: 'k', finished: false });
    expect(sco.values()).toMatchObject({ 'cmi.suspend_data': 'sahifa=2', 'cmi.interactions.0.id': 'q1' });
    expect(Object.keys(sco.values())).not.toContain('cmi.core.student_id');
    expect(Object.keys(sco.values())).not.toContain('cmi.core.session_time');
  });

  it('goes on from what was told', () => {
    const [first, answers] = [open(), { id: 'q1', type: 'choice', student_response: 'b', result: 'wrong' }];
    first.begin();
    for (const [name, value] of Object.entries(answers)) first.set(`cmi.interactions.0.${name}`, value);
    first.set('cmi.objectives.0.id', 'o1');
    first.set('cmi.objectives.0.score.raw', '40');
    first.set('cmi.suspend_data', 'x'.repeat(4096));
    first.commit();
    const again = open({ values: first.values() });
    again.begin();
    expect(again.get('cmi.suspend_data')).toHaveLength(4096);
    expect([again.get('cmi.interactions._count'), again.get('cmi.objectives.0.score.raw')]).toEqual(['1', '40']);
    again.commit();
    expect(again.values()).toEqual(first.values());
  });

  it('decides by the pass mark, and completes what says nothing, unless it is put aside', () => {
    const ended = (mastery: number | null, ...pairs: [string, string][]) => {
      const sco = open({ mastery });
      sco.begin();
      for (const [name, value] of pairs) sco.set(`cmi.core.${name}`, value);
      sco.end();
      expect(sco.sent.at(-1)).toMatchObject({ finished: true });
      return sco.values()['cmi.core.lesson_status'];
    };
    expect(ended(60, ['score.raw', '59'])).toBe('failed');
    expect(ended(60, ['score.raw', '60'])).toBe('passed');
    expect(ended(null)).toBe('completed');
    expect(ended(60, ['lesson_status', 'incomplete'], ['score.raw', '10'], ['exit', 'suspend'])).toBe('incomplete');
    expect(ended(null, ['exit', 'suspend'])).toBe('incomplete');
  });

  it('tells what was not told yet when its window goes', () => {
    const sco = open();
    sco.flush();
    expect(sco.sent).toEqual([]);
    sco.begin();
    sco.set('cmi.core.lesson_location', '7');
    sco.flush();
    expect(sco.values()['cmi.core.lesson_location']).toBe('7');
  });

  it('keeps nothing of who only looks', () => {
    const sco = open({ browse: true });
    sco.begin();
    expect([sco.get('cmi.core.lesson_mode'), sco.get('cmi.core.credit')]).toEqual(['browse', 'no-credit']);
  });
});

describe('SCORM 2004', () => {
  const modern = { version: '2004' } as const;

  it('decides by the pass mark and completes what says nothing', () => {
    const sco = open({ ...modern, mastery: 60 });
    expect([sco.get('cmi.mode'), sco.error()]).toEqual(['', '122']);
    sco.begin();
    expect([sco.get('cmi.total_time'), sco.get('cmi.scaled_passing_score')]).toEqual(['PT1H02M05S', '0.6']);
    expect([sco.set('cmi.completion_status', 'done'), sco.error()]).toEqual(['false', '406']);
    sco.set('cmi.score.scaled', '0.9');
    sco.end();
    expect(sco.values()).toMatchObject({ 'cmi.success_status': 'passed', 'cmi.completion_status': 'completed' });
  });

  it('goes on from what was told', () => {
    const first = open(modern);
    first.begin();
    first.set('cmi.location', '4');
    first.set('cmi.interactions.0.id', 'urn:q1');
    first.set('cmi.interactions.0.type', 'choice');
    first.set('cmi.interactions.0.learner_response', 'b');
    first.set('cmi.exit', 'suspend');
    first.end();
    expect(first.values()['cmi.completion_status']).toBe('incomplete');
    const again = open({ ...modern, values: first.values() });
    again.begin();
    expect([again.get('cmi.entry'), again.get('cmi.location')]).toEqual(['resume', '4']);
    expect(again.get('cmi.interactions.0.learner_response')).toBe('b');
  });

  it('is told what may be asked for, also while it runs', () => {
    const ways = { continue: false, previous: true, choices: ['a.1'], jumps: ['a.1', 'b'] };
    const sco = open({ ...modern, navigation: ways });
    const valid = (name: string) => sco.get(`adl.nav.request_valid.${name}`);
    expect([valid('continue'), sco.error()]).toEqual(['', '122']);
    sco.begin();
    const asked = ['continue', 'previous', 'choice.{target=a.1}', 'choice.{target=b}', 'jump.{target=b}'];
    expect([...asked.map(valid), sco.error()]).toEqual(['false', 'true', 'true', 'false', 'true', '0']);
    sco.allow({ ...ways, continue: true, choices: ['b'] });
    expect(asked.map(valid)).toEqual(['true', 'true', 'false', 'true', 'true']);
    expect([sco.set('adl.nav.request_valid.continue', 'true'), sco.error()]).toEqual(['false', '404']);
  });

  it('knows its time, and leaves all of it when it is over', () => {
    const sco = open({ ...modern, limit: { seconds: 5400, action: 'exit,message' } });
    sco.begin();
    expect([sco.get('cmi.max_time_allowed'), sco.get('cmi.time_limit_action')]).toEqual(['PT1H30M00S', 'exit,message']);
    sco.set('cmi.exit', 'time-out');
    sco.set('adl.nav.request', 'continue');
    sco.end();
    expect(sco.go()).toEqual(['exitAll']);
    expect(Object.keys(sco.values())).not.toContain('cmi.max_time_allowed');
  });

  it('asks to go on, back, out, or to a part', () => {
    for (const [request, where] of [
      ['continue', 'continue'],
      ['previous', 'previous'],
      ['exitAll', 'exitAll'],
      ['suspendAll', 'suspendAll'],
      ['{target=part2}choice', 'choice part2'],
      ['{target=part.2}jump', 'jump part.2'],
    ] as const) {
      const sco = open(modern);
      sco.begin();
      expect(sco.set('adl.nav.request', request)).toBe('true');
      sco.end();
      expect(sco.go()).toEqual([where]);
    }
  });
});

it('comes first in every page, whatever its code page', () => {
  const page = (text: string) => withRuntime(Buffer.from(text, 'latin1'), '/a.js', '/s.js').toString('latin1');
  const scripts = '<script src="/a.js"></script><script src="/s.js"></script>';
  expect(page('<!doctype html><HTML><HEAD lang="uz"><script>1</script>\xff')).toBe(
    `<!doctype html><HTML><HEAD lang="uz">${scripts}<script>1</script>\xff`,
  );
  expect(page('<p>x')).toBe(`${scripts}<p>x`);
});
