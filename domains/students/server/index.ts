import { type SQL, sql } from 'drizzle-orm';
import { personPart } from '#domains/identity/server/index.ts';
import { cities, departments, educationForms, states } from '#domains/institutions/server/index.ts';
import { recipients } from '#domains/messaging/server/index.ts';
import { gender, nativeLanguages } from '#platform/contract/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { maritalStatus } from '../shapes-records.ts';
import { studentExport } from './exchange/export.ts';
import { studentImport } from './exchange/import.ts';
import { lifeEffect, studentsMoved } from './hooks.ts';
import { documentsOfLife } from './life/documents.ts';
import { mendRights, rightsFollow, rightsOfLife } from './life/rights.ts';
import { studentOfPerson } from './records/person.ts';
import { recipientsOf } from './records/queries.ts';
import { router } from './router.ts';
import { transferRequestsOfLife } from './status/course-transfers.ts';
import { warnOfGapYears } from './status/gap-years.ts';
import { history } from './status/history-tables.ts';
import { studentSubject } from './subject.ts';
import { lifeChanges, lifeSteps, studentGuardians, students } from './tables.ts';

export { comingKinds, type LifeKind, leavingKinds } from '../life.ts';
export { hemisStatusCodes, type StudentStatus } from '../workflow.ts';
export { demandUnheld, whyHeld } from './holds.ts';
export {
  belonging,
  type GraduationFault,
  graduationCheck,
  type HeldAct,
  type Hold,
  hold,
  type LifeChange,
  type LifeEffect,
  type LifeOffer,
  type LifePerson,
  lifeEffect,
  paperSource,
  studentsMoved,
} from './hooks.ts';
export { changeLife } from './life/calls.ts';
export { applyChange, forgetAdmission } from './life/engine.ts';
export { givenUp } from './life/given-up.ts';
export { roleOf } from './life/rights.ts';
export { countedLines, type LifeLine } from './life/target.ts';
export { admit, declareContact, dismiss, keepPapers, type NewStudent, takePapersBack } from './records/admit.ts';
export { saveStudent } from './records/commands.ts';
export { duplicateCard, reachGuardian } from './records/family.ts';
export { paperColumns } from './records/paper-columns.ts';
export { studentById, studentsBeside } from './records/queries.ts';
export { aboutReached, eachReached, reach as studentsInReach } from './records/reach.ts';
export { idsFound, searchAbout, searchCondition, searchText } from './records/search.ts';
export { proposeLeaving, takeProposalsBack } from './status/leaving.ts';
export {
  earlierRecords,
  newRecordAfter,
  type Readmission,
  readmissionKind,
  readmissionReason,
  refreshRecord,
  undoReadmission,
} from './status/readmission.ts';
export { graduationFaults } from './status/status.ts';
export { studentField } from './subject-fields.ts';

export { lifeChanges, lifeSteps, studentGuardians, students };

/** Who belongs to the institution as a student today, also whoever is on leave or suspended; a condition over `students`. */
export const studying = sql`${students.status} in ('ACTIVE', 'GAP_YEAR', 'INACTIVE')`;

/** Who takes part in what is taught on a day: not whoever is on leave, suspended or gone by then. `one` is a row of `students`. */
export const learnsOn = (one: SQL, day: SQL): SQL =>
  sql`${one}.deleted_at is null and (${one}.status = 'ACTIVE' or ${one}.status_since > ${day})`;

export default defineServerDomain({
  name: 'students',
  reachedToday: ['student.read', 'student.personal', 'student.passport', 'student.export'],
  contract,
  router,
  permissions,
  errors,
  lists: {
    gender: { codes: gender.options, words: 'students.gender' },
    language: { codes: nativeLanguages, words: 'students.native_language' },
    native_language: { codes: nativeLanguages, words: 'students.native_language' },
    marital_status: { codes: maritalStatus.options, words: 'students.marital' },
  },
  uses: [
    // Who studies no more is remembered with the department, which may close after them.
    { of: departments, by: students.department_id, where: studying },
    { of: educationForms, by: students.education_form_id, where: studying },
    { of: states, by: students.region_id },
    { of: cities, by: students.city_id },
  ],
  messages: new URL('./messages/', import.meta.url),
  subjects: [studentSubject],
  history,
  constraints: { student_call_letters_once: 'CALL_LETTER_TWICE' },
  guards: new URL('./guards.sql', import.meta.url),
  follows: [
    on(lifeEffect, documentsOfLife),
    on(lifeEffect, rightsOfLife),
    on(lifeEffect, transferRequestsOfLife),
    on(studentsMoved, rightsFollow),
    on(recipients, { name: 'student_ids', peopleOf: recipientsOf }),
    on(personPart, studentOfPerson),
  ],
  nightly: { 'warning of gap years': warnOfGapYears, 'rights of those who left': mendRights },
  jobs: { 'students.import': studentImport.job, 'students.export': studentExport.job },
});
