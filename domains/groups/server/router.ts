import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { choose, offers, withdraw } from './choices.ts';
import { groupExport } from './export.ts';
import { getGroup, group, groupOptions, groupsForAssessment } from './groups.ts';
import { history } from './history.ts';
import { assign, assignMentor, assignment, membershipChecks, transfer, waitingForGroups } from './members.ts';
import { shuffle } from './shuffle.ts';

const on = serve(contract);

export const router = on.router({
  group: {
    ...crudHandlers(contract.group, { ...group, get: getGroup, all: groupOptions }),
    short: on.group.short.handler(({ input, context }) => group.all(context, input)),
    for_assessment: on.group.for_assessment.handler(({ input, context }) => groupsForAssessment(context, input)),
    waiting: on.group.waiting.handler(({ context }) => waitingForGroups(context)),
    assignment: on.group.assignment.handler(({ input, context }) => assignment(context, input)),
    assign: on.group.assign.handler(({ input, context }) => assign(context, input)),
    transfer: on.group.transfer.handler(({ input, context }) => transfer(context, input)),
    shuffle: on.group.shuffle.handler(({ input, context }) => shuffle(context, input)),
    mentor: on.group.mentor.handler(({ input, context }) => assignMentor(context, input)),
    export: on.group.export.handler(({ input, context }) => groupExport.answer(context, input)),
    history: on.group.history.handler(({ input, context }) => history(context, input)),
    why: on.group.why.handler(({ input, context }) => membershipChecks(context, input)),
  },
  module_choice: {
    offers: on.module_choice.offers.handler(({ input, context }) => offers(context, input)),
    choose: on.module_choice.choose.handler(({ input, context }) => choose(context, input)),
    withdraw: on.module_choice.withdraw.handler(({ input, context }) => withdraw(context, input)),
  },
});
