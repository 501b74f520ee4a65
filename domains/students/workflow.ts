import { defineWorkflow, nextStates } from '#platform/contract/workflow.ts';

/** What a student can be to the institution. DELETED is a mistaken record: gone from every list, restorable. */
export const studentStatuses = [
  'ACTIVE',
  'GAP_YEAR',
  'INACTIVE',
  'WITHDRAWN',
  'TRANSFERRED_OUT',
  'GRADUATED',
  'DELETED',
] as const;
export type StudentStatus = (typeof studentStatuses)[number];

/** Names of the status pages; `inactive-students` is everybody who is not active. */
export const statusPages = {
  active: ['ACTIVE'],
  'inactive-students': ['GAP_YEAR', 'INACTIVE', 'WITHDRAWN', 'TRANSFERRED_OUT', 'GRADUATED'],
  withdrawal: ['WITHDRAWN', 'TRANSFERRED_OUT'],
  'gap-year': ['GAP_YEAR'],
  inactive: ['INACTIVE'],
  deleted: ['DELETED'],
  graduated: ['GRADUATED'],
} as const satisfies Record<string, readonly StudentStatus[]>;
export type StatusPage = keyof typeof statusPages;

/** The codes of the ministry's system; a temporary bar is still a person who studies there. */
export const hemisStatuses = ['11', '12', '13', '14', '17'] as const;
export const hemisStatusCodes: Record<StudentStatus, (typeof hemisStatuses)[number]> = {
  ACTIVE: '11',
  INACTIVE: '11',
  WITHDRAWN: '12',
  TRANSFERRED_OUT: '12',
  GAP_YEAR: '13',
  GRADUATED: '14',
  DELETED: '17',
};

/** Codes of a record that lists choose from; the fields of `fields.ts` are made of them. */
export const studyLanguages = ['uz', 'ru', 'en'] as const;
export const tuitions = ['GRANT', 'CONTRACT'] as const;

const confirm = 'student.confirm_status';

/**
 * Who may only propose asks for the same steps; the step is checked again when it is confirmed, by somebody else.
 * DELETED is left through `restore` alone, which returns the status the student had before.
 */
export const studentWorkflow = defineWorkflow<StudentStatus>({
  entity: 'student',
  initial: 'ACTIVE',
  states: studentStatuses,
  transitions: [
    { from: ['ACTIVE'], to: 'GAP_YEAR', permission: confirm, reason: true, order: true, guard: 'period' },
    { from: ['ACTIVE'], to: 'INACTIVE', permission: confirm, reason: true },
    { from: ['GAP_YEAR', 'INACTIVE'], to: 'ACTIVE', permission: confirm, order: true },
    { from: ['ACTIVE', 'GAP_YEAR', 'INACTIVE'], to: 'WITHDRAWN', permission: confirm, reason: true, order: true },
    { from: ['ACTIVE'], to: 'TRANSFERRED_OUT', permission: confirm, reason: true, order: true },
    { from: ['ACTIVE'], to: 'GRADUATED', permission: confirm, order: true, guard: 'award' },
    // Out of GRADUATED only to put a mistake right: the diploma holds no more.
    { from: ['WITHDRAWN', 'GRADUATED'], to: 'ACTIVE', permission: confirm, reason: true, order: true },
    {
      from: ['ACTIVE', 'GAP_YEAR', 'INACTIVE', 'WITHDRAWN', 'TRANSFERRED_OUT', 'GRADUATED'],
      to: 'DELETED',
      permission: 'student.delete',
      reason: true,
    },
  ],
});

export const requestStates = ['PROPOSED', 'CONFIRMED', 'REJECTED', 'WITHDRAWN'] as const;
export type RequestState = (typeof requestStates)[number];

/** Life of a proposed status change. Whoever proposed it cannot confirm or reject it, and nobody else can take it back. */
export const statusRequestWorkflow = defineWorkflow<RequestState>({
  entity: 'student_status_request',
  initial: 'PROPOSED',
  states: requestStates,
  transitions: [
    { from: ['PROPOSED'], to: 'CONFIRMED', permission: confirm, guard: 'not_requester' },
    { from: ['PROPOSED'], to: 'REJECTED', permission: confirm, reason: true, guard: 'not_requester' },
    { from: ['PROPOSED'], to: 'WITHDRAWN', permission: 'student.propose_status', guard: 'requester' },
  ],
});

/** What may follow a status for somebody with these rights; `proposal` where another has to confirm it. */
export function nextStatuses(
  from: StudentStatus,
  rights: { confirm_status: boolean; propose_status: boolean; delete: boolean },
) {
  return nextStates(studentWorkflow, from).flatMap((step) => {
    const deletes = step.to === 'DELETED';
    const direct = deletes ? rights.delete : rights.confirm_status;
    if (!direct && (deletes || !rights.propose_status)) return [];
    return [
      { status: step.to, reason: step.reason ?? false, order: (step.order ?? false) && direct, proposal: !direct },
    ];
  });
}
