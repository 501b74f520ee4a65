import { parseXml } from '#platform/server/spreadsheets/xml.ts';

/*
 * Rules of sequencing as SCORM 2004 writes them into a manifest, read into the settings of scorm-again, which follows them.
 * Whatever a manifest leaves out has the default of the standard, which is not always that of the library.
 */

/** As the library's README names them; it ships no types that a compiler could follow. */
interface ActivitySettings {
  id: string;
  title: string;
  children: ActivitySettings[];
  [setting: string]: unknown;
}
export interface Rules {
  activityTree: ActivitySettings;
  collections: Record<string, object>;
}

interface Node {
  name: string;
  attribute: (name: string) => string | undefined;
  text: string;
  children: Node[];
}

async function nodesOf(xml: Buffer): Promise<Node> {
  const root: Node = {
    name: '',
    attribute: () => undefined,
    text: '',
    children: [],
  };
  const path = [root];
  await parseXml(
    (async function* () {
      yield xml;
    })(),
    {
      open(name, attribute) {
        const node: Node = { name, attribute, text: '', children: [] };
        path.at(-1)!.children.push(node);
        path.push(node);
      },
      text(piece) {
        path.at(-1)!.text += piece;
      },
      close() {
        path.pop();
      },
    },
  );
  return root;
}

const all = (node: Node | undefined, name: string): Node[] => node?.children.filter((one) => one.name === name) ?? [];
const first = (node: Node | undefined, name: string): Node | undefined => all(node, name)[0];
const flag = (node: Node | undefined, name: string, otherwise: boolean): boolean => {
  const text = node?.attribute(name);
  return text === undefined ? otherwise : text === 'true' || text === '1';
};
const number = (node: Node | undefined, name: string): number | undefined => {
  const value = Number(node?.attribute(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
};
const given = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** The rules of a manifest for the parts that can be opened; null where the manifest gives none. Errors: BROKEN_FILE. */
export async function readRules(xml: Buffer, known: ReadonlySet<string>): Promise<Rules | null> {
  const manifest = first(await nodesOf(xml), 'manifest');
  const organizations = first(manifest, 'organizations');
  const wanted = organizations?.attribute('default');
  const found = all(organizations, 'organization');
  const organization = found.find((one) => one.attribute('identifier') === wanted) ?? found[0];
  if (!organization) return null;
  let ruled = false;
  const activity = (node: Node): ActivitySettings | undefined => {
    const children = all(node, 'item').flatMap((item) => activity(item) ?? []);
    const id = node.attribute('identifier') ?? '';
    if (children.length === 0 && !known.has(id)) return undefined;
    const own = first(node, 'sequencing');
    ruled ||= own !== undefined;
    return {
      id,
      title: first(node, 'title')?.text.trim() || id,
      isVisible: flag(node, 'isvisible', true),
      children,
      ...sequencing(own, id),
      ...given({ sequencingIdRef: own?.attribute('IDRef') }),
      ...thresholdOf(first(node, 'completionThreshold')),
      hideLmsUi: all(first(first(node, 'presentation'), 'navigationInterface'), 'hideLMSUI').map(
        ({ text }) => text.trim() as 'continue',
      ),
    };
  };
  const tree = activity(organization);
  if (!tree || !ruled) return null;
  const collections = all(first(manifest, 'sequencingCollection'), 'sequencing').map(
    (node) => [node.attribute('ID') ?? '', sequencing(node, node.attribute('ID') ?? '', true)] as const,
  );
  return { activityTree: tree, collections: Object.fromEntries(collections) };
}

function thresholdOf(node: Node | undefined): Partial<ActivitySettings> {
  if (!node) return {};
  // Third edition writes the figure as text, the fourth as attributes.
  const least = number(node, 'minProgressMeasure') ?? (node.text.trim() ? Number(node.text) : 1);
  return {
    completionThreshold: {
      completedByMeasure: flag(node, 'completedByMeasure', node.text.trim() !== ''),
      minProgressMeasure: least,
      progressWeight: number(node, 'progressWeight') ?? 1,
    },
  };
}

/** What a `sequencing` element says. Parts of a collection say only what they hold, so that nothing is overruled by defaults. */
function sequencing(node: Node | undefined, id: string, partial = false): Partial<ActivitySettings> {
  const modes = first(node, 'controlMode');
  const limits = first(node, 'limitConditions');
  const rollup = first(node, 'rollupRules');
  const considerations = first(node, 'rollupConsiderations');
  const constrained = first(node, 'constrainedChoiceConsiderations');
  const random = first(node, 'randomizationControls');
  const delivery = first(node, 'deliveryControls');
  const rules = first(node, 'sequencingRules');
  const referenced = node?.attribute('IDRef') !== undefined;
  const control =
    modes || !(partial || referenced)
      ? {
          choice: flag(modes, 'choice', true),
          choiceExit: flag(modes, 'choiceExit', true),
          flow: flag(modes, 'flow', false),
          forwardOnly: flag(modes, 'forwardOnly', false),
          useCurrentAttemptObjectiveInfo: flag(modes, 'useCurrentAttemptObjectiveInfo', true),
          useCurrentAttemptProgressInfo: flag(modes, 'useCurrentAttemptProgressInfo', true),
        }
      : {};
  return given({
    ...objectivesOf(node, id),
    attemptLimit: number(limits, 'attemptLimit'),
    // For rules that ask for it. Under its own name the library takes the limit for the time that was spent.
    timeLimitDuration: limits?.attribute('attemptAbsoluteDurationLimit'),
    sequencingControls: {
      ...control,
      ...(rollup && {
        rollupObjectiveSatisfied: flag(rollup, 'rollupObjectiveSatisfied', true),
        rollupProgressCompletion: flag(rollup, 'rollupProgressCompletion', true),
        objectiveMeasureWeight: number(rollup, 'objectiveMeasureWeight') ?? 1,
      }),
      ...(constrained && {
        preventActivation: flag(constrained, 'preventActivation', false),
        constrainChoice: flag(constrained, 'constrainChoice', false),
      }),
      ...(random &&
        given({
          randomizationTiming: random.attribute('randomizationTiming') as 'never' | undefined,
          selectionTiming: random.attribute('selectionTiming') as 'never' | undefined,
          selectCount: number(random, 'selectCount'),
          randomizeChildren: flag(random, 'reorderChildren', false),
          reorderChildren: flag(random, 'reorderChildren', false),
        })),
    },
    ...(delivery && {
      deliveryControls: {
        tracked: flag(delivery, 'tracked', true),
        completionSetByContent: flag(delivery, 'completionSetByContent', false),
        objectiveSetByContent: flag(delivery, 'objectiveSetByContent', false),
      },
    }),
    ...(rules && {
      sequencingRules: {
        preConditionRules: rulesOf(rules, 'preConditionRule'),
        postConditionRules: rulesOf(rules, 'postConditionRule'),
        exitConditionRules: rulesOf(rules, 'exitConditionRule'),
      },
    }),
    ...(rollup && { rollupRules: { rules: rollupRulesOf(rollup) } }),
    ...(considerations && {
      rollupConsiderations: given({
        requiredForSatisfied: considerations.attribute('requiredForSatisfied') as 'always' | undefined,
        requiredForNotSatisfied: considerations.attribute('requiredForNotSatisfied') as 'always' | undefined,
        requiredForCompleted: considerations.attribute('requiredForCompleted') as 'always' | undefined,
        requiredForIncomplete: considerations.attribute('requiredForIncomplete') as 'always' | undefined,
        measureSatisfactionIfActive: flag(considerations, 'measureSatisfactionIfActive', true),
      }),
    }),
  }) as Partial<ActivitySettings>;
}

const mapOf = (map: Node, added: boolean) => ({
  targetObjectiveID: map.attribute('targetObjectiveID') ?? '',
  // Only the maps of the first editions read unless they say otherwise.
  readSatisfiedStatus: flag(map, 'readSatisfiedStatus', !added),
  readNormalizedMeasure: flag(map, 'readNormalizedMeasure', !added),
  ...Object.fromEntries(mapped.map((name) => [name, flag(map, name, false)])),
});
const mapped = [
  ...['writeSatisfiedStatus', 'writeNormalizedMeasure', 'readCompletionStatus', 'writeCompletionStatus'],
  ...['readProgressMeasure', 'writeProgressMeasure', 'readRawScore', 'writeRawScore'],
  ...['readMinScore', 'writeMinScore', 'readMaxScore', 'writeMaxScore'],
];

function objectivesOf(node: Node | undefined, id: string): Partial<ActivitySettings> {
  // The fourth edition keeps what it added in a second element of the same name.
  const [list, more] = all(node, 'objectives');
  const one = (objective: Node) => {
    const name = objective.attribute('objectiveID') ?? '';
    const least = first(objective, 'minNormalizedMeasure')?.text.trim();
    const added = more?.children.filter((other) => name !== '' && other.attribute('objectiveID') === name) ?? [];
    return {
      objectiveID: name || `${id}-primary`,
      satisfiedByMeasure: flag(objective, 'satisfiedByMeasure', false),
      minNormalizedMeasure: least ? Number(least) : 1,
      mapInfo: [
        ...all(objective, 'mapInfo').map((map) => mapOf(map, false)),
        ...added.flatMap((other) => all(other, 'mapInfo')).map((map) => mapOf(map, true)),
      ],
    };
  };
  const primary = first(list, 'primaryObjective');
  const others = all(list, 'objective').map(one);
  return given({
    primaryObjective: primary && one(primary),
    objectives: others.length ? others : undefined,
  });
}

const conditionsOf = (rule: Node, list: string, name: string) =>
  all(first(rule, list), name).map((condition) =>
    given({
      condition: (condition.attribute('condition') ?? 'always') as 'always',
      operator: condition.attribute('operator') === 'not' ? ('not' as const) : undefined,
      referencedObjective: condition.attribute('referencedObjective'),
      parameters: { threshold: number(condition, 'measureThreshold') ?? 0 },
    }),
  );

function rulesOf(rules: Node, name: string) {
  return all(rules, name).map((rule) => ({
    action: (first(rule, 'ruleAction')?.attribute('action') ?? 'skip') as 'skip',
    conditionCombination: (first(rule, 'ruleConditions')?.attribute('conditionCombination') ?? 'all') as 'all',
    conditions: conditionsOf(rule, 'ruleConditions', 'ruleCondition'),
  }));
}

/** Rollup has words of its own for two conditions that rules know by a longer name. */
const shorter: Record<string, string> = {
  activityProgressKnown: 'progressKnown',
  activityAttempted: 'attempted',
};

function rollupRulesOf(rollup: Node) {
  return all(rollup, 'rollupRule').map((rule) => ({
    action: (first(rule, 'rollupAction')?.attribute('action') ?? 'satisfied') as 'satisfied',
    consideration: (rule.attribute('childActivitySet') ?? 'all') as 'all',
    minimumCount: number(rule, 'minimumCount') ?? 0,
    // The manifest says a share, the library a percentage.
    minimumPercent: (number(rule, 'minimumPercent') ?? 0) * 100,
    conditionCombination: (first(rule, 'rollupConditions')?.attribute('conditionCombination') ?? 'any') as 'any',
    conditions: conditionsOf(rule, 'rollupConditions', 'rollupCondition').map((condition) => ({
      ...condition,
      condition: (shorter[condition.condition] ?? condition.condition) as 'always',
    })),
  }));
}
