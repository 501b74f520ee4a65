import { z } from 'zod';
import { call, crud, defineErrors, instant, queryId } from '#platform/contract/index.ts';
import { arrangementFilters, arrangementRecord, arrangementSave, deadlineRow } from './shapes.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  DECISION_OUTDATED: 409,
  ARRANGEMENT_EMPTY: 422,
  NOT_DEFERRABLE: 422,
  NOT_THEIR_DEADLINE: 422,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    deadlines: typeof errors;
  }
}

export const contract = {
  exam_arrangement: crud({
    base: '/exam_arrangement/',
    noun: 'standing arrangement of a student',
    read: { permission: 'exam_arrangement.read' },
    write: { permission: 'exam_arrangement.manage' },
    record: arrangementRecord,
    save: arrangementSave,
    filters: arrangementFilters,
    // More time in an exam to come may not fit where it is planned: its place is changed first.
    errors: [
      'UNKNOWN_REFERENCE',
      'ARRANGEMENT_EMPTY',
      'DATES_REVERSED',
      'ROOM_TAKEN',
      'TEACHER_TAKEN',
      'STUDENT_TAKEN',
    ],
    deleteErrors: ['ROOM_TAKEN', 'TEACHER_TAKEN', 'STUDENT_TAKEN'],
  }),
  deadline: {
    list: call({
      method: 'GET',
      path: '/deadline/',
      summary: 'All that is due for a student, with what was granted; a student’s own without a name',
      access: { permission: 'deadline.read' },
      input: z.object({
        student_id: queryId.optional(),
        at: instant.optional().describe('as it stood at that moment, by what was granted and arranged then'),
      }),
      output: z.array(deadlineRow),
    }),
  },
};
