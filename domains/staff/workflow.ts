import { defineWorkflow } from '#platform/contract/workflow.ts';

export const staffStatuses = ['ACTIVE', 'ON_LEAVE', 'LEFT'] as const;
export type StaffStatus = (typeof staffStatuses)[number];

/** Employment. Leaving and coming back are orders of the rector; LEFT keeps the record and closes it to everyday lists. */
export const staffWorkflow = defineWorkflow<StaffStatus>({
  entity: 'staff',
  initial: 'ACTIVE',
  states: staffStatuses,
  transitions: [
    { from: ['ACTIVE'], to: 'ON_LEAVE', permission: 'staff.manage', reason: true },
    { from: ['ON_LEAVE'], to: 'ACTIVE', permission: 'staff.manage' },
    { from: ['ACTIVE', 'ON_LEAVE'], to: 'LEFT', permission: 'staff.manage', reason: true, order: true },
    { from: ['LEFT'], to: 'ACTIVE', permission: 'staff.manage', order: true },
  ],
});

export const positionStatuses = ['ACTIVE', 'INACTIVE'] as const;
export type PositionStatus = (typeof positionStatuses)[number];

/** `no_open_vacancies`: a position that people are being sought for stays. */
export const positionWorkflow = defineWorkflow<PositionStatus>({
  entity: 'job_position',
  initial: 'ACTIVE',
  states: positionStatuses,
  transitions: [
    { from: ['ACTIVE'], to: 'INACTIVE', permission: 'position.manage', guard: 'no_open_vacancies' },
    { from: ['INACTIVE'], to: 'ACTIVE', permission: 'position.manage' },
  ],
});

export const vacancyStatuses = ['DRAFT', 'ACTIVE', 'INACTIVE', 'FILLED', 'CLOSED'] as const;
export type VacancyStatus = (typeof vacancyStatuses)[number];

/** Steps that end a vacancy for good; `advertisable`: its position is active and its last day has not passed. */
export const vacancyWorkflow = defineWorkflow<VacancyStatus>({
  entity: 'vacancy',
  initial: 'DRAFT',
  states: vacancyStatuses,
  transitions: [
    { from: ['DRAFT', 'INACTIVE'], to: 'ACTIVE', permission: 'vacancy.manage', guard: 'advertisable' },
    { from: ['ACTIVE'], to: 'INACTIVE', permission: 'vacancy.manage' },
    { from: ['ACTIVE', 'INACTIVE'], to: 'FILLED', permission: 'vacancy.manage' },
    { from: ['ACTIVE', 'INACTIVE'], to: 'CLOSED', permission: 'vacancy.manage', reason: true },
  ],
});
