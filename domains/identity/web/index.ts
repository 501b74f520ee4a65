import { defineDomain, page } from '#platform/web/index.ts';

export const identityDomain = defineDomain({
  name: 'identity',
  pages: [
    page({ path: '/login', authOnly: true, title: 'identity.login.title', component: () => import('./entrance/login.tsx') }),
    page({ path: '/sign-up', authOnly: true, title: 'identity.sign_up.title', component: () => import('./entrance/sign-up.tsx') }),
    page({ path: '/install', authOnly: true, title: 'identity.install.title', component: () => import('./entrance/install.tsx') }),
    page({ path: '/update-password', requires: 'UPDATE_PASSWORD', title: 'identity.update_password.title', component: () => import('./entrance/update-password.tsx') }),
    page({ path: '/verify-email', public: true, reason: 'the link of the mail is opened in whatever browser is at hand', title: 'identity.verify.title', component: () => import('./entrance/verify-email.tsx') }),
    page({ path: '/reset-password-request', authOnly: true, title: 'identity.reset_request.title', component: () => import('./entrance/reset-request.tsx') }),
    page({ path: '/reset-password', authOnly: true, title: 'identity.reset.title', component: () => import('./entrance/reset-password.tsx') }),
  ],
});
