import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './theme.css';
import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useLayoutEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { type AllRecords, type Domain, registerDomains } from './domain.ts';
import { onFirstAct } from './first-act.ts';
import { addTexts, startLocale, type TextParts, Texts, useMessages } from './i18n.tsx';
import { platformDomain } from './platform-domain.ts';
import { usePreferences } from './preferences.ts';
import { usePrinting } from './printing.ts';
import { queryClient } from './query.ts';
import { makeRouter } from './router.tsx';
import { startSession } from './session/session.ts';
import { Papers } from './shell/paper.tsx';
import { Proof } from './shell/proof.tsx';
import { cssVariables, theme } from './theme.ts';
import { NoticesPlace, prepareNotices } from './toast.tsx';

function App({ router }: { router: ReturnType<typeof makeRouter> }) {
  const [{ skin: chosen }] = usePreferences();
  const skin = usePrinting() ? 'light' : chosen;
  useLayoutEffect(() => {
    document.documentElement.dataset.skin = skin;
  }, [skin]);
  const t = useMessages();
  // Every cross (dialogs, drawers, notices) says what it does, in the language of the moment.
  const spoken = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: { CloseButton: { defaultProps: { 'aria-label': t('common.close') } } },
      }),
    [t],
  );
  return (
    <MantineProvider
      theme={spoken}
      cssVariablesResolver={cssVariables}
      forceColorScheme={skin === 'dark' ? 'dark' : 'light'}
    >
      <QueryClientProvider client={queryClient}>
        <Texts>
          <NoticesPlace />
          <RouterProvider router={router} />
          <Papers />
          <Proof />
        </Texts>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/**
 * Starts the application with these domains, what brings their words for records, the texts of its first pages, and what
 * brings all others.
 */
export async function mount(
  domains: readonly Domain[],
  records: AllRecords,
  texts: TextParts,
  otherTexts: () => Promise<{ default: TextParts }>,
) {
  registerDomains([platformDomain, ...domains], records);
  addTexts(texts, otherTexts);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root');
  await Promise.all([startLocale(), startSession()]);
  const router = makeRouter();
  // What stood there before anything had come goes once there is something in its place, be it that a page failed.
  const face = document.getElementById('face');
  for (const moment of ['onRendered', 'onResolved'] as const) router.subscribe(moment, () => face?.remove());
  // Behind a face the page is drawn once, whole, and in slices: whoever types or scrolls meanwhile is heard.
  if (face) await router.load();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
  // The first notice may be that there is no network any more.
  onFirstAct(prepareNotices);
}
