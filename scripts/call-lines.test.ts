import { expect, it } from 'vitest';
import { contract } from '#domains/students/contract.ts';
import type { CallMeta } from '#platform/contract/index.ts';
import { contractOf, linesOf } from '#platform/web/call-lines.ts';

type Node = object & { '~orpc'?: { meta: CallMeta } };
/** Of each call by its place what a client asks of it. */
function facts(node: Node, place = ''): [string, object][] {
  const meta = node['~orpc']?.meta;
  if (!meta) return Object.entries(node).flatMap(([name, below]: [string, Node]) => facts(below, `${place}.${name}`));
  const { method, path, reads, asOf, access } = meta;
  return [
    [place, { method, path, reads, past: Boolean(asOf), right: 'permission' in access, open: 'public' in access }],
  ];
}

it('says of every call in a line what the contract says', () => {
  const told = facts(contract);
  expect(told.length).toBeGreaterThan(50);
  expect(facts(contractOf(linesOf(contract)))).toEqual(told);
});
