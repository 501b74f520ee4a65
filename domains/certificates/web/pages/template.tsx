import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { silent } from '#platform/web/index.ts';
import { Loaded } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Designer } from '../components/designer.tsx';

/** A version of a template: placed while it is a draft, looked at afterwards. */
export default function TemplatePage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(api.template.get.queryOptions({ input: { id: Number(id) }, ...silent }));
  return <Loaded query={query}>{(data) => <Designer key={data.id} template={data} />}</Loaded>;
}
