import { Outlet, useMatches } from '@tanstack/react-router';
import { useMessages } from '../i18n.tsx';
import { useTitle } from './title.ts';

/** Pages without bar and menu: signing in, public pages, required steps. */
export function Blank() {
  const t = useMessages();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useTitle(title ? t(title) : undefined);
  return (
    <main>
      <Outlet />
    </main>
  );
}
