import { describe, expect, test } from 'vitest';
import { filesOf, repositoryFiles } from './files.ts';
import { circles, forbiddenImports, importsOf } from './imports.ts';

/** The findings for one file with one import, in a house where every imported file exists. */
function importing(from: string, specifier: string, target?: string): string[] {
  return forbiddenImports(
    filesOf({ [from]: `import { a } from '${specifier}';`, ...(target ? { [target]: '' } : {}) }),
  );
}

describe('the repository', () => {
  const files = repositoryFiles();

  test('imports only what the plan of the house allows', () => {
    expect(files.size).toBeGreaterThan(10);
    expect(forbiddenImports(files)).toEqual([]);
  });

  test('has no circles', () => {
    expect(circles(files)).toEqual([]);
  });
});

describe('who may import whom', () => {
  const lessons = 'domains/lessons';
  test.each([
    ['domains/groups/contract.ts', '#platform/server/db.ts', 'platform/server/db.ts'],
    ['domains/groups/contract.ts', '#platform/web/ui.tsx', 'platform/web/ui.tsx'],
    ['domains/groups/contract.ts', '#domains/lessons/workflow.ts', `${lessons}/workflow.ts`],
    ['domains/groups/contract.ts', './server/tables.ts', 'domains/groups/server/tables.ts'],
    ['domains/groups/workflow.ts', '#domains/lessons/server/index.ts', `${lessons}/server/index.ts`],
    ['domains/groups/server/queries.ts', '#domains/lessons/server/tables.ts', `${lessons}/server/tables.ts`],
    ['domains/groups/server/queries.ts', '#domains/lessons/contract.ts', `${lessons}/contract.ts`],
    ['domains/groups/server/queries.ts', '#platform/web/ui.tsx', 'platform/web/ui.tsx'],
    ['domains/groups/server/queries.ts', '../web/routes.tsx', 'domains/groups/web/routes.tsx'],
    ['domains/groups/server/queries.ts', '#demo/seed.ts', 'demo/seed.ts'],
    ['domains/groups/server/queries.ts', '#tests/support/database.ts', 'tests/support/database.ts'],
    ['domains/groups/server/queries.ts', '../../server.ts', 'domains/server.ts'],
    ['domains/groups/web/pages/list.tsx', '#platform/server/db.ts', 'platform/server/db.ts'],
    ['domains/groups/web/pages/list.tsx', '../../server/queries.ts', 'domains/groups/server/queries.ts'],
    ['domains/groups/web/pages/list.tsx', '#domains/lessons/web/pages/list.tsx', `${lessons}/web/pages/list.tsx`],
    ['platform/server/main.ts', '#domains/lessons/server/index.ts', `${lessons}/server/index.ts`],
    ['platform/server/main.ts', '#domains/server.ts', 'domains/server.ts'],
    ['platform/server/main.ts', '../web/main.tsx', 'platform/web/main.tsx'],
    ['platform/server/main.ts', '#demo/seed.ts', 'demo/seed.ts'],
    ['platform/web/main.tsx', '../server/main.ts', 'platform/server/main.ts'],
    ['platform/web/main.tsx', '#domains/lessons/contract.ts', `${lessons}/contract.ts`],
    ['platform/contract/call.ts', '#platform/server/main.ts', 'platform/server/main.ts'],
    ['domains/server.ts', '#domains/lessons/server/tables.ts', `${lessons}/server/tables.ts`],
    ['domains/groups/server/queries.ts', '#platform/server/fast/plain.ts', 'platform/server/fast/plain.ts'],
    ['timetabling/solve.ts', '#platform/server/main.ts', 'platform/server/main.ts'],
    ['other.ts', '#demo/seed.ts', 'demo/seed.ts'],
    ['start.ts', '#tests/support/database.ts', 'tests/support/database.ts'],
  ])('%s may not import %s', (from, specifier, target) => {
    expect(importing(from, specifier, target)).toEqual([`${from} may not import ${target}`]);
  });

  test.each([
    ['domains/groups/contract.ts', '#platform/contract/index.ts', 'platform/contract/index.ts'],
    ['domains/groups/contract.ts', './workflow.ts', 'domains/groups/workflow.ts'],
    ['domains/groups/contract.ts', '#domains/lessons/contract.ts', `${lessons}/contract.ts`],
    ['domains/groups/contract.ts', 'zod', undefined],
    ['domains/groups/server/queries.ts', './tables.ts', 'domains/groups/server/tables.ts'],
    ['domains/groups/server/queries.ts', '../contract.ts', 'domains/groups/contract.ts'],
    ['domains/groups/server/queries.ts', '#domains/lessons/server/index.ts', `${lessons}/server/index.ts`],
    ['domains/groups/server/groups.api.test.ts', '#tests/support/database.ts', 'tests/support/database.ts'],
    ['domains/groups/server/queries.ts', 'node:crypto', undefined],
    ['domains/groups/web/pages/list.tsx', '#domains/lessons/contract.ts', `${lessons}/contract.ts`],
    ['domains/groups/web/pages/list.tsx', '#domains/lessons/web/index.ts', `${lessons}/web/index.ts`],
    ['domains/groups/web/pages/list.tsx', './list.module.css', 'domains/groups/web/pages/list.module.css'],
    ['domains/server.ts', '#domains/lessons/server/index.ts', `${lessons}/server/index.ts`],
    ['start.ts', '#demo/seed.ts', 'demo/seed.ts'],
    ['scripts/demo.ts', '#demo/seed.ts', 'demo/seed.ts'],
  ])('%s may import %s', (from, specifier, target) => {
    expect(importing(from, specifier, target)).toEqual([]);
  });

  test('packages and Node where they do not belong', () => {
    expect(importing('domains/groups/contract.ts', 'drizzle-orm/pg-core')).toHaveLength(1);
    expect(importing('domains/groups/contract.ts', 'node:fs')).toHaveLength(1);
    expect(importing('domains/groups/web/pages/list.tsx', 'fs')).toHaveLength(1);
    expect(importing('domains/groups/web/pages/list.tsx', 'pg')).toHaveLength(1);
    expect(importing('domains/groups/server/queries.ts', '@mantine/core')).toHaveLength(1);
  });

  test('a path that leads nowhere', () => {
    expect(importing('platform/server/main.ts', './gone.ts')).toHaveLength(1);
    expect(importing('platform/server/main.ts', '#platform/gone.ts')).toHaveLength(1);
    expect(importing('platform/server/main.ts', '#secret/thing.ts')).toHaveLength(1);
  });

  test('domains gathered by a pattern', () => {
    const source = `const all = import.meta.glob('../../domains/*/web/routes.tsx');`;
    expect(forbiddenImports(filesOf({ 'platform/web/main.tsx': source }))).toHaveLength(1);
  });
});

test('every way to write an import is seen', () => {
  const source = `
    import type { A } from './a.ts';
    import { type B } from '#platform/b.ts';
    import { type C, d } from 'c';
    import './e.css';
    export * from './f.ts';
    export type { G } from './g.ts';
    const page = () => import('./h.tsx');
    type I = import('./i.ts').I;
    export const element = <p>import('./no.ts')</p>;
  `;
  const seen = importsOf('x.tsx', source).map(({ specifier, type, later }) => [specifier, type, later]);
  expect(seen).toEqual([
    ['./a.ts', true, false],
    ['#platform/b.ts', true, false],
    ['c', false, false],
    ['./e.css', false, false],
    ['./f.ts', false, false],
    ['./g.ts', true, false],
    ['./h.tsx', false, true],
    ['./i.ts', true, true],
  ]);
  expect(() => importsOf('x.ts', 'import {')).toThrow('does not parse');
});

describe('circles', () => {
  test('between files, through any number of them', () => {
    const files = filesOf({
      'platform/server/a.ts': `import { b } from './b.ts';`,
      'platform/server/b.ts': `export { c } from './c.ts';`,
      'platform/server/c.ts': `import { a } from '#platform/server/a.ts';`,
    });
    expect(circles(files)).toEqual([
      'files in a circle: platform/server/a.ts → platform/server/b.ts → platform/server/c.ts → platform/server/a.ts',
    ]);
  });

  test('also by types', () => {
    const files = filesOf({
      'platform/web/a.ts': `import { b } from './b.ts';`,
      'platform/web/b.ts': `import type { A } from './a.ts';`,
      'platform/web/c.ts': `import { d } from './d.ts';`,
      'platform/web/d.ts': `export type D = import('./c.ts').C;`,
    });
    expect(circles(files)).toEqual([
      'files in a circle: platform/web/a.ts → platform/web/b.ts → platform/web/a.ts',
      'files in a circle: platform/web/c.ts → platform/web/d.ts → platform/web/c.ts',
    ]);
  });

  test('not by pages that load later', () => {
    const files = filesOf({
      'platform/web/a.ts': `import { c } from './c.ts';`,
      'platform/web/c.ts': `export const page = () => import('./a.ts');`,
    });
    expect(circles(files)).toEqual([]);
  });

  test('between two domains, even where no file is in a circle', () => {
    const files = filesOf({
      'domains/groups/server/index.ts': '',
      'domains/groups/server/queries.ts': `import type { Lesson } from '#domains/lessons/server/index.ts';`,
      'domains/lessons/server/index.ts': '',
      'domains/lessons/server/queries.ts': `import { group } from '#domains/groups/server/index.ts';`,
    });
    expect(circles(files)).toEqual(['domains in a circle: groups → lessons → groups']);
    const byPages = filesOf({
      'domains/groups/contract.ts': '',
      'domains/groups/web/api.ts': `import { contract } from '#domains/lessons/contract.ts';`,
      'domains/lessons/contract.ts': `import { shape } from '#domains/groups/contract.ts';`,
    });
    expect(circles(byPages)).toEqual(['domains in a circle: groups → lessons → groups']);
  });
});

test('calls that are too many for one file stand in contract/ of their domain, by noun', () => {
  const beside = [...repositoryFiles()].flatMap(([path, text]) =>
    /^domains\/[^/]+\/(?!contract\.ts$)[\w-]+\.ts$/.test(path) && /\b(?:call|crud|importCalls)\(/.test(text)
      ? [path]
      : [],
  );
  expect(beside).toEqual([]);
});
