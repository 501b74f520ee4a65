import { Outlet, useMatches } from '@tanstack/react-router';
import { hasText, useIntlShape, useMessages } from '../i18n.tsx';
import { DialogPlace } from './dialog-place.tsx';
import { useTitle } from './title.ts';

/** Pages without bar and menu: signing in, public pages, required steps. */
export function Blank() {
  const t = useMessages();
  const { messages } = useIntlShape();
  const { title } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  // To strangers a page brings its texts itself, a moment after its address.
  useTitle(title && hasText(messages, title) ? t(title) : undefined);
  return (
    <main>
      <Outlet />
      <DialogPlace />
    </main>
  );
}
