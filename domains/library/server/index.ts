import { modules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';
import { moduleFiles } from './tables.ts';

export default defineServerDomain({
  name: 'library',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: modules, by: moduleFiles.module_id },
    { of: academicYears, by: moduleFiles.academic_year_id },
  ],
  constraints: { library_items_readable: 'NOTHING_TO_READ', module_files_readable: 'NOTHING_TO_READ' },
  messages: new URL('./messages/', import.meta.url),
});
