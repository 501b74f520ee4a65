import { api } from '../api.ts';
import { FileImport } from '../components/import.tsx';

/** A file of payments. */
export default function Import() {
  return (
    <FileImport
      messages="accounting.import_payments"
      path="/student/external_payment/import"
      list="/payments"
      calls={api.external.import}
    />
  );
}
