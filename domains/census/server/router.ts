import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import {
  correctCensus,
  difference,
  getCensus,
  listCensuses,
  makeCensus,
  peopleOfCell,
  removeCensus,
  stepCensus,
} from './census.ts';
import { censusFile } from './file.ts';
import { addExample, form } from './forms.ts';

const on = serve(contract);

export const router = on.router({
  form: {
    ...crudHandlers(contract.form, form),
    example: on.form.example.handler(({ input, context }) => addExample(context, input)),
  },
  census: {
    list: on.census.list.handler(({ input, context }) => listCensuses(context, input)),
    get: on.census.get.handler(({ input, context }) => getCensus(context, input)),
    make: on.census.make.handler(({ input, context }) => makeCensus(context, input)),
    step: on.census.step.handler(({ input, context }) => stepCensus(context, input)),
    correct: on.census.correct.handler(({ input, context }) => correctCensus(context, input)),
    remove: on.census.remove.handler(({ input, context }) => removeCensus(context, input)),
    difference: on.census.difference.handler(({ input, context }) => difference(context, input)),
    people: on.census.people.handler(({ input, context }) => peopleOfCell(context, input)),
    file: on.census.file.handler(({ input, context }) => censusFile(context, input)),
  },
});
