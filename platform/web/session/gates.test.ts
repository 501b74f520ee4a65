import { describe, expect, it } from 'vitest';
import { afterSignIn, gate, requiredPage, safeRedirect } from './gates.ts';
import type { UserInfo } from './session.ts';

const person = (required_actions: string[], more: Partial<UserInfo> = {}) =>
  ({ required_actions, abilities: [], home: null, ...more }) as unknown as UserInfo;
const page = (path: string, more = {}) => ({
  path,
  title: 'shell.menu' as const,
  component: async () => ({ default: () => null }),
  ...more,
});

describe('where somebody goes after signing in', () => {
  it.each([
    [['ENROLLMENT_REQUIRED', 'UPDATE_PASSWORD', 'VERIFY_EMAIL'], '/verify-email'],
    [['ENROLLMENT_REQUIRED', 'UPDATE_PASSWORD'], '/update-password'],
    [['ENROLLMENT_REQUIRED', 'BS_CONTRACT_ACCEPTANCE_REQUIRED'], '/bachelor/contracts'],
    [['MS_CONTRACT_ACCEPTANCE_REQUIRED', 'ENROLLMENT_REQUIRED'], '/master/contracts'],
    [['ENROLLMENT_REQUIRED'], '/enrollment'],
  ])('%j stand in one order, before every wish', (actions, path) => {
    expect(requiredPage(actions)).toBe(path);
    expect(afterSignIn(person(actions), '/students')).toBe(path);
  });

  it('is where they wanted to go, else the home that the server names, else /home', () => {
    expect(afterSignIn(person([]), '/students?page=2')).toBe('/students?page=2');
    expect(afterSignIn(person([], { home: '/staff' }))).toBe('/staff');
    expect(afterSignIn(person([]))).toBe('/home');
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', '/login', 7, null])(
    'is never %j',
    (address) => {
      expect(safeRedirect(address)).toBeUndefined();
      expect(afterSignIn(person([]), address)).toBe('/home');
    },
  );
});

describe('the gate', () => {
  it('never sends a person away from the page that is required of them', () => {
    for (const actions of [['VERIFY_EMAIL', 'UPDATE_PASSWORD'], ['UPDATE_PASSWORD'], ['ENROLLMENT_REQUIRED']]) {
      const path = requiredPage(actions) ?? '';
      expect(gate(page(path), path, person(actions))).toBeUndefined();
      expect(gate(page('/home'), '/home', person(actions))).toEqual({ to: path });
    }
  });

  it('asks the signed-out to sign in and keeps the address, and refuses what a person may not', () => {
    expect(gate(page('/students'), '/students?page=2', null)).toEqual({ to: '/login', redirect: '/students?page=2' });
    expect(gate(page('/students', { permission: 'student.read' }), '/students', person([]))).toEqual({
      to: '/not-authorized',
    });
    expect(gate(page('/login', { authOnly: true }), '/login', person([]))).toEqual({ to: '/' });
  });
});
