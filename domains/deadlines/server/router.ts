import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { arrangements } from './arrangements.ts';
import { deadlineList } from './due.ts';

const on = serve(contract);

export const router = on.router({
  exam_arrangement: crudHandlers(contract.exam_arrangement, arrangements),
  deadline: {
    list: on.deadline.list.handler(({ input, context }) => deadlineList(context, input)),
  },
});
