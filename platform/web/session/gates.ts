import type { Page } from '../domain.ts';
import { abilityOf } from './ability.ts';
import type { UserInfo } from './session.ts';

/** Only addresses inside this site, so that a link cannot send a person elsewhere after sign-in. */
export const safeRedirect = (address: unknown): string | undefined =>
  typeof address === 'string' && /^\/(?![/\\])/.test(address) && !address.startsWith('/login') ? address : undefined;

/** The page that a person must pass before any other, in the one order that holds everywhere. */
export function requiredPage(actions: readonly string[]): string | undefined {
  if (actions.includes('VERIFY_EMAIL')) return '/verify-email';
  if (actions.includes('UPDATE_PASSWORD')) return '/update-password';
  // Accepting the contract comes before enrollment.
  if (actions.includes('BS_CONTRACT_ACCEPTANCE_REQUIRED')) return '/bachelor/contracts';
  if (actions.includes('MS_CONTRACT_ACCEPTANCE_REQUIRED')) return '/master/contracts';
  if (actions.includes('ENROLLMENT_REQUIRED')) return '/enrollment';
  return undefined;
}

/** Where a person goes after signing in. */
export const afterSignIn = (user: UserInfo, redirect?: unknown): string =>
  requiredPage(user.required_actions) ?? safeRedirect(redirect) ?? safeRedirect(user.home) ?? '/home';

/** Where somebody who asks for `page` at `address` must go instead; undefined lets them in. */
export function gate(
  page: Page,
  address: string,
  user: UserInfo | null,
): { to: string; redirect?: string } | undefined {
  const pathname = address.split(/[?#]/)[0] ?? '/';
  if (page.authOnly) return user ? { to: '/' } : undefined;
  if (page.public) return undefined;
  if (!user) return address === '/' || address === '/home' ? { to: '/login' } : { to: '/login', redirect: address };
  const required = requiredPage(user.required_actions);
  if (required) return required === pathname ? undefined : { to: required };
  if (page.requires && !user.required_actions.includes(page.requires)) return { to: '/home' };
  if (!abilityOf(user).can(page.permission)) return { to: '/not-authorized' };
  return undefined;
}
