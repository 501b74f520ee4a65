import { api } from '../api.ts';
import { FileImport } from '../components/import.tsx';

/** A file of contracts. */
export default function Import() {
  return (
    <FileImport
      messages="accounting.import_contracts"
      path="/accounting/contract/import"
      list="/accounting/contract"
      calls={api.contract.import}
    />
  );
}
