import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { serveContent } from './packages/content.ts';
import { router } from './router.ts';

export default defineServerDomain({
  name: 'lessons',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  start: serveContent,
});
