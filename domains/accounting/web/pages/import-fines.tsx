import { api } from '../api.ts';
import { FileImport } from '../components/import.tsx';

/** A file of fines. */
export default function Import() {
  return (
    <FileImport
      messages="accounting.import_fines"
      path="/student/external_payment/import_fine"
      list="/payments"
      calls={api.external.fines}
    />
  );
}
