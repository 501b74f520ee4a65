import type { OffenceState } from '../workflow.ts';

export const tones: Record<OffenceState, string> = {
  DRAFT: 'gray',
  REPORTED: 'orange',
  DISMISSED: 'gray',
  CONSULTATION: 'blue',
  CONCLUDED: 'cyan',
  PANEL: 'violet',
  DECIDED: 'indigo',
  PUBLISHED: 'teal',
  UNPUBLISHED: 'yellow',
  APPEALED: 'orange',
  APPEAL_DECIDED: 'teal',
  CLOSED: 'gray',
};
