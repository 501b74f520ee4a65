import { z } from 'zod';
import { type Access, crud, defineErrors, requiredText } from '#platform/contract/index.ts';
import { viewNaming } from './shapes.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({ VIEW_OF_OTHER: 403, VIEW_SHARING_FORBIDDEN: 403, VIEWS_TOO_MANY: 422 });
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    views: typeof errors;
  }
}

const own: Access = {
  self: 'a view is a question that its owner could ask anyway; others’ are seen with the right to their list',
};

const query = z
  .record(z.string().min(1).max(60), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 40 && JSON.stringify(value).length <= 4000, 'Too long')
  .describe('what the address of the list holds: search, filters, sort, size');
const columns = z
  .array(z.string().min(1).max(60))
  .max(80)
  .describe('keys of the columns that are shown or hidden otherwise than usual');
const list = requiredText(200).describe('the list as its page calls it');

const fields = {
  list,
  /** The address of the call that the list asks, `/student`: whoever may ask it sees what is shared. */
  call: requiredText(200).describe('address of the call behind the list; whoever may ask it sees shared views of it'),
  name: viewNaming.shape.name,
  query,
  columns,
  shared: z.boolean(),
};

export const contract = {
  list_view: crud({
    base: '/list_view/',
    noun: 'saved view of a list',
    read: own,
    write: own,
    record: {
      ...fields,
      owner: z.string().describe('full name'),
      own: z.boolean(),
    },
    save: { ...fields, ...viewNaming.shape },
    filters: { list: list.optional() },
    errors: ['UNKNOWN_REFERENCE', 'VIEW_OF_OTHER', 'VIEW_SHARING_FORBIDDEN', 'VIEWS_TOO_MANY'],
    deleteErrors: ['VIEW_OF_OTHER'],
    restoreErrors: ['VIEW_OF_OTHER', 'VIEWS_TOO_MANY'],
  }),
};
