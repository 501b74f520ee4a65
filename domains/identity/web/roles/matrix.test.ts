import { expect, test } from 'vitest';
import {
  changesOf,
  compareRoles,
  copyable,
  givable,
  grantsOf,
  type Matrix,
  type PermissionRow,
  type Scope,
} from './matrix.ts';

const order: Scope[] = ['own', 'taught', 'branch', 'institution'];
const row = (over: Partial<PermissionRow>): PermissionRow => ({
  permission: 'x.read',
  domain: 'x',
  reads: true,
  scopes: ['own', 'institution'],
  grantable: 'institution',
  granted: [],
  ...over,
});

test('nobody gives more than they have', () => {
  expect(givable(row({}), order)).toEqual(['own', 'institution']);
  expect(givable(row({ grantable: 'branch' }), order)).toEqual(['own']);
  expect(givable(row({ grantable: null }), order)).toEqual([]);
});

test('what was changed back is no change', () => {
  const matrix: Matrix = {
    permissions: [
      row({
        granted: [
          { role_id: 1, scope: 'own' },
          { role_id: 2, scope: 'institution' },
        ],
      }),
    ],
    roles: [],
    scopes: order,
  };
  const before = grantsOf(matrix, 1);
  expect([...before]).toEqual([['x.read', 'own']]);
  expect(changesOf(before, new Map([['x.read', 'own']]))).toEqual([]);
  expect(changesOf(before, new Map<string, Scope | null>([['x.read', null]]))).toEqual([
    { permission: 'x.read', old: 'own', new: null },
  ]);
});

test('two roles are compared, and a copy takes what may be given', () => {
  const both = [
    { role_id: 1, scope: 'own' as const },
    { role_id: 2, scope: 'institution' as const },
  ];
  const matrix: Matrix = {
    permissions: [
      row({ granted: both, grantable: 'own' }),
      row({ permission: 'y.read', granted: both.map((grant) => ({ ...grant, scope: 'own' as const })) }),
      row({ permission: 'z.read', granted: both.slice(1) }),
      row({ permission: 'nobody.reads' }),
    ],
    roles: [],
    scopes: order,
  };
  const { different, same } = compareRoles(matrix, 1, 2);
  expect(different.map(({ permission, one, other }) => [permission, one, other])).toEqual([
    ['x.read', 'own', 'institution'],
    ['z.read', null, 'institution'],
  ]);
  expect(same).toBe(1);
  expect(copyable(matrix, 2)).toEqual({
    permissions: [
      { permission: 'y.read', scope: 'own' },
      { permission: 'z.read', scope: 'institution' },
    ],
    left_out: 1,
  });
});
