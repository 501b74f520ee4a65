import { serve } from '#platform/server/call/context.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors } from '../contract.ts';

export {
  type Answers,
  changesBetween,
  checkAnswers,
  type Facts,
  type FormField,
  isAsked,
  isFile,
  isWritten,
} from '../contract.ts';
export { claimAnswers, demandSound } from './sound.ts';

export default defineServerDomain({
  name: 'questions',
  contract,
  router: serve(contract).router({}),
  errors,
  messages: new URL('./messages/', import.meta.url),
});
