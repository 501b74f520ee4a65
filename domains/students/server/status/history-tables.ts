import { namesOf, type PermissionName } from '#platform/contract/index.ts';
import type { TableHistory } from '#platform/server/kernel.ts';
import { studentFields } from '../../fields.ts';

/** What names a person before the law is told to those alone who may see it, here as everywhere. */
export const identifyingFields = namesOf(studentFields, { sees: 'student.passport' });
const permission: PermissionName = 'student.history';
const student = '(select s.full_name from students s where s.id = r.student_id)';
/** Records that belong to a student are called by the student and shown on the student's page. */
const ofStudent = { permission, title: student, page: 'r.student_id' };

/** Who follows the changes of students, and what the records are called there. */
export const history: Record<string, TableHistory> = {
  students: {
    permission,
    title: 'r.full_name',
    only: { permission: 'student.passport', columns: identifyingFields },
    finds: { key: 'r.search', name: 'r.full_name', number: 'r.student_no', hidden: 'r.passport_id' },
    refers: { region_id: 'states', city_id: 'cities', nationality_id: 'option_types' },
  },
  student_guardians: { ...ofStudent, title: `concat_ws(' ', r.lastname, r.firstname) || ' (' || ${student} || ')'` },
  student_documents: ofStudent,
  student_cards: { ...ofStudent, title: `concat_ws(' · ', r.card_number, ${student})` },
  student_status_requests: ofStudent,
  student_call_letters: ofStudent,
  student_life_changes: { permission, title: "concat_ws(' · ', r.order_number, r.reason)" },
  course_transfers: {
    ...ofStudent,
    permission: 'course_transfer.decide',
    refers: {
      previous_education_form_id: 'education_forms',
      current_course_id: 'courses',
      current_education_form_id: 'education_forms',
    },
  },
};
