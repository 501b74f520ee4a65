import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hasText, useIntlShape, useMessages } from '../i18n.tsx';
import { Coming } from '../later.tsx';
import { useTitle } from './title.ts';

const Dialogs = lazy(() => import('./dialogs.tsx'));

/** Pages without bar and menu: signing in, public pages, required steps. */
export function Blank() {
  const t = useMessages();
  const { messages } = useIntlShape();
  const { title, entrance } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  // To strangers a page brings its texts itself, a moment after its address.
  useTitle(title && hasText(messages, title) ? t(title) : undefined);
  return (
    <main>
      <Outlet />
      {/* The pages for signed-out people ask nothing in dialogs, and theirs is the first page of all. */}
      {entrance ? null : (
        <Suspense fallback={<Coming />}>
          <Dialogs />
        </Suspense>
      )}
    </main>
  );
}
