/** How changes of students and of what belongs to them read. */
const codes = {
  status: 'students.status',
  from_status: 'students.status',
  to_status: 'students.status',
  level: 'students.level',
  study_language: 'students.language',
  tuition: 'students.tuition',
  gender: 'students.gender',
  marital_status: 'students.marital',
  native_language: 'students.native',
  relationship: 'students.relationship',
  type: 'students.document',
  state: 'students.request',
} as const satisfies Record<string, string>;

const page = { permission: 'student.read', to: (id: number) => `/students/${id}` } as const;

export const records = {
  students: { codes, page },
  student_guardians: { codes, page },
  student_documents: { codes, page },
  student_cards: { codes: { ...codes, status: 'students.card' }, page },
  student_status_requests: { codes: { ...codes, kind: 'students.life' }, page },
  student_life_changes: { codes: { kind: 'students.life' } },
  student_call_letters: { codes: { occasion: 'students.letter' }, page },
  course_transfers: { codes: { ...codes, previous_level: codes.level, current_level: codes.level }, page },
};
