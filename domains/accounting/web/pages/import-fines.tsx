import { api } from '../api.ts';
import { importPage } from '../components/import.tsx';

export default importPage({
  messages: 'accounting.import_fines',
  path: '/student/external_payment/import_fine',
  list: '/payments',
  calls: api.external.fines as never,
});
