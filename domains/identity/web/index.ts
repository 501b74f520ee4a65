import { IconActivity, IconArrowsJoin2, IconShieldCheck, IconShieldLock, IconUsers } from '@tabler/icons-react';
import { lazy } from 'react';
import { defineDomain, page } from '#platform/web/index.ts';

/** For every page on which somebody waits for a code. */
export const DemoCodes = lazy(() => import('./entrance/demo-codes.tsx'));
/** For pages of records that can be looked at as they were. */
export const RecordLife = lazy(() => import('./history/record-life.tsx'));
/** For the rail of a record: its last change, and by whom. */
export const RecordChanged = lazy(() => import('./history/record-changed.tsx'));

export const identityDomain = defineDomain({
  name: 'identity',
  recipients: {
    kind: 'account',
    permission: 'account.choose',
    load: async (search, ids) => (await import('./recipients.ts')).loadAccounts(search, ids),
  },
  pages: [
    page({
      path: '/login',
      authOnly: true,
      title: 'identity.login.title',
      component: () => import('./entrance/login.tsx'),
    }),
    page({
      path: '/admission/reg',
      authOnly: true,
      title: 'identity.sign_up.title',
      component: () => import('./entrance/sign-up.tsx'),
    }),
    page({
      path: '/install',
      authOnly: true,
      title: 'identity.install.title',
      component: () => import('./entrance/install.tsx'),
    }),
    page({
      path: '/update-password',
      requires: 'UPDATE_PASSWORD',
      title: 'identity.update_password.title',
      component: () => import('./entrance/update-password.tsx'),
    }),
    page({
      path: '/verify-email',
      public: true,
      reason: 'the link of the mail is opened in whatever browser is at hand',
      title: 'identity.verify.title',
      component: () => import('./entrance/verify-email.tsx'),
    }),
    page({
      path: '/reset-password-request',
      authOnly: true,
      title: 'identity.reset_request.title',
      component: () => import('./entrance/reset-request.tsx'),
    }),
    page({
      path: '/reset-password',
      authOnly: true,
      title: 'identity.reset.title',
      component: () => import('./entrance/reset-password.tsx'),
    }),
    page({
      path: '/accounts',
      permission: 'account.read',
      title: 'identity.accounts.title',
      component: () => import('./accounts/accounts.tsx'),
    }),
    page({
      path: '/accounts/{id}',
      permission: 'account.read',
      title: 'identity.account.title',
      component: () => import('./accounts/account.tsx'),
    }),
    page({
      path: '/roles',
      permission: 'role.read',
      title: 'identity.roles.title',
      component: () => import('./roles/roles.tsx'),
    }),
    page({
      path: '/info-history',
      permission: 'history.read',
      title: 'identity.history.title',
      component: () => import('./history/info-history.tsx'),
    }),
    page({
      path: '/security-log',
      permission: 'security.read',
      title: 'identity.security.title',
      component: () => import('./security/log.tsx'),
    }),
    page({
      path: '/persons',
      permission: 'person.read',
      title: 'identity.person.title',
      component: () => import('./persons/persons.tsx'),
    }),
    page({ path: '/profile', title: 'identity.profile.title', component: () => import('./profile/profile.tsx') }),
  ],
  home: [{ id: 'accounts', permission: 'account.read', order: 10, component: () => import('./home-card.tsx') }],
  menu: [
    {
      id: 'accounts',
      section: 'shell.section.administration',
      title: 'identity.accounts.title',
      icon: IconUsers,
      path: '/accounts',
      order: 240,
    },
    {
      id: 'roles',
      section: 'shell.section.administration',
      title: 'identity.roles.title',
      icon: IconShieldCheck,
      path: '/roles',
      order: 250,
    },
    {
      id: 'security-log',
      section: 'shell.section.administration',
      title: 'identity.security.title',
      icon: IconShieldLock,
      path: '/security-log',
      order: 260,
    },
    {
      id: 'persons',
      section: 'shell.section.registry',
      title: 'identity.person.title',
      icon: IconArrowsJoin2,
      path: '/persons',
      order: 690,
    },
    {
      id: 'info-history',
      section: 'shell.section.registry',
      title: 'identity.history.title',
      icon: IconActivity,
      path: '/info-history',
      // The page shows everybody their own doings; in the menu it stands for those who look through the work of others.
      shown: (scope) => scope('history.read') === 'institution',
      order: 700,
    },
  ],
});
