import { expect, test } from 'vitest';
import { isSource, repositoryFiles } from './files.ts';

/**
 * A cast is a place where nobody checks. There are as many as stand here and never more: whoever takes some away writes
 * the smaller number. What is left on the server has its reason beside it.
 */
const most = {
  server: { never: 0, unknown: 5, any: 1 },
  web: { never: 0, unknown: 5, any: 7 },
  tools: { never: 1, unknown: 4, any: 0 },
};

const kinds = { never: /\bas never\b/g, unknown: /\bas unknown as\b/g, any: /(?::|\bas|<|,) ?any\b(?=[^'"`]*$)/g };

function partOf(path: string): keyof typeof most | undefined {
  if (!isSource(path) || /^tests\/|\.test\.tsx?$/.test(path)) return undefined;
  if (/^(?:platform|domains\/[^/]+)\/web\/|^domains\/web/.test(path)) return 'web';
  return /^(?:platform|domains|demo|timetabling)\//.test(path) ? 'server' : 'tools';
}

test('casts become fewer, never more', () => {
  const found: typeof most = structuredClone(most);
  for (const part of Object.values(found)) Object.assign(part, { never: 0, unknown: 0, any: 0 });
  for (const [path, text] of repositoryFiles()) {
    const part = partOf(path);
    if (!part) continue;
    for (const line of text.split('\n')) {
      if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
      for (const kind of ['never', 'unknown', 'any'] as const)
        found[part][kind] += line.match(kinds[kind])?.length ?? 0;
    }
  }
  expect(found, 'say with types what a value is; where there are fewer now, write down the smaller number').toEqual(
    most,
  );
});
