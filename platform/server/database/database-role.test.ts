import { expect, test } from 'vitest';
import { appRoleOf } from './database-role.ts';

test('the password of the usual role follows from that of the owner, and from no other', () => {
  const [one, two] = ['one', 'two'].map((secret) => appRoleOf(`postgres://o:${secret}@h/d`, undefined));
  expect(one?.name).toBe('edulab_app');
  expect(one?.password).toMatch(/^[0-9a-f]{64}$/);
  expect(one?.password).not.toBe(two?.password);
});

test('an owner without a password gives away nothing: the operator names a user', () => {
  expect(() => appRoleOf('postgres://o@h/d', undefined)).toThrow('DATABASE_APP_URL');
  expect(appRoleOf('postgres://o@h/d', 'postgres://app@h/d')).toMatchObject({ name: 'app', password: null });
});

test('the owner is no role for requests', () => {
  expect(() => appRoleOf('postgres://o:x@h/d', 'postgres://o:x@h/d')).toThrow('owners see every institution');
});
