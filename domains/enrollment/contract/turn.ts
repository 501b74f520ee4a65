import { z } from 'zod';
import { type Access, call, queryId } from '#platform/contract/index.ts';
import { yearChecklist } from '../shapes-turn.ts';

/** The turn of the year. */

const read: Access = { permission: 'turn.read' };

export const turn = {
  checklist: call({
    method: 'GET',
    path: '/year_turn/checklist',
    summary:
      'What an academic year needs before it is taught and what of it is there; the year that comes next unless named',
    access: read,
    input: z.object({ academic_year_id: queryId.optional() }).optional(),
    output: yearChecklist,
  }),
};
