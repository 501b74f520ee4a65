import { useQuery } from '@tanstack/react-query';
import { PageSpinner, silent } from '#platform/web/index.ts';
import { api } from '../api.ts';
import { Builder } from '../builder/builder.tsx';

/** A report that is begun. */
export default function NewReport() {
  const { data } = useQuery(api.report.fields.queryOptions(silent));
  return data ? <Builder subjects={data} /> : <PageSpinner />;
}
