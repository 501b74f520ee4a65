import { expect, test } from 'vitest';
import { filesOf, repositoryFiles } from './files.ts';
import { tablesOf, trespasses } from './tables.ts';

const house = {
  'domains/groups/server/tables.ts':
    "export const groups = pgTable(\n  'groups', {});\nexport const groupNotes = pgTable('group_notes', {});",
  'domains/groups/server/index.ts': "export { groups } from './tables.ts';",
};
const of = (path: string, text: string) => trespasses(filesOf({ ...house, [path]: text }));

test('a domain writes its own tables only, and reads of others what they publish', () => {
  const files = repositoryFiles();
  expect(tablesOf(files).tables.size).toBeGreaterThan(100);
  expect(trespasses(files), 'ask the owner for a command, or for its table in its server/index.ts').toEqual([]);
});

test.each([
  ['lessons.ts', 'call.db.update(groups).set({})'],
  ['lessons.ts', 'call.db.execute(sql`insert into ${groups} (id) values (1)`)'],
  ['lessons.ts', "call.client.query('delete from groups where id = $1')"],
  ['lessons.ts', "insertAll(call.client, 'groups', [])"],
  ['guards.sql', 'create function f() as $$ begin\n  update groups set name = null; end $$;'],
])('%s may not write by %s', (file, text) => {
  expect(of(`domains/lessons/server/${file}`, text)).toEqual([
    `domains/lessons/server/${file}: writes groups of groups`,
  ]);
});

test.each([
  ['lessons.ts', 'sql`select 1 from ${groupNotes}`'],
  ['lessons.ts', "'select 1 from lessons l join group_notes n using (id)'"],
])('%s may not read by %s', (file, text) => {
  expect(of(`domains/lessons/server/${file}`, text)).toEqual([
    `domains/lessons/server/${file}: reads group_notes, which groups does not publish`,
  ]);
});

test.each([
  ['domains/lessons/server/lessons.ts', "'select 1 from groups g where g.id = 1 for update of g'"],
  ['domains/lessons/server/guards.sql', '-- from group_notes\nselect 1 from groups;'],
  ['domains/groups/server/groups.ts', 'call.db.update(groups); sql`select 1 from ${groupNotes}`'],
  ['domains/lessons/server/lessons.test.ts', "'delete from groups'"],
])('%s may do %s', (path, text) => {
  expect(of(path, text)).toEqual([]);
});
