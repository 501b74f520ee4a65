import { expect, test } from 'vitest';
import { domains } from '#domains/server.ts';
import { life, lifeAreas, lifeKinds, lifeLeaves } from '#domains/students/life.ts';
import { lifeEffect } from '#domains/students/server/index.ts';
import { hasMessage, message, pattern } from '#platform/server/call/messages.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { registerAll } from '#tests/support/database.ts';

/** What follows from each change of a student's life, as the domains that do it declare it. */

registerAll();

const areaTitles: Record<(typeof lifeAreas)[number], string> = {
  membership: 'membership',
  group: 'group',
  modules: 'modules and choices',
  registers: 'registers',
  homework: 'homework',
  exams: 'exams and seats',
  marks: 'marks and attempts',
  contract: 'contract',
  money: 'instalments, fines and refunds',
  library: 'library',
  roles: 'roles and sign-in',
  documents: 'documents and calendar',
};

test('what follows from each change of a life is written down as a table that a person can read', async () => {
  const effects = followersOf({ domains }, lifeEffect);
  const said = (area: string, kind: (typeof lifeKinds)[number]) =>
    effects
      .filter((effect) => effect.area === area)
      .flatMap((effect) => effect.does[kind] ?? [])
      .map((code) => `life.${area}.${code}`);
  const keys = lifeKinds.flatMap((kind) => lifeAreas.flatMap((area) => said(area, kind)));
  expect(keys.filter((key) => !hasMessage(key))).toEqual([]);
  // Nothing is forgotten: an area is touched by a domain that says so, or left alone on purpose.
  const astray = lifeKinds.flatMap((kind) =>
    lifeAreas.flatMap((area) =>
      lifeLeaves[kind].includes(area) === said(area, kind).length > 0 ? [`${kind} ${area}`] : [],
    ),
  );
  expect(astray).toEqual([]);
  const title = (kind: (typeof lifeKinds)[number]) => message('en', `life_order.title.${kind}`);
  const way = (kind: (typeof lifeKinds)[number]) => {
    const { from, to } = life[kind];
    const states = from.map((status) => `\`${status}\``).join(', ');
    return `${states || 'no status'}${to ? ` → \`${to}\`` : ', stays'}`;
  };
  const cell = (area: string, kind: (typeof lifeKinds)[number]) =>
    said(area, kind)
      .map((key) => pattern('en', key))
      .join('<br>') || 'nothing';
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    row(['Area', ...lifeKinds.map((kind) => `${title(kind)} (\`${kind}\`)`)]),
    row(['---', ...lifeKinds.map(() => '---')]),
    row(['*status*', ...lifeKinds.map(way)]),
    ...lifeAreas.map((area) => row([`**${areaTitles[area]}**`, ...lifeKinds.map((kind) => cell(area, kind))])),
  ];
  await expect(
    `# What a change of a student's life does

Every change goes one way (\`domains/students/server/life/\`): it tells first what will follow, has a reason and an order, is written in one transaction, leaves a receipt, and is taken back while nothing was built on it. What follows is declared by the domain that does it (the hook \`students.life_effect\`), and whatever is not declared is refused by the engine; what is left alone stands in \`lifeLeaves\` of \`domains/students/life.ts\`, so that each area of each kind is one or the other. In braces stands what is filled in. \`vitest run --project unit tests/house/student-life.test.ts -u\` writes this page.

${table.join('\n')}
`,
  ).toMatchFileSnapshot('../../docs/student-life.md');
});
