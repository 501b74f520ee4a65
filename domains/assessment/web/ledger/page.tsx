import { useSearch } from '@tanstack/react-router';
import { Chain } from './chain.tsx';
import { Chains } from './chains.tsx';

/** The ledger of marks: the chains of all modules, or what happened in one of them. */
export default function LedgerPage() {
  const { course_module_id } = useSearch({ strict: false }) as { course_module_id?: unknown };
  const module = /^\d{1,9}$/.test(String(course_module_id)) ? Number(course_module_id) : undefined;
  return module === undefined ? <Chains /> : <Chain key={module} module={module} />;
}
