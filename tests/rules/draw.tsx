import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, showLocale, Texts } from '#platform/web/i18n.tsx';
import { inPage } from './browser.ts';

/** A component as HTML, in a language. Only what it shows at first: nothing is pressed and nothing has an effect. */
export async function draw(element: ReactNode, locale: Locale = 'en'): Promise<string> {
  await inPage(() => showLocale(locale));
  return renderToStaticMarkup(
    <MantineProvider env="test">
      <Texts>{element}</Texts>
    </MantineProvider>,
  );
}
