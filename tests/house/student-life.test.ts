import { expect, test } from 'vitest';
import { domains } from '#domains/server.ts';
import { life, lifeAreas, lifeKinds } from '#domains/students/life.ts';
import { lifeEffect } from '#domains/students/server/index.ts';
import { hasMessage, message, pattern } from '#platform/server/call/messages.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { registerAll } from '#tests/support/database.ts';

/** What follows from each change of a student's life, as the domains that do it declare it. */

registerAll();

test('what follows from each change of a life is written down as a table that a person can read', async () => {
  const effects = followersOf({ domains }, lifeEffect);
  const said = (area: string, kind: (typeof lifeKinds)[number]) =>
    effects
      .filter((effect) => effect.area === area)
      .flatMap((effect) => effect.does[kind] ?? [])
      .map((code) => `life.${area}.${code}`);
  const keys = lifeKinds.flatMap((kind) => lifeAreas.flatMap((area) => said(area, kind)));
  expect(keys.filter((key) => !hasMessage(key))).toEqual([]);
  const chapters = lifeKinds.map((kind) => {
    const { from, to } = life[kind];
    const rows = lifeAreas.flatMap((area) => {
      const lines = said(area, kind).map((key) => pattern('en', key));
      return lines.length ? [`| ${area} | ${lines.join('<br>')} |`] : [];
    });
    return `## ${message('en', `life_order.title.${kind}`)} (\`${kind}\`)

From ${from.map((status) => `\`${status}\``).join(', ')}${to ? ` to \`${to}\`` : '; the status stays'}.

| Area | What may follow |
| --- | --- |
${rows.join('\n')}`;
  });
  await expect(
    `# What a change of a student's life does

Every change goes one way (\`domains/students/server/life/\`): it tells first what will follow, has a reason and an order, is written in one transaction, leaves a receipt, and is taken back while nothing was built on it. What follows is declared by the domain that does it (the hook \`students.life_effect\`), and whatever is not declared is refused by the engine. In braces stands what is filled in. \`vitest run --project unit tests/house/student-life.test.ts -u\` writes this page.

${chapters.join('\n\n')}
`,
  ).toMatchFileSnapshot('../../docs/student-life.md');
});
