import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PageSpinner, silent } from '#platform/web/index.ts';
import { api } from '../api.ts';
import { Builder } from '../builder/builder.tsx';

/** A report that is kept. */
export default function ReportPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const subjects = useQuery(api.report.fields.queryOptions(silent));
  const kept = useQuery(api.report.get.queryOptions({ input: { id } }));
  if (!subjects.data || !kept.data) return <PageSpinner />;
  return <Builder key={`${id}-${kept.data.version}`} subjects={subjects.data} report={kept.data} />;
}
