import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { asOfKey } from './as-of.ts';
import { allPages, type Page, routerPath } from './domain.ts';
import { type MessageId, needTexts } from './i18n.tsx';
import { PageSpinner, RenderError } from './pages/states.tsx';
import { gate } from './session/gates.ts';
import { session } from './session/session.ts';
import { Blank } from './shell/blank.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageId;
    path?: string;
    offline?: MessageId;
  }
}

/** Values of the query string stay strings (a phone number is no number); a key that repeats gives a list. */
function parseSearch(text: string): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = result[key];
    result[key] = before === undefined ? value : [before, value].flat();
  }
  return result;
}
function stringifySearch(search: Record<string, unknown>): string {
  const result = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) result.append(key, String(one));
  }
  const text = result.toString();
  return text ? `?${text}` : '';
}
const onlyTexts = (names: readonly string[]) => (search: Record<string, unknown>) =>
  Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])));

function check(page: Page, address: string) {
  const away = gate(page, address, session.get().user);
  if (away) throw redirect({ to: away.to, search: away.redirect ? { redirect: away.redirect } : {}, replace: true });
}

const rootRoute = createRootRoute({
  // Whoever looks at a day of the past does so on every page, until they go back to today.
  search: { middlewares: [retainSearchParams<Record<string, unknown>>([asOfKey])] },
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found.tsx')),
});
/** Apart from the first page: whoever signs in sees neither bar nor menu yet. */
const shell = () => import('./shell/first.ts');
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(shell, 'Shell'),
});
const blankRoute = createRoute({ getParentRoute: () => rootRoute, id: 'blank', component: Blank });

/** Nothing of the shell stands around it. */
export const isBlank = (page: Page) =>
  page.layout === 'blank' || page.public || page.authOnly || page.requires !== undefined;

/** Records are named by their numbers: `/students/abc` is no page. */
const namesRecord = (params: Record<string, string>) =>
  Object.entries(params).every(([name, value]) => !/(^|_)id$/.test(name) || /^\d{1,9}$/.test(value));

const toRoute = (page: Page): AnyRoute =>
  createRoute({
    getParentRoute: () => (isBlank(page) ? blankRoute : shellRoute),
    path: routerPath(page.path),
    staticData: {
      title: page.title,
      path: page.path,
      ...(page.offline ? { offline: page.offline } : {}),
    },
    component: lazyRouteComponent(page.component as () => Promise<{ default: ComponentType }>),
    beforeLoad: async ({ location, params }) => {
      check(page, location.href);
      if (!namesRecord(params)) throw notFound();
      if (session.get().user || !(page.authOnly || page.public)) await needTexts('shell');
    },
    ...(page.search ? { validateSearch: onlyTexts(page.search) } : {}),
    // Each route has a type of its own; as members of one list they are any route.
  }) as unknown as AnyRoute;

export function makeRouter() {
  const startRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    beforeLoad: () => {
      check({ path: '/', title: 'shell.menu', component: async () => ({ default: Outlet }) }, '/');
      throw redirect({ to: '/home', replace: true });
    },
  });
  const pages = allPages();
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      startRoute,
      shellRoute.addChildren(pages.filter((page) => !isBlank(page)).map(toRoute)),
      blankRoute.addChildren(pages.filter(isBlank).map(toRoute)),
    ]),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPendingMs: 80,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: RenderError,
    defaultStructuralSharing: true,
    scrollRestoration: true,
  });
  // Another institution or a new required step: the open page may no longer be allowed.
  let before = session.get().user;
  session.subscribe(({ user }) => {
    if (before && user) void router.invalidate();
    before = user;
  });
  session.onEnd((reason) => {
    // The gates decide where a lost session leads; they keep the address for after the next sign-in.
    if (reason === 'logout') void router.navigate({ to: '/login', search: {} });
    else void router.invalidate();
  });
  return router;
}
