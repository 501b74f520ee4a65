import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';

export { type Signable, signable } from './hooks.ts';
export { type Signed, sign, signaturesShown, type ToSign } from './signing.ts';
export { signatures } from './tables.ts';

export default defineServerDomain({
  name: 'signatures',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
});
