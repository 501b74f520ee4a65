import type { useMessages } from '#platform/web/index.ts';
import type { Held } from './api.ts';

/** What a mark that is held back is called, wherever its student is told of it. */
export const withheldName = (one: Held, t: ReturnType<typeof useMessages>): string =>
  [one.title, one.component, one.attempt > 1 ? t('assessment.entry.attempt', { number: one.attempt }) : '']
    .filter(Boolean)
    .join(', ');
