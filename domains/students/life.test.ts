import { expect, test } from 'vitest';
import { lifeKinds, lifeKindsFrom } from './life.ts';

const holds =
  (...rights: string[]) =>
  (permission: string) =>
    rights.includes(permission);

test('what may be done follows from the status and the rights', () => {
  expect(lifeKindsFrom(['GAP_YEAR'], holds('student.confirm_status'))).toEqual(['RETURN', 'WITHDRAWAL', 'EXPULSION']);
  expect(lifeKindsFrom(['GAP_YEAR'], holds('student.propose_status'))).toEqual(['RETURN', 'WITHDRAWAL', 'EXPULSION']);
  expect(lifeKindsFrom(['GAP_YEAR'], holds('student.transfer'))).toEqual(['TRANSFER', 'RECOGNITION']);
  expect(lifeKindsFrom(['GAP_YEAR'], holds('student.read'))).toEqual([]);
});

test('of several statuses each kind is offered once; a graduation that was a mistake can be put right', () => {
  const all = holds('student.confirm_status', 'student.transfer');
  expect(lifeKindsFrom(['ACTIVE', 'GAP_YEAR', 'INACTIVE', 'WITHDRAWN'], all)).toEqual(
    lifeKinds.filter((kind) => kind !== 'ADMISSION'),
  );
  expect(lifeKindsFrom(['GRADUATED'], all)).toEqual(['RESTORATION']);
  expect(lifeKindsFrom(['TRANSFERRED_OUT', 'DELETED'], all)).toEqual([]);
});
