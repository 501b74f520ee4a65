import { describe, expect, it } from 'vitest';
import { manifest } from '#tests/support/packages.ts';
import { readRules } from './rules.ts';
import { move, navigationAt, type Place, type Request, type State } from './sequencer.ts';

const control = (modes: string) => `<imsss:controlMode ${modes}/>`;
const sequencing = (inside: string) => `<imsss:sequencing>${inside}</imsss:sequencing>`;
const rule = (kind: string, action: string, condition: string, more = '') =>
  `<imsss:${kind}ConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="${condition}" ${more}/></imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:${kind}ConditionRule>`;
const rules = (inside: string) => `<imsss:sequencingRules>${inside}</imsss:sequencingRules>`;

const item = (id: string, inside = '') =>
  `<item identifier="${id}" identifierref="r-${id}"><title>${id}</title>${inside}</item>`;
const cluster = (id: string, inside: string) => `<item identifier="${id}"><title>${id}</title>${inside}</item>`;

const finished = {
  'cmi.completion_status': 'completed',
  'cmi.success_status': 'passed',
};
const failed = {
  'cmi.completion_status': 'completed',
  'cmi.success_status': 'failed',
};
const scored = (scaled: string) => ({
  'cmi.completion_status': 'completed',
  'cmi.score.scaled': scaled,
});

/** A student in a package of these items; each step goes on from what the one before left, as if from another request. */
async function learner(items: string, root: string, ids = ['a', 'b', 'c']) {
  const xml = manifest(
    ids.map((id) => ({ id, href: `${id}.html` })),
    { version: '2004 4th Edition', items, rules: sequencing(root) },
  );
  const found = (await readRules(Buffer.from(xml), new Set(ids)))!;
  let state: State | null = null;
  let clock: Place['clock'] = { spent: {}, over: [] };
  const at = (values: Record<string, string>) => ({ rules: found, state, values, clock });
  return {
    async go(
      request: Request,
      values: Record<string, string> = {},
      more: { target?: string; suspended?: boolean } = {},
    ) {
      const went = await move(at(values), { request, ...more });
      state = JSON.parse(JSON.stringify(went.state));
      return went.allowed ? (went.sco ?? 'out') : 'refused';
    },
    spends: (spent: Record<string, number>, over: string[] = []) => {
      clock = { spent, over };
    },
    fresh: async (request: Request, values = {}, target?: string) =>
      (await move(at(values), { request, ...(target && { target }) })).fresh,
    see: async (values: Record<string, string> = {}) => (await navigationAt(at(values))).navigation,
    stands: async (values: Record<string, string> = {}) => (await navigationAt(at(values))).standing,
  };
}

const three = item('a') + item('b') + item('c');

describe('control modes', () => {
  it('flow goes forwards and back, and goes on where it was after everything was closed', async () => {
    const one = await learner(three, control('choice="false" flow="true"'));
    expect(await one.go('open')).toBe('a');
    expect(await one.see()).toEqual({
      continue: true,
      previous: false,
      choices: [],
      jumps: ['a', 'b', 'c'],
      hidden: [],
    });
    expect(await one.go('previous')).toBe('refused');
    expect(await one.go('continue', finished)).toBe('b');
    expect(await one.go('open')).toBe('b');
    expect(await one.go('choice', {}, { target: 'c' })).toBe('refused');
    expect(await one.go('previous')).toBe('a');
    expect(await one.go('continue')).toBe('b');
    expect(await one.go('continue')).toBe('c');
    expect(await one.go('continue', finished)).toBe('out');
  });

  it('choice alone shows the parts and leads nowhere by itself', async () => {
    const one = await learner(three, control('choice="true" flow="false"'));
    expect(await one.go('open')).toBe('a');
    expect(await one.see()).toMatchObject({
      continue: false,
      previous: false,
      choices: ['a', 'b', 'c'],
    });
    expect(await one.go('choice', finished, { target: 'c' })).toBe('c');
    expect(await one.go('continue')).toBe('refused');
  });

  it('forwardOnly never goes back', async () => {
    const one = await learner(three, control('choice="false" flow="true" forwardOnly="true"'));
    await one.go('open');
    expect(await one.go('continue', finished)).toBe('b');
    expect(await one.see()).toMatchObject({ previous: false });
    expect(await one.go('previous')).toBe('refused');
  });

  it('what the package hides is not shown', async () => {
    const hides = `<adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI><adlnav:hideLMSUI>previous</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>`;
    const one = await learner(item('a', hides) + item('b') + item('c'), control('flow="true"'));
    await one.go('open');
    expect((await one.see()).hidden).toEqual(['continue', 'previous']);
    await one.go('continue', finished);
    expect((await one.see()).hidden).toEqual([]);
  });
});

describe('rules before a part', () => {
  const global = (id: string, how: string) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="p-${id}"/><imsss:objective objectiveID="o-${id}"><imsss:mapInfo targetObjectiveID="shared" ${how}/></imsss:objective></imsss:objectives>`;
  const test = item(
    'a',
    sequencing(
      `<imsss:objectives><imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure><imsss:mapInfo targetObjectiveID="shared" readSatisfiedStatus="false" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>`,
    ),
  );
  const skipped = item(
    'b',
    sequencing(
      rules(rule('pre', 'skip', 'satisfied', 'referencedObjective="o-b"')) + global('b', 'readSatisfiedStatus="true"'),
    ),
  );

  it('skip a lesson whose objective was reached in another', async () => {
    const good = await learner(test + skipped + item('c'), control('flow="true"'));
    await good.go('open');
    expect(await good.go('continue', scored('0.9'))).toBe('c');
    const bad = await learner(test + skipped + item('c'), control('flow="true"'));
    await bad.go('open');
    expect(await bad.go('continue', scored('0.5'))).toBe('b');
  });

  it('take what was said of the whole, whatever was left unsaid of its objective', async () => {
    const one = await learner(
      item(
        'a',
        sequencing(
          '<imsss:objectives><imsss:primaryObjective objectiveID="own"><imsss:mapInfo targetObjectiveID="shared" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives><imsss:deliveryControls objectiveSetByContent="true"/>',
        ),
      ) +
        item(
          'b',
          sequencing(
            rules(
              rule('pre', 'disabled', 'satisfied', 'operator="not" referencedObjective="o-b"') +
                rule('pre', 'disabled', 'objectiveStatusKnown', 'operator="not" referencedObjective="o-b"'),
            ) + global('b', 'readSatisfiedStatus="true"'),
          ),
        ) +
        item('c'),
      control('flow="true"'),
    );
    await one.go('open');
    const seeded = { 'cmi.objectives.0.id': 'own' };
    expect(await one.see(seeded)).toMatchObject({ continue: false, choices: ['a', 'c'] });
    const unsaid = {
      ...seeded,
      'cmi.objectives.0.success_status': 'unknown',
      'cmi.objectives.0.completion_status': 'unknown',
    };
    expect(await one.see({ ...finished, ...unsaid })).toMatchObject({ continue: true, choices: ['a', 'b', 'c'] });
  });

  it('close, hide and stop', async () => {
    const one = await learner(
      item('a') +
        item('b', sequencing(rules(rule('pre', 'hiddenFromChoice', 'always')))) +
        item('c', sequencing(rules(rule('pre', 'disabled', 'attempted', 'operator="not"')))),
      control('choice="true" flow="true"'),
    );
    await one.go('open');
    expect((await one.see()).choices).toEqual(['a']);
    expect(await one.go('choice', {}, { target: 'b' })).toBe('refused');
    expect(await one.go('choice', {}, { target: 'c' })).toBe('refused');
    const stopped = await learner(
      item('a', sequencing(rules(rule('pre', 'stopForwardTraversal', 'completed', 'operator="not"')))) +
        item('b') +
        item('c'),
      control('choice="true" flow="true"'),
    );
    await stopped.go('open');
    const begun = { 'cmi.completion_status': 'incomplete' };
    expect((await stopped.see(begun)).choices).toEqual(['a']);
    expect(await stopped.go('choice', begun, { target: 'c' })).toBe('refused');
    expect((await stopped.see(finished)).choices).toEqual(['a', 'b', 'c']);
    expect(await stopped.go('choice', finished, { target: 'c' })).toBe('c');
  });

  it('count attempts', async () => {
    const one = await learner(
      item(
        'a',
        sequencing(
          '<imsss:limitConditions attemptLimit="1"/>' + rules(rule('pre', 'disabled', 'attemptLimitExceeded')),
        ),
      ) +
        item('b') +
        item('c'),
      control('choice="true" flow="true"'),
    );
    await one.go('open');
    expect(await one.go('continue', failed)).toBe('b');
    expect(await one.go('previous')).toBe('refused');
    expect(await one.go('choice', {}, { target: 'a' })).toBe('refused');
  });
});

describe('jumps', () => {
  it('go past order and choice, not into what is closed, and never by a choice', async () => {
    const one = await learner(
      item('a') +
        item('b', sequencing(rules(rule('pre', 'disabled', 'attempted', 'operator="not"')))) +
        item('c', sequencing(rules(rule('pre', 'hiddenFromChoice', 'always')))),
      control('choice="false" flow="true"'),
    );
    expect(await one.go('open')).toBe('a');
    expect(await one.see()).toMatchObject({ choices: [], jumps: ['a', 'c'] });
    expect(await one.go('choice', {}, { target: 'c' })).toBe('refused');
    expect(await one.go('jump', {}, { target: 'b' })).toBe('refused');
    expect(await one.go('jump', {}, { target: 'x' })).toBe('refused');
    expect(await one.go('jump', finished, { target: 'c' })).toBe('c');
    expect(await one.go('open')).toBe('c');
    expect(await one.go('jump', finished, { target: 'a' })).toBe('a');
  });
});

describe('time limits', () => {
  const limited = '<imsss:limitConditions attemptAbsoluteDurationLimit="PT10M"/>';

  it('leave a part in peace until its time is over, and close it then', async () => {
    const one = await learner(item('a', sequencing(limited)) + item('b') + item('c'), control('flow="true"'));
    expect(await one.go('open')).toBe('a');
    one.spends({ a: 599 });
    expect(await one.go('open')).toBe('a');
    one.spends({ a: 600 }, ['a']);
    expect((await one.see()).choices).toEqual(['b', 'c']);
    expect(await one.go('open')).toBe('b');
    expect(await one.go('previous')).toBe('refused');
    expect(await one.go('jump', {}, { target: 'a' })).toBe('refused');
  });

  it('are told to rules that ask for them', async () => {
    const after = rules(rule('post', 'exitAll', 'timeLimitExceeded'));
    const one = await learner(item('a', sequencing(after + limited)) + item('b') + item('c'), control('flow="true"'));
    await one.go('open');
    one.spends({ a: 60 });
    expect(await one.go('continue')).toBe('b');
    await one.go('previous');
    one.spends({ a: 601 });
    expect(await one.go('continue')).toBe('out');
  });
});

describe('rules behind a part', () => {
  it('retry with nothing kept until it is passed', async () => {
    const one = await learner(
      item('a', sequencing(rules(rule('post', 'retry', 'satisfied', 'operator="not"')))) + item('b') + item('c'),
      control('choice="false" flow="true"'),
    );
    await one.go('open');
    expect(await one.fresh('continue', failed)).toBe(true);
    expect(await one.go('continue', failed)).toBe('a');
    expect(await one.go('continue', finished)).toBe('b');
  });

  it('leave the cluster, go back, go on by themselves', async () => {
    const one = await learner(
      cluster(
        'k',
        item('a', sequencing(rules(rule('post', 'exitParent', 'satisfied')))) +
          item('b') +
          sequencing(control('flow="true"') + rules(rule('post', 'continue', 'always'))),
      ) + item('c'),
      control('choice="false" flow="true"'),
    );
    await one.go('open');
    expect(await one.go('exit', finished)).toBe('c');
    const back = await learner(
      item('a') + item('b', sequencing(rules(rule('post', 'previous', 'satisfied', 'operator="not"')))) + item('c'),
      control('choice="false" flow="true"'),
    );
    await back.go('open');
    await back.go('continue', finished);
    expect(await back.go('continue', failed)).toBe('a');
  });
});

describe('the whole', () => {
  it('is what its parts are, by rule and by weight', async () => {
    const weight = (id: string, value: string) =>
      item(id, sequencing(`<imsss:rollupRules objectiveMeasureWeight="${value}"/>`));
    const one = await learner(
      weight('a', '0.25') + weight('b', '0.75') + weight('c', '0'),
      control('flow="true"') +
        '<imsss:rollupRules><imsss:rollupRule childActivitySet="atLeastCount" minimumCount="2"><imsss:rollupConditions><imsss:rollupCondition condition="completed"/></imsss:rollupConditions><imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules>' +
        '<imsss:objectives><imsss:primaryObjective objectiveID="all" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>',
    );
    await one.go('open');
    expect(await one.stands()).toMatchObject({ status: 'INCOMPLETE' });
    await one.go('continue', scored('0.4'));
    expect(await one.stands(scored('0.8'))).toEqual({
      status: 'COMPLETED',
      success: 'PASSED',
      score: 70,
    });
  });

  it('is put aside and taken up, or left for good and begun anew', async () => {
    const one = await learner(three, control('choice="false" flow="true"'));
    await one.go('open');
    await one.go('continue', finished);
    expect(await one.go('suspendAll')).toBe('out');
    expect(await one.fresh('open')).toBe(false);
    expect(await one.go('open')).toBe('b');
    expect(await one.go('exitAll', finished)).toBe('out');
    expect(await one.go('open')).toBe('a');
  });
});
