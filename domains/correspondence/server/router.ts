import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { deputy } from './deputies.ts';
import { askExtension, decideExtension } from './extensions.ts';
import { group, groupOptions } from './groups.ts';
import { disciplineOf, journalOf } from './journal.ts';
import { duplicatesOf, letter, openLetter } from './letters.ts';
import { reportOn, saveOrder, stepOfOrder } from './orders.ts';
import { peopleOptions } from './people.ts';
import { askReaders, takeNote, waitingFor } from './readers.ts';
import { changeStatus } from './steps.ts';
import { sayWord } from './words.ts';

const on = serve(contract);

export const router = on.router({
  letter: {
    ...crudHandlers(contract.letter, { ...letter, get: openLetter }),
    change_status: on.letter.change_status.handler(({ input, context }) => changeStatus(context, input)),
    word: on.letter.word.handler(({ input, context }) => sayWord(context, input)),
    duplicates: on.letter.duplicates.handler(({ input, context }) => duplicatesOf(context, input)),
    people: on.letter.people.handler(({ input, context }) => peopleOptions(context, input)),
    acquaint: on.letter.acquaint.handler(({ input, context }) => askReaders(context, input)),
    acquainted: on.letter.acquainted.handler(({ input, context }) => takeNote(context, input)),
    mine: on.letter.mine.handler(({ context }) => waitingFor(context)),
  },
  order: {
    save: on.order.save.handler(({ input, context }) => saveOrder(context, input)),
    report: on.order.report.handler(({ input, context }) => reportOn(context, input)),
    step: on.order.step.handler(({ input, context }) => stepOfOrder(context, input)),
    extend: on.order.extend.handler(({ input, context }) => askExtension(context, input)),
    decide_extension: on.order.decide_extension.handler(({ input, context }) => decideExtension(context, input)),
    journal: on.order.journal.handler(({ input, context }) => journalOf(context, input)),
    discipline: on.order.discipline.handler(({ input, context }) => disciplineOf(context, input)),
  },
  deputy: crudHandlers(contract.deputy, deputy),
  group: crudHandlers(contract.group, { ...group, all: groupOptions }),
});
