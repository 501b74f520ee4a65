import { courseModules } from '#domains/curriculum/server/index.ts';
import { deadlineKind, deadlineMoved } from '#domains/deadlines/server/index.ts';
import { graduationCheck, lifeEffect, studentsMoved } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { absence, missingComponent, openOffence } from './admission/reasons.ts';
import { closeLists } from './admission/standing.ts';
import { sealedAmendments } from './amendments/records.ts';
import { degreeAwarded, nothingOpen, planFulfilled } from './awards/checks.ts';
import { clearanceGiven } from './awards/clearance.ts';
import { takeBackDiplomas } from './awards/diplomas.ts';
import { heldByCases } from './cases/holds.ts';
import { componentDeadlines } from './deadlines.ts';
import { admissionReason, withholding } from './hooks.ts';
import { signAll } from './ledger/sign.ts';
import { attemptsOfLife, libraryOfLife } from './life.ts';
import { sealedMarks, sealedPoints } from './marks/blind.ts';
import { marksImport } from './marks/import.ts';
import { recognitionOfLife } from './recognition/life.ts';
import { marksDeferred } from './release/defer.ts';
import { nightlyMarks } from './release/nightly.ts';
import { router } from './router.ts';
import { resultSubject } from './subject.ts';
import { assessmentPlans } from './tables.ts';

const moduleTitle = `(select m.code || ' ' || coalesce(nullif(m.title ->> '$locale', ''), m.title ->> 'uz')
  from course_modules cm join modules m on m.id = cm.module_id where cm.id = r.course_module_id)`;

export { admittedTo, saveRules as saveAdmissionRules } from './admission/admission.ts';
export { rulesOf as admissionRules } from './admission/standing.ts';
export { programmeNotCompleted } from './awards/programme.ts';
export { hold, releaseHold } from './cases/holds.ts';
export { applyPenalty, type PenaltyOperation, penaltiesOf, removePenalty, showPenalties } from './cases/penalties.ts';
export { componentOf, markersOf, takesModule } from './cases/people.ts';
export {
  type AdmissionReason,
  admissionReason,
  type BoardNote,
  boardNote,
  type CapLifted,
  capLifted,
  type ExamDays,
  examDays,
  penaltyCases,
  type RetakeFee,
  type RetakeFees,
  retakeCharged,
  retakeFees,
  type SealedPenalties,
  sealedPenalties,
  type Withholding,
  withholding,
} from './hooks.ts';
export { exportLedger } from './ledger/export.ts';
export { checkExport } from './ledger/exported.ts';
export { signAll } from './ledger/sign.ts';
export { type Fault, verifyLedger } from './ledger/verify.ts';
export { doneComponents } from './marks/done.ts';
export { marksAreFinal } from './marks/final.ts';
export { marksSeen } from './marks/own.ts';
export { registerRetake, retakeOffers, retakesToSit, standingRetakes, uncapRetakes } from './plan/retakes.ts';
export { modulesWithMarks, wrongTotals } from './release/nightly.ts';
export { reviewWithheld } from './release/withhold.ts';
export { assessmentComponents, assessmentRetakes } from './tables.ts';
export { averagesOf } from './transcripts/averages.ts';
export { makeTranscript } from './transcripts/issue.ts';
export { countedResults, standingsOf } from './transcripts/standing.ts';
export { reachedInYear } from './transcripts/year.ts';

export default defineServerDomain({
  name: 'assessment',
  contract,
  router,
  permissions,
  errors,
  reachedToday: ['mark.read', 'transcript.read'],
  uses: [{ of: courseModules, by: assessmentPlans.course_module_id }],
  constraints: {
    amendments_open: 'AMENDMENT_OPEN',
    grade_scales_one: 'SCALE_TWICE',
    recognition_rules_one: 'RECOGNITION_RULE_TWICE',
  },
  follows: [
    on(lifeEffect, attemptsOfLife),
    on(lifeEffect, recognitionOfLife),
    on(lifeEffect, libraryOfLife),
    on(deadlineKind, componentDeadlines),
    on(deadlineMoved, marksDeferred),
    on(admissionReason, absence),
    on(admissionReason, missingComponent),
    on(admissionReason, openOffence),
    on(withholding, heldByCases),
    on(graduationCheck, planFulfilled),
    on(graduationCheck, nothingOpen),
    on(graduationCheck, degreeAwarded),
    on(graduationCheck, clearanceGiven),
    on(studentsMoved, takeBackDiplomas),
  ],
  subjects: [resultSubject],
  messages: new URL('./messages/', import.meta.url),
  history: {
    assessment_plans: { permission: 'assessment_plan.manage', title: moduleTitle },
    assessment_components: { permission: 'assessment_plan.manage' },
    assessment_criteria: { permission: 'assessment_plan.manage' },
    credit_recognitions: {
      permission: 'student.transfer',
      title: '(select s.full_name from students s where s.id = r.student_id)',
    },
    recognition_rules: { permission: 'assessment_scale.manage', title: 'r.level' },
    assessment_attempts: { permission: 'retake.manage', title: moduleTitle },
    assessment_retakes: {
      permission: 'retake.manage',
      title: '(select s.full_name from students s where s.id = r.student_id)',
    },
    grade_scales: { permission: 'assessment_scale.manage' },
    degree_classes: { permission: 'assessment_scale.manage' },
    clearance_offices: { permission: 'clearance.manage' },
    clearance_words: {
      permission: 'clearance.sign',
      title: '(select s.full_name from students s where s.id = r.student_id)',
    },
    award_boards: {
      permission: 'award.read',
      title:
        "(select coalesce(nullif(c.title ->> '$locale', ''), c.title ->> 'uz') from courses c where c.id = r.course_id)",
    },
    award_members: {
      permission: 'award.read',
      title: "(select concat_ws(' ', s.lastname, s.firstname) from staff s where s.id = r.staff_id)",
    },
    award_candidates: {
      permission: 'award.read',
      title: '(select s.full_name from students s where s.id = r.student_id)',
    },
    exam_admissions: {
      permission: 'exam_admission.override',
      title: '(select s.full_name from students s where s.id = r.student_id)',
    },
    amendments: {
      permission: 'amendment.read',
      title: "r.number || ' · ' || (select s.full_name from students s where s.id = r.student_id)",
      sealed: sealedAmendments,
    },
    mark_penalties: {
      permission: 'ledger.read',
      title: "r.number || ' · ' || (select s.full_name from students s where s.id = r.student_id)",
    },
    marks: {
      permission: 'ledger.read',
      title: '(select s.full_name from students s where s.id = r.student_id)',
      sealed: sealedMarks,
    },
    criterion_marks: { sealed: sealedPoints },
  },
  guards: [
    new URL('./guards.sql', import.meta.url),
    new URL('./ledger/guards.sql', import.meta.url),
    new URL('./amendments/guards.sql', import.meta.url),
    new URL('./cases/guards.sql', import.meta.url),
    new URL('./transcripts/standing.sql', import.meta.url),
    new URL('./awards/classes.sql', import.meta.url),
  ],
  jobs: { 'assessment.import': marksImport.job },
  nightly: {
    'the lists of exams that begin': closeLists,
    'signing the ledger': ({ database, settings }) => signAll(database.owner, settings.dataDir),
    async 'the check of totals'(kernel, log) {
      const found = await nightlyMarks(kernel);
      if (found.differences) log.error(found, 'stored totals were not what the marks make');
      return found;
    },
  },
});
