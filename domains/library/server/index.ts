import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';

export default defineServerDomain({
  name: 'library',
  contract,
  router,
  permissions,
  errors,
  constraints: { library_items_readable: 'NOTHING_TO_READ', module_files_readable: 'NOTHING_TO_READ' },
  messages: new URL('./messages/', import.meta.url),
});
