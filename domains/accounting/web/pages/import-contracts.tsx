import { api } from '../api.ts';
import { importPage } from '../components/import.tsx';

export default importPage({
  messages: 'accounting.import_contracts',
  path: '/accounting/contract/import',
  list: '/accounting/contract',
  calls: api.contract.import as never,
});
