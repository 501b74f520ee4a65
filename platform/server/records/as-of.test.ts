import pg from 'pg';
import { expect, it } from 'vitest';
import { literal, written } from './as-of.ts';

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
