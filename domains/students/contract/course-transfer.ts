import { z } from 'zod';
import { call, crud, id, queryId, requiredText, version } from '#platform/contract/index.ts';
import * as shapes from '../shapes.ts';

/** Requests of students to move to another course. */
export const courseTransferCalls = {
  ...crud({
    base: '/course/transfer/',
    noun: 'request to change the course',
    read: { permission: 'course_transfer.read' },
    write: { permission: 'course_transfer.request' },
    record: shapes.courseTransfer,
    save: shapes.courseTransferSave,
    filters: { status: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']).optional(), student_id: queryId.optional() },
    errors: ['TRANSFER_DECIDED', 'TRANSFER_OPEN', 'NOTHING_CHANGES', 'NO_STUDENT_RECORD'],
    deleteErrors: ['TRANSFER_DECIDED'],
  }),
  decline: call({
    method: 'POST',
    path: '/course/transfer/decline',
    summary: 'Decline a request; the student is told why. A transfer to what was asked for accepts it',
    access: { permission: 'course_transfer.decide' },
    input: z.object({ id, version, reason: requiredText(1000) }),
    output: z.object({ ok: z.literal(true) }),
    errors: ['STALE', 'TRANSFER_DECIDED', 'OWN_REQUEST'],
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
      course_id: z.number().nullable(),
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
    output: z.array(z.object({ id: z.number(), code: z.string(), title: z.string(), level: shapes.level })),
  }),
};
