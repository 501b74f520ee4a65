import type { AwardState } from '../../workflow-award.ts';
import type { api } from '../api.ts';

export type Board = Awaited<ReturnType<typeof api.award.board.get.call>>;

/** How far a board is, by colour. */
export const tones: Record<AwardState, string> = {
  DRAFT: 'gray',
  SITTING: 'blue',
  DECIDED: 'yellow',
  CONFIRMED: 'teal',
  CANCELLED: 'red',
};
