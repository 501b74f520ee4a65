import { serve } from '#platform/server/call/context.ts';
import { importHandlers } from '#platform/server/records/imports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { openAccount } from './account.ts';
import { departmentPeople, setHead } from './departments.ts';
import { staffExport } from './export.ts';
import { staffHistory } from './history.ts';
import { staffImport } from './import.ts';
import { activatePosition, positions } from './positions.ts';
import * as staff from './staff.ts';
import { activateVacancy, endVacancy, vacancyHistory, vacancyResource } from './vacancies.ts';

const on = serve(contract);

export const router = on.router({
  staff: {
    ...crudHandlers(contract.staff, {
      get: staff.getStaff,
      save: staff.save,
      remove: staff.removeStaff,
      restore: staff.restore,
      list: staff.listStaff,
      all: staff.allStaff,
    }),
    by_username: on.staff.by_username.handler(({ input, context }) => staff.staffByUsername(context, input)),
    me: on.staff.me.handler(({ context }) => staff.ownStaffRecord(context)),
    public: on.staff.public.handler(({ input, context }) => staff.publicStaff(context, input)),
    public_departments: on.staff.public_departments.handler(({ context }) => staff.publicDepartments(context)),
    status: on.staff.status.handler(({ input, context }) => staff.changeStatus(context, input)),
    account: on.staff.account.handler(({ input, context }) => openAccount(context, input)),
    export_data: on.staff.export_data.handler(({ input, context }) => staffExport.answer(context, input)),
    history: on.staff.history.handler(({ input, context }) => staffHistory(context, input.id)),
  },
  department: {
    people: on.department.people.handler(({ context }) => departmentPeople(context)),
    head: on.department.head.handler(({ input, context }) => setHead(context, input)),
  },
  import: importHandlers(on.import, staffImport),
  job: {
    ...crudHandlers(contract.job, positions),
    activate: on.job.activate.handler(({ input, context }) => activatePosition(context, input)),
  },
  vacancy: {
    ...crudHandlers(contract.vacancy, vacancyResource),
    activate: on.vacancy.activate.handler(({ input, context }) => activateVacancy(context, input)),
    status: on.vacancy.status.handler(({ input, context }) => endVacancy(context, input)),
    history: on.vacancy.history.handler(({ input, context }) => vacancyHistory(context, input)),
  },
});
