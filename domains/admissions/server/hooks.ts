import { defineHook, type Moment } from '#platform/server/hooks.ts';
import type { ApplicationState } from '../workflow.ts';
import type { ApplicationRow } from './tables.ts';

export const applicationMoved: Moment<{ row: ApplicationRow; from: ApplicationState }> = defineHook(
  'admissions.application_moved',
  'An application took a step; `row` is as it stands after it.',
);
