import { z } from 'zod';
import { call, crud, queryId } from '#platform/contract/index.ts';
import * as shapes from '../shapes.ts';

/** Requests of students to move to another course. */
export const courseTransferCalls = {
  ...crud({
    base: '/course/transfer/',
    noun: 'request to change the course',
    read: { permission: 'course_transfer.read' },
    write: { permission: ['course_transfer.request', 'course_transfer.decide'] },
    record: shapes.courseTransfer,
    save: shapes.courseTransferSave,
    filters: { status: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']).optional(), student_id: queryId.optional() },
    errors: ['TRANSFER_DECIDED', 'FIELD_NOT_ALLOWED', 'NO_STUDENT_RECORD'],
    deleteErrors: ['TRANSFER_DECIDED'],
  }),
  info: call({
    method: 'GET',
    path: '/course/transfer/info',
    summary: 'What one’s own request starts from',
    access: { permission: 'course_transfer.request' },
    input: z.object({ student_id: queryId.optional() }),
    output: z.object({
      student_id: z.number(),
      previous_course: z.string(),
      previous_level: shapes.level,
      previous_education_form_id: z.number().nullable(),
      open: z.boolean(),
    }),
    errors: ['NO_STUDENT_RECORD'],
  }),
  courses: call({
    method: 'GET',
    path: '/course/transfer/courses',
    summary: 'Courses of the institution that a request can name',
    access: { permission: 'course_transfer.request' },
    output: z.array(z.object({ code: z.string(), title: z.string(), level: shapes.level })),
  }),
};
