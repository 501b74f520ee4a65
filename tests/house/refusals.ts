import type { Files } from './files.ts';
import {
  answerOf,
  bare,
  calleeOf,
  crudNames,
  crudParts,
  type Direct,
  importNames,
  importParts,
  isCode,
  isOfPlatform,
  isResource,
  keepers,
  type Locals,
  listOf,
  type Module,
  moduleOf,
  type Place,
  part,
  propertiesOf,
  textOf,
  throwsOn,
  typeOf,
  walk,
} from './refusals-source.ts';
import { tablesOf } from './tables.ts';

/**
 * Which codes a call may be refused with, read from the source. A call is what stands under its name in its domain's
 * `router`: a handler, the handlers of a `crud()` or of an import, or what a function answers that makes them for several
 * calls. From there everything is followed that it names, however deep and in whatever domain:
 *
 * - codes of `fail` and `failField`: written there, chosen there, or in a variable, a row of a list or an answer, of which
 *   then every code counts that is written where the value comes from; where a parameter brings the code, those that
 *   callers write down.
 * - what the platform runs of a `resource()` and of an import, for each of their calls; of other definitions all of it.
 * - who follows a hook that is told or asked, and how jobs are taken back that can be.
 * - constraints of the database that have a code, by the table that gave them the first part of their name, where its
 *   resource saves, and where its rows are put back (`undoKept`): what the file that does it, or who follows it, may have kept.
 *
 * It sees too much rather than too little, so there is a list of what cannot happen. Not seen: a method of something that
 * comes as a parameter, unless it was handed over by name; a constraint breached by a statement that is no resource's.
 * These the tests of the API notice when it happens.
 */
export interface Refusals {
  domain: string;
  /** Name of the call below the domain: `course_module.save`. */
  name: string;
  codes: string[];
}

/** What every call of these files may be refused with, as far as it is seen. */
export function refusalsIn(files: Files): Refusals[] {
  const modules = new Map<string, Module>();
  const load = (path: string): Module | undefined => {
    const source = files.get(path);
    if (source === undefined || !path.endsWith('.ts')) return undefined;
    const module = modules.get(path) ?? moduleOf(path, source);
    modules.set(path, module);
    return module;
  };

  /** What a name means in a file, wherever it is written down. */
  const meaning = (path: string, name: string): Place | undefined => {
    const module = load(path);
    const own = module?.own.get(name);
    if (own) return { path, node: own, within: own };
    const far = module?.imported.get(name) ?? module?.passed.get(name);
    return far && far.path !== path ? meaning(far.path, far.name) : undefined;
  };

  const localsIn = new Map<unknown, Locals>();
  /** Variables of everything within; of one name, all. */
  const localsOf = (within: unknown): Locals => {
    const known = localsIn.get(within);
    if (known) return known;
    const locals: Locals = new Map();
    localsIn.set(within, locals);
    const bind = (pattern: unknown, from: unknown): void =>
      walk(pattern, (one, type) => {
        if (type === 'Identifier') {
          const name = textOf(part(one, 'name'));
          locals.set(name, [...(locals.get(name) ?? []), from]);
        }
        return type !== 'AssignmentPattern' || bind(part(one, 'left'), from) !== undefined;
      });
    walk(within, (one, type) => {
      if (type === 'VariableDeclarator' && part(one, 'init')) bind(part(one, 'id'), part(one, 'init'));
      if (type === 'ForOfStatement')
        for (const declared of listOf(part(one, 'left', 'declarations')))
          bind(part(declared, 'id'), part(one, 'right'));
      if (type === 'TryStatement') bind(part(one, 'handler', 'param'), part(one, 'block'));
      for (const param of listOf(part(one, 'params'))) bind(param, null);
    });
    return locals;
  };
  /** What a name may mean where it stands: variables first. */
  const meaningsAt = ({ path, within }: Place, name: string): Place[] => {
    const local = localsOf(within).get(name);
    if (local) return local.flatMap((node) => (node ? [{ path, node, within }] : []));
    const found = meaning(path, name);
    return found ? [found] : [];
  };

  /** What runs when this member of something is called, or is read; undefined where it cannot be told. */
  const memberOf = (of: Place, name: string): Place[] | undefined => {
    const node = bare(of.node);
    const at = (one: unknown): Place => ({ ...of, node: one });
    if (typeOf(node) === 'Identifier')
      return meaningsAt(of, textOf(part(node, 'name')))
        .map((one) => (one.node === node ? undefined : memberOf(one, name)))
        .find((found) => found !== undefined);
    if (typeOf(node) === 'MemberExpression' && !part(node, 'computed')) {
      const object = memberOf(at(part(node, 'object')), textOf(part(node, 'property', 'name')));
      return object?.map((one) => memberOf(one, name)).find((found) => found !== undefined);
    }
    if (typeOf(node) === 'CallExpression') {
      const given = listOf(part(node, 'arguments'));
      if (isResource(node)) {
        const spec = propertiesOf(given[1]);
        const parts = crudParts[name] ?? ['visible'];
        const runs = name === 'restore' && !spec.has('beforeRestore') ? [...parts, 'beforeDelete'] : parts;
        const rules = name === 'save' ? [spec.get('table')] : [];
        return [
          ...runs.flatMap((key) => (spec.has(key) ? [at(spec.get(key))] : [])),
          ...rules.map((table) => at({ type: 'WritesTable', table })),
        ];
      }
      const callee = part(node, 'callee');
      const made = typeOf(callee) === 'Identifier' ? meaningsAt(of, textOf(part(callee, 'name'))) : [];
      const maker = made.find((one) => one.node !== node);
      if (calleeOf(node) === 'defineImport') {
        const [definition] = given.map(at);
        const keys = importNames.includes(name) ? importParts : name === 'job' ? ['undo'] : [];
        return definition ? keys.flatMap((key) => memberOf(definition, key) ?? []) : [];
      }
      if (calleeOf(node) === 'recordImport' && name === 'undo') return [];
      if (maker?.path.startsWith('domains/')) return memberOf({ ...maker, node: answerOf(maker.node) }, name);
      // What the platform makes of a definition may run all of it.
      return maker ? given.map(at) : undefined;
    }
    const properties = listOf(part(node, 'properties'));
    const found = properties.find((one) => part(one, 'key', 'name') === name || part(one, 'key', 'value') === name);
    if (found) return [at(part(found, 'value'))];
    for (const spread of properties.filter((one) => typeOf(one) === 'SpreadElement')) {
      const method = memberOf(at(part(spread, 'argument')), name);
      if (method) return method;
    }
    return undefined;
  };

  // What the database refuses has the name of its table before its own.
  const { tables, named } = tablesOf(files);
  const ofTable = new Map<string, string[]>();
  /** Followers by the hook that they follow, and what takes jobs back. */
  const followers = new Map<unknown, Place[]>();
  const undoes: Place[] = [];
  for (const path of files.keys()) {
    const domain = /^domains\/([^/]+)\/server\/index\.ts$/.exec(path)?.[1];
    if (!domain) continue;
    for (const within of load(path)?.own.values() ?? [])
      walk(within, (one) => {
        const at = (node: unknown): Place => ({ path, node, within });
        if (calleeOf(one) === 'on') {
          const [hook, follower] = listOf(part(one, 'arguments'));
          const told = meaning(path, textOf(part(hook, 'name')))?.node;
          if (told) followers.set(told, [...(followers.get(told) ?? []), at(follower)]);
        }
        if (calleeOf(one) !== 'defineServerDomain') return;
        const definition = propertiesOf(listOf(part(one, 'arguments'))[0]);
        for (const rule of listOf(part(definition.get('constraints'), 'properties'))) {
          const constraint = textOf(part(rule, 'key', 'name'));
          const table = [...tables.keys()]
            .filter((name) => constraint.startsWith(`${name}_`))
            .sort((a, b) => b.length - a.length)[0];
          if (!table) throw new Error(`${path}: the constraint ${constraint} is not named after its table`);
          ofTable.set(table, [...(ofTable.get(table) ?? []), textOf(part(rule, 'value', 'value'))]);
        }
        for (const job of listOf(part(definition.get('jobs'), 'properties'))) {
          const handler = bare(part(job, 'value'));
          undoes.push(
            ...((typeOf(handler) === 'MemberExpression'
              ? memberOf(at(part(handler, 'object')), 'job')
              : memberOf(at(handler), 'undo')) ?? []),
          );
        }
      });
  }

  const directs = new Map<unknown, Direct>();
  const directOf = (place: Place): Direct => {
    const known = directs.get(place.node);
    if (known) return known;
    const direct: Direct = { codes: new Set(), words: new Set(), leads: [], values: [], kept: new Set() };
    directs.set(place.node, direct);
    const { path, within } = place;
    const at = (node: unknown): Place => ({ path, node, within });
    const locals = localsOf(within);
    const refusedWith = (said: unknown): void => {
      const code = bare(said);
      if (typeOf(code) === 'Literal') direct.codes.add(textOf(part(code, 'value')));
      else if (typeOf(code) === 'ConditionalExpression')
        for (const one of [part(code, 'consequent'), part(code, 'alternate')]) refusedWith(one);
      else if (typeOf(code) === 'LogicalExpression')
        for (const one of [part(code, 'left'), part(code, 'right')]) refusedWith(one);
      else if (code) direct.values.push(at(code));
    };
    const visit = (one: unknown, type: string): unknown => {
      if (isCode(part(one, 'value'))) direct.words.add(textOf(part(one, 'value')));
      if (type === 'WritesTable') {
        const table = named.get(textOf(part(one, 'table', 'name'))) ?? '';
        for (const code of ofTable.get(table) ?? []) direct.codes.add(code);
        return false;
      }
      // What is caught, or told as an answer, is no refusal; and of a resource nothing runs because it is made.
      if (type === 'TryStatement' && part(one, 'handler')) {
        const caught = part(one, 'handler');
        for (const node of [caught, part(one, 'finalizer'), throwsOn(caught) ? part(one, 'block') : undefined])
          walk(node, visit);
        return false;
      }
      if (type === 'CallExpression') {
        const given = listOf(part(one, 'arguments'));
        const callee = calleeOf(one);
        const method = part(one, 'callee', 'property', 'name');
        if (isResource(one)) return false;
        if (callee === 'refusalOf' && !meaning(path, callee)?.path.startsWith('domains/')) return false;
        if (method === 'catch') {
          walk(given, visit);
          if (given.some(throwsOn)) walk(part(one, 'callee', 'object'), visit);
          return false;
        }
        if (callee === 'fail' || callee === 'failField') refusedWith(given[callee === 'fail' ? 0 : 1]);
        if (callee === 'tell' || callee === 'followersOf')
          direct.leads.push(...(followers.get(meaning(path, textOf(part(given[1], 'name')))?.node) ?? []));
        if (callee === 'undoJob') direct.leads.push(...undoes);
        if (callee === 'undoKept') direct.putsBack = path;
        if (callee && keepers.includes(callee)) {
          const [, table] = given.map(bare);
          const named = typeOf(table) === 'Identifier' ? meaning(path, textOf(part(table, 'name')))?.node : table;
          if (typeof part(bare(named), 'value') === 'string') direct.kept.add(textOf(part(bare(named), 'value')));
        }
        // Whoever is told a code may refuse with it.
        if (callee) {
          const told = meaning(path, callee);
          if (told && told.node !== within && takesCode(told))
            for (const argument of given) if (typeOf(bare(argument)) !== 'ArrowFunctionExpression') refusedIn(argument);
        }
      }
      // `forms(flavour).find(…)`: of what the function makes this alone runs.
      if (type === 'MemberExpression' && calleeOf(part(one, 'object')) && !part(one, 'computed')) {
        const object = part(one, 'object');
        const made = memberOf(at(object), textOf(part(one, 'property', 'name')));
        if (!made || !meaning(path, calleeOf(object) ?? '')?.path.startsWith('domains/')) return undefined;
        direct.leads.push(...made);
        walk(part(object, 'arguments'), visit);
        return false;
      }
      if (type === 'MemberExpression' && typeOf(part(one, 'object')) === 'Identifier') {
        const name = textOf(part(one, 'object', 'name'));
        const member = part(one, 'computed') ? '' : textOf(part(one, 'property', 'name'));
        const space = locals.has(name) ? undefined : load(path)?.imported.get(name);
        if (space?.name === '*') {
          const found = meaning(space.path, member);
          if (found) direct.leads.push(found);
          return false;
        }
        const object = locals.has(name)
          ? meaningsAt(at(one), name).filter(({ node }) => typeOf(bare(node)) === 'CallExpression')
          : meaningsAt(at(one), name);
        const method = member ? object.map((target) => memberOf(target, member)).find((found) => found) : undefined;
        if (!method) return object.some(({ node }) => isResource(bare(node))) ? false : undefined;
        direct.leads.push(...method);
        return false;
      }
      // A variable may have the name of something of the file elsewhere; then both count.
      if (type !== 'Identifier') return undefined;
      const target = meaning(path, textOf(part(one, 'name')));
      if (target && target.node !== within && /^(?:domains|platform\/server)\//.test(target.path)) {
        const made = bare(target.node);
        // What the platform makes of a definition runs when it is asked to, not because it is named.
        const maker = meaning(target.path, calleeOf(made) ?? '');
        if (!isResource(made) && !(maker && isOfPlatform(maker))) direct.leads.push(target);
      }
      return undefined;
    };
    const refusedIn = (argument: unknown): void =>
      walk(argument, (one, type) => {
        if (type === 'CallExpression') return false;
        if (isCode(part(one, 'value'))) direct.codes.add(textOf(part(one, 'value')));
        return undefined;
      });
    walk(place.node, visit);
    return direct;
  };

  const taking = new Map<unknown, boolean>();
  /** Whether a function refuses with a code that it is given. */
  function takesCode({ node, path }: Place): boolean {
    const known = taking.get(node);
    if (known !== undefined) return known;
    taking.set(node, false);
    const locals = localsOf(node);
    let found = false;
    walk(node, (one) => {
      const callee = calleeOf(one);
      if (callee !== 'fail' && callee !== 'failField') return;
      walk(listOf(part(one, 'arguments'))[callee === 'fail' ? 0 : 1], (said, type) => {
        if (type === 'Identifier' && locals.get(textOf(part(said, 'name')))?.includes(null)) found = true;
      });
    });
    taking.set(node, found && path.startsWith('domains/'));
    return found && path.startsWith('domains/');
  }

  /** All that can be reached from these places, themselves first. */
  const reach = (from: Place[]): Direct[] => {
    const found: Direct[] = [];
    const seen = new Set<unknown>();
    const waiting = [...from];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next.node)) continue;
      seen.add(next.node);
      const direct = directOf(next);
      found.push(direct);
      waiting.push(...direct.leads);
    }
    return found;
  };
  const worded = new Map<unknown, Set<string>>();
  /** Codes that are written where a value comes from. */
  const codesOfValue = (value: Place): Set<string> => {
    const known = worded.get(value.node);
    if (known) return known;
    const names = new Set<string>();
    walk(value.node, (one, type) => {
      if (type === 'Identifier') names.add(textOf(part(one, 'name')));
    });
    // A value that comes from another: `const [refused] = answer.refused`.
    const sources = new Map<unknown, Place>([[value.node, value]]);
    for (const name of names)
      for (const source of meaningsAt(value, name)) {
        if (sources.has(source.node)) continue;
        sources.set(source.node, source);
        if (source.within === value.within)
          walk(source.node, (one, type) => {
            if (type === 'Identifier') names.add(textOf(part(one, 'name')));
          });
      }
    const found = new Set(reach([...sources.values()]).flatMap(({ words }) => [...words]));
    worded.set(value.node, found);
    return found;
  };
  /** What rows breach that a file puts back: its own, and those of who follows it. */
  const keptIn = new Map<string, Set<string>>();
  const codesOfKept = (path: string): Set<string> => {
    const known = keptIn.get(path);
    if (known) return known;
    const own = [...(load(path)?.own.values() ?? [])].map((node) => ({ path, node, within: node }));
    const tables = reach(own).flatMap(({ kept }) => [...kept]);
    const codes = new Set(tables.flatMap((table) => ofTable.get(table) ?? []));
    keptIn.set(path, codes);
    return codes;
  };
  const codesFrom = (places: Place[]): string[] => {
    const codes = new Set<string>();
    for (const direct of reach(places)) {
      if (direct.putsBack) for (const code of codesOfKept(direct.putsBack)) codes.add(code);
      for (const code of direct.codes) codes.add(code);
      for (const value of direct.values) for (const code of codesOfValue(value)) codes.add(code);
    }
    return [...codes].sort();
  };

  const found: Refusals[] = [];
  /** Reads a router, or a part of one, as the calls that it answers. */
  const readRouter = (domain: string, place: Place, keys: string[]): void => {
    const node = bare(place.node);
    const at = (one: unknown): Place => ({ ...place, node: one });
    const tell = (name: string, places: Place[]) =>
      found.push({ domain, name: [...keys, name].filter(Boolean).join('.'), codes: codesFrom(places) });
    if (typeOf(node) === 'ObjectExpression')
      for (const one of listOf(part(node, 'properties')))
        if (typeOf(one) === 'SpreadElement') readRouter(domain, at(part(one, 'argument')), keys);
        else readRouter(domain, at(part(one, 'value')), [...keys, textOf(part(one, 'key', 'name'))]);
    if (typeOf(node) === 'Identifier')
      for (const one of meaningsAt(place, textOf(part(node, 'name')))) readRouter(domain, one, keys);
    if (typeOf(node) !== 'CallExpression') return;
    const given = listOf(part(node, 'arguments'));
    const callee = calleeOf(node);
    const method = part(node, 'callee', 'property', 'name');
    if (method === 'router') readRouter(domain, at(given[0]), keys);
    else if (method === 'handler') tell('', given.map(at));
    else if (callee === 'crudHandlers') for (const name of crudNames) tell(name, memberOf(at(given[1]), name) ?? []);
    else if (callee === 'importHandlers' || callee === 'importChecks')
      for (const name of callee === 'importHandlers' ? importNames : importNames.slice(0, -1))
        tell(name, memberOf(at(given[1]), name) ?? [at(given[1])]);
    else if (callee)
      for (const maker of meaningsAt(place, callee)) readRouter(domain, { ...maker, node: answerOf(maker.node) }, keys);
  };
  for (const path of files.keys()) {
    const domain = /^domains\/([^/]+)\/server\/index\.ts$/.exec(path)?.[1];
    const router = domain && meaning(`domains/${domain}/server/router.ts`, 'router');
    if (domain && router) readRouter(domain, router, []);
  }
  return found;
}
