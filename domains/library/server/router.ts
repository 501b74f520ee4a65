import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { item, subjects, types } from './items.ts';
import { moduleFile, openLink, openLinkOptions, studentFile } from './papers.ts';

const on = serve(contract);

export const router = on.router({
  e_library: {
    ...crudHandlers(contract.e_library, item),
    types: on.e_library.types.handler(({ context }) => types(context)),
    subjects: on.e_library.subjects.handler(({ input, context }) => subjects(context, input)),
  },
  module_file: crudHandlers(contract.module_file, moduleFile),
  student_file: crudHandlers(contract.student_file, studentFile),
  user_open_link: crudHandlers(contract.user_open_link, { ...openLink, all: openLinkOptions }),
});
