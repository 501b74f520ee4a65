import { defineHook, type Moment } from '#platform/server/hooks.ts';
import type { ApplicationState } from '../workflow.ts';
import type { ApplicationRow } from './tables.ts';

export const applicationsMoved: Moment<readonly { row: ApplicationRow; from: ApplicationState }[]> = defineHook(
  'admissions.applications_moved',
  'Applications took one step together, mostly one alone; each `row` is as it stands after it.',
);

export const applicationAsked: Moment<{ row: ApplicationRow; to: ApplicationState }> = defineHook(
  'admissions.application_asked',
  'Somebody takes a step of an application by hand; whoever knows a reason against it refuses.',
);
