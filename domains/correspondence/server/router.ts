import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { aboutOptions } from './about.ts';
import { deputy } from './deputies.ts';
import { dueLetters, holdLetter, lettersOfAct, pickLetters } from './destroyed.ts';
import { act, openAct, sayOfAct, stepOfAct } from './destruction.ts';
import { askExtension, decideExtension } from './extensions.ts';
import { group, groupOptions } from './groups.ts';
import { disciplineOf, journalOf } from './journal.ts';
import { duplicatesOf, letter, openLetter } from './letters.ts';
import { reportOn, saveOrder, stepOfOrder } from './orders.ts';
import { peopleOptions } from './people.ts';
import { askReaders, takeNote, waitingFor } from './readers.ts';
import { freeNumbers, giveUpNumber, registerOf, reserveNumber } from './reservations.ts';
import { stampedLetter } from './stamp.ts';
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
    about: on.letter.about.handler(({ input, context }) => aboutOptions(context, input)),
    acquaint: on.letter.acquaint.handler(({ input, context }) => askReaders(context, input)),
    acquainted: on.letter.acquainted.handler(({ input, context }) => takeNote(context, input)),
    stamped: on.letter.stamped.handler(({ input, context }) => stampedLetter(context, input)),
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
  number: {
    list: on.number.list.handler(({ input, context }) => registerOf(context, input)),
    free: on.number.free.handler(({ input, context }) => freeNumbers(context, input)),
    reserve: on.number.reserve.handler(({ input, context }) => reserveNumber(context, input)),
    give_up: on.number.give_up.handler(({ input, context }) => giveUpNumber(context, input)),
  },
  destruction: {
    ...crudHandlers(contract.destruction, { ...act, get: openAct }),
    due: on.destruction.due.handler(({ input, context }) => dueLetters(context, input)),
    letters: on.destruction.letters.handler(({ input, context }) => lettersOfAct(context, input)),
    pick: on.destruction.pick.handler(({ input, context }) => pickLetters(context, input)),
    word: on.destruction.word.handler(({ input, context }) => sayOfAct(context, input)),
    step: on.destruction.step.handler(({ input, context }) => stepOfAct(context, input)),
    hold: on.destruction.hold.handler(({ input, context }) => holdLetter(context, input)),
  },
  deputy: crudHandlers(contract.deputy, deputy),
  group: crudHandlers(contract.group, { ...group, all: groupOptions }),
});
