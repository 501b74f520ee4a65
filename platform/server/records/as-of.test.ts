import pg from 'pg';
import { expect, it } from 'vitest';
import { columnsIn, literal, written } from './as-of.ts';

it('writes values into the text of a question as they were meant', () => {
  expect(literal(null)).toBe('null');
  expect(literal(7)).toBe('(7)');
  expect(literal(-7.5)).toBe('(-7.5)');
  expect(literal(7n)).toBe('(7)');
  expect(literal(Number.NaN)).toBe("'NaN'");
  expect(literal(Number.NEGATIVE_INFINITY)).toBe("'-Infinity'");
  expect(literal({ a: "o'" })).toBe(`'{"a":"o''"}'`);
  expect(literal([[1, 2], [-3]])).toBe("'{{1,2},{-3}}'");
  expect(literal(true)).toBe("'true'");
  expect(literal("O'zbek")).toBe(pg.escapeLiteral("O'zbek"));
  expect(literal([3, 5])).toBe("'{3,5}'");
  expect(literal(['ACTIVE', 'a,b', 'say "no"', null])).toBe(pg.escapeLiteral('{"ACTIVE","a,b","say \\"no\\"",null}'));
  expect(literal(['C:\\x'])).toBe(pg.escapeLiteral('{"C:\\\\x"}'));
  expect(literal([])).toBe("'{}'");
  expect(literal(new Date('2027-03-01T00:00:00Z'))).toBe("'2027-03-01T00:00:00.000Z'");
});

it('puts values where they belong, and nowhere else', () => {
  expect(written({ text: `select 5 -$1, $2::int, '$1', 'it''s $2', "$1"`, values: [-1, -2] })).toBe(
    `select 5 -(-1), (-2)::int, '$1', 'it''s $2', "$1"`,
  );
  expect(written({ text: 'select $1', values: ["$1 o'z $2"] })).toBe("select '$1 o''z $2'");
});

it('says which columns of a table a question speaks of, and none of one that may ask of whole rows', () => {
  const columns = ['id', 'name', 'kind', 'status', 'deleted_at'];
  expect(columnsIn('where "groups"."kind" = $1 order by "groups"."name"', 'groups', columns)).toEqual([
    'name',
    'kind',
    'deleted_at',
  ]);
  // A name that is said without its table may mean its column, and so may one of another table.
  expect(columnsIn('where m.status = 1 and name > $1', 'groups', columns)).toEqual(['name', 'status', 'deleted_at']);
  expect(columnsIn('where edulab_seen(groups.id)', 'groups', columns)).toEqual(['id', 'deleted_at']);
  for (const whole of ['to_jsonb(groups) ? $1', 'groups.* is null', 'exists (select from "groups" g where g.id = 1)'])
    expect(columnsIn(whole, 'groups', columns)).toBeUndefined();
});
