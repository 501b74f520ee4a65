import { type Call, type InputOf, may, serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { submission } from '../shapes.ts';
import { candidates, setEntry } from './candidates.ts';
import {
  cancel,
  completeEnrollment,
  downloaded,
  enrollmentCourses,
  enrollmentInfoOf,
  ownEnrollmentOf,
  submit,
} from './own.ts';
import { enroll } from './run.ts';
import { changeStatus, undoStatus } from './status.ts';
import { checklist } from './turn/checklist.ts';
import { undoMany } from './undo.ts';
import { saveYear, years } from './years.ts';

const on = serve(contract);

/** The office names a student; whoever names none enrols themselves. */
const save = async (call: Call, input: InputOf<typeof contract.enrollment.save>) =>
  may(call, 'enrollment.manage') || input.student_id !== undefined || input.id !== undefined
    ? saveYear(call, input)
    : submit(call, submission.parse(input));

export const router = on.router({
  turn: {
    checklist: on.turn.checklist.handler(({ input, context }) => checklist(context, input?.academic_year_id)),
  },
  enrollment: {
    ...crudHandlers(contract.enrollment, { ...years, save }),
    status: on.enrollment.status.handler(({ input, context }) => changeStatus(context, input)),
    undo_status: on.enrollment.undo_status.handler(({ input, context }) => undoStatus(context, input)),
    courses: on.enrollment.courses.handler(({ context }) => enrollmentCourses(context)),
  },
  own: {
    get: on.own.get.handler(({ context }) => ownEnrollmentOf(context)),
    info: on.own.info.handler(({ context }) => enrollmentInfoOf(context)),
    submit: on.own.submit.handler(({ input, context }) => submit(context, input)),
    downloaded: on.own.downloaded.handler(({ context }) => downloaded(context)),
    cancel: on.own.cancel.handler(({ context }) => cancel(context)),
    complete: on.own.complete.handler(({ context }) => completeEnrollment(context)),
  },
  candidates: {
    list: on.candidates.list.handler(({ input, context }) => candidates(context, input)),
    enroll: on.candidates.enroll.handler(({ input, context }) => enroll(context, input)),
    undo: on.candidates.undo.handler(async ({ input, context }) => ({
      undone: await undoMany(context, input.application_ids, input.reason),
    })),
    entry: on.candidates.entry.handler(({ input, context }) => setEntry(context, input)),
  },
});
