import { isNull, sql } from 'drizzle-orm';
import { departments } from '#domains/institutions/server/index.ts';
import { codes, declaredFields, defineSubject, titled } from '#platform/server/records/subjects.ts';
import { staffFields } from '../fields.ts';
import { staffStatuses } from '../workflow.ts';
import { staffInReach } from './policy.ts';
import { jobPositions, staff } from './tables.ts';

/** Staff as reports see them: the fields of their record and the state of their employment. */
export const staffSubject = defineSubject({
  name: 'staff',
  titles: { uz: 'Xodimlar', ru: 'Сотрудники', en: 'Staff' },
  permission: 'staff.read',
  deleted: 'staff.manage',
  table: staff,
  where: isNull(staff.deleted_at),
  reach: staffInReach,
  person: sql`${staff.id}`,
  usual: ['staff_no', 'lastname', 'firstname', 'department_id', 'job_position_id'],
  fields: {
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(staffStatuses, 'staff_state'),
      value: sql`${staff.status}`,
    },
    ...declaredFields(staffFields, staff, {
      named: { department_id: titled(departments), job_position_id: titled(jobPositions) },
    }),
  },
});
