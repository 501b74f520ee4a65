import { shownRecord } from '#platform/web/kit/index.ts';
import { staffFields } from '../fields.ts';
import { loadDepartments, loadJobs } from './api.ts';

/** A staff record as forms, pages and lists show it. */
export const staffShown = shownRecord({
  fields: staffFields,
  titles: 'staff.field',
  hints: 'staff.hint',
  loaders: { department: loadDepartments, job: loadJobs },
});
