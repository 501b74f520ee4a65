import { type Call, type InputOf, may, serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { submission } from '../shapes.ts';
import { listCandidates, setEntry } from './candidates.ts';
import {
  cancelEnrollment,
  completeEnrollment,
  enrollmentCourses,
  enrollmentInfoOf,
  ownEnrollmentOf,
  paperDownloaded,
  submitEnrollment,
} from './own.ts';
import { enrollApplicants } from './run.ts';
import { changeStatus, undoStatus } from './status.ts';
import { startProgression, undoProgress } from './turn/apply.ts';
import { checklist } from './turn/checklist.ts';
import { removeException, setException, setRule } from './turn/decide.ts';
import { makeNewYear, newYearOf, undoNewYear } from './turn/new-year.ts';
import { progressionList, progressionSummaryOf } from './turn/progression.ts';
import { undoEnrollments } from './undo.ts';
import { saveYear, years } from './years.ts';

const on = serve(contract);

/** The office names a student; whoever names none enrols themselves. */
const save = async (call: Call, input: InputOf<typeof contract.enrollment.save>) =>
  may(call, 'enrollment.manage') || input.student_id !== undefined || input.id !== undefined
    ? saveYear(call, input)
    : submitEnrollment(call, submission.parse(input));

export const router = on.router({
  turn: {
    checklist: on.turn.checklist.handler(({ input, context }) => checklist(context, input?.academic_year_id)),
    progression: on.turn.progression.handler(({ input, context }) =>
      progressionSummaryOf(context, input.academic_year_id),
    ),
    students: on.turn.students.handler(({ input, context }) => progressionList(context, input)),
    decide: on.turn.decide.handler(({ input, context }) => setException(context, input)),
    undecide: on.turn.undecide.handler(({ input, context }) => removeException(context, input)),
    rule: on.turn.rule.handler(({ input, context }) => setRule(context, input)),
    progress: on.turn.progress.handler(({ input, context }) => startProgression(context, input)),
    undo: on.turn.undo.handler(({ input, context }) => undoProgress(context, input)),
    new_year: on.turn.new_year.handler(({ input, context }) => newYearOf(context, input)),
    make_year: on.turn.make_year.handler(({ input, context }) => makeNewYear(context, input)),
    undo_year: on.turn.undo_year.handler(({ input, context }) => undoNewYear(context, input)),
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
    submit: on.own.submit.handler(({ input, context }) => submitEnrollment(context, input)),
    downloaded: on.own.downloaded.handler(({ context }) => paperDownloaded(context)),
    cancel: on.own.cancel.handler(({ context }) => cancelEnrollment(context)),
    complete: on.own.complete.handler(({ context }) => completeEnrollment(context)),
  },
  candidates: {
    list: on.candidates.list.handler(({ input, context }) => listCandidates(context, input)),
    enroll: on.candidates.enroll.handler(({ input, context }) => enrollApplicants(context, input)),
    undo: on.candidates.undo.handler(async ({ input, context }) => ({
      undone: await undoEnrollments(context, input.application_ids, input.reason),
    })),
    entry: on.candidates.entry.handler(({ input, context }) => setEntry(context, input)),
  },
});
