import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { messageOf, PageSpinner, silent } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Designer } from '../components/designer.tsx';

/** A version of a template: placed while it is a draft, looked at afterwards. */
export default function TemplatePage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(api.template.get.queryOptions({ input: { id: Number(id) }, ...silent }));
  if (query.error && !query.data) return <Empty title={messageOf(query.error)} />;
  if (!query.data) return <PageSpinner />;
  return <Designer key={query.data.id} template={query.data} />;
}
