import { api } from '../api.ts';
import { importPage } from '../components/import.tsx';

export default importPage({
  messages: 'accounting.import_payments',
  path: '/student/external_payment/import',
  list: '/payments',
  calls: api.external.import as never,
});
