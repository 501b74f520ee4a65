import type { StudentStatus } from './workflow.ts';

/** The changes of a student's life, as data that the server, the dialog and the documentation read. */

export const lifeKinds = [
  'ADMISSION',
  'LEAVE',
  'RETURN',
  'SUSPENSION',
  'LIFT',
  'WITHDRAWAL',
  'EXPULSION',
  'TRANSFER_OUT',
  'RESTORATION',
  'GRADUATION',
  'TRANSFER',
  'LATER_YEAR_ADMISSION',
  'RECOGNITION',
  'REPEAT_YEAR',
] as const;
export type LifeKind = (typeof lifeKinds)[number];

/** What a change reaches; in this order it is told. */
export const lifeAreas = [
  'membership',
  'group',
  'modules',
  'registers',
  'homework',
  'exams',
  'marks',
  'contract',
  'money',
  'library',
  'roles',
  'documents',
] as const;
export type LifeArea = (typeof lifeAreas)[number];

export interface LifeStep {
  from: readonly StudentStatus[];
  /** Stays what it was where none is named. */
  to?: StudentStatus;
  permission: 'student.confirm_status' | 'student.transfer';
  /** Asks until when. */
  period?: boolean;
  /** Asks for the course, form or language that it leads to, for a year of study, or for what was passed elsewhere. */
  target?: 'programme' | 'study_year' | 'recognition';
}

const confirm = 'student.confirm_status';
const move = 'student.transfer';
const enrolledStatuses = ['ACTIVE', 'GAP_YEAR', 'INACTIVE'] as const;

/** Every change has a reason and an order; the steps between statuses are those of `studentWorkflow`. */
export const life: Record<LifeKind, LifeStep> = {
  // Of applicants, by their enrolment; no student takes it.
  ADMISSION: { from: [], permission: confirm },
  LEAVE: { from: ['ACTIVE'], to: 'GAP_YEAR', permission: confirm, period: true },
  RETURN: { from: ['GAP_YEAR'], to: 'ACTIVE', permission: confirm },
  SUSPENSION: { from: ['ACTIVE'], to: 'INACTIVE', permission: confirm },
  LIFT: { from: ['INACTIVE'], to: 'ACTIVE', permission: confirm },
  WITHDRAWAL: { from: enrolledStatuses, to: 'WITHDRAWN', permission: confirm },
  EXPULSION: { from: enrolledStatuses, to: 'WITHDRAWN', permission: confirm },
  TRANSFER_OUT: { from: ['ACTIVE'], to: 'TRANSFERRED_OUT', permission: confirm },
  // Of a graduate only to put a mistake right: the diploma holds no more.
  RESTORATION: { from: ['WITHDRAWN', 'GRADUATED'], to: 'ACTIVE', permission: confirm },
  GRADUATION: { from: ['ACTIVE'], to: 'GRADUATED', permission: confirm },
  TRANSFER: { from: enrolledStatuses, permission: move, target: 'programme' },
  LATER_YEAR_ADMISSION: { from: ['ACTIVE'], permission: move, target: 'study_year' },
  RECOGNITION: { from: enrolledStatuses, permission: move, target: 'recognition' },
  REPEAT_YEAR: { from: ['ACTIVE'], permission: move },
};

/** What may be done from any of these statuses by somebody with these rights; who may only propose proposes. */
export const lifeKindsFrom = (
  statuses: readonly StudentStatus[],
  may: (permission: LifeStep['permission'] | 'student.propose_status') => boolean,
): LifeKind[] =>
  lifeKinds.filter((kind) => {
    const { from, permission } = life[kind];
    const allowed = may(permission) || (permission === confirm && may('student.propose_status'));
    return allowed && statuses.some((status) => from.includes(status));
  });

/** After these somebody studies here no more. */
export const leavingKinds: readonly LifeKind[] = ['WITHDRAWAL', 'EXPULSION', 'TRANSFER_OUT', 'GRADUATION'];
/** After these somebody studies again. */
export const comingKinds: readonly LifeKind[] = ['RETURN', 'LIFT', 'RESTORATION'];

/** The change that a step between statuses is; a forced step may be none that is known, and is taken for the nearest. */
export function lifeKindOf(from: StudentStatus, to: StudentStatus): LifeKind {
  const known = lifeKinds.find((kind) => life[kind].to === to && life[kind].from.includes(from));
  return known ?? (to === 'ACTIVE' ? 'RESTORATION' : lifeKinds.find((kind) => life[kind].to === to)!);
}

/**
 * What a change leaves as it is, and meant to: every area of every kind is either here or done by a domain that says so.
 * Calendars follow groups, registers and seats by themselves.
 */
export const lifeLeaves: Record<LifeKind, readonly LifeArea[]> = {
  ADMISSION: ['modules', 'registers', 'homework', 'exams', 'marks', 'money', 'library'],
  LEAVE: ['modules', 'library', 'roles'],
  RETURN: ['modules', 'registers', 'homework', 'marks', 'library', 'roles'],
  SUSPENSION: ['modules', 'homework', 'contract', 'money', 'library', 'roles'],
  LIFT: ['modules', 'registers', 'homework', 'marks', 'contract', 'money', 'library', 'roles'],
  WITHDRAWAL: [],
  EXPULSION: [],
  TRANSFER_OUT: [],
  RESTORATION: ['registers', 'homework', 'money', 'library'],
  GRADUATION: ['marks', 'contract'],
  TRANSFER: ['registers', 'money', 'library', 'roles'],
  LATER_YEAR_ADMISSION: ['modules', 'registers', 'homework', 'exams', 'marks', 'contract', 'money', 'library', 'roles'],
  RECOGNITION: ['modules', 'registers', 'homework', 'exams', 'contract', 'money', 'library', 'roles'],
  REPEAT_YEAR: ['modules', 'registers', 'homework', 'exams', 'marks', 'contract', 'money', 'library', 'roles'],
};
