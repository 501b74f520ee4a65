import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales, type Workflow } from '#platform/contract/index.ts';

type Exported = Record<string, unknown>;

const isWorkflow = (value: unknown): value is Workflow =>
  typeof value === 'object' && value !== null && 'entity' in value && 'states' in value && 'transitions' in value;

/** The life cycles that a module exports, also those that are made for a permission. */
const workflowsIn = (module: Exported): Workflow[] =>
  Object.entries(module)
    .map(([name, value]) => (typeof value === 'function' && name.endsWith('Workflow') ? value('any') : value))
    .filter(isWorkflow);

test('every state of every life cycle has a word in three languages, for the refusals of the server', async () => {
  const modules = import.meta.glob<Exported>('/domains/*/workflow*.ts');
  const missing: string[] = [];
  let seen = 0;
  for (const [path, load] of Object.entries(modules).filter(([path]) => !path.endsWith('.test.ts'))) {
    const folder = new URL(`../..${path.replace(/\/[^/]+$/, '')}/server/messages/`, import.meta.url);
    for (const { entity, states } of workflowsIn(await load())) {
      seen += 1;
      for (const locale of locales) {
        const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'));
        missing.push(...states.map((state) => `${entity}_state.${state}`).filter((key) => !texts[key]));
      }
    }
  }
  expect(seen).toBeGreaterThan(10);
  expect([...new Set(missing)]).toEqual([]);
});
