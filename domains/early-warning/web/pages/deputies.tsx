import { saveShape } from '#platform/contract/index.ts';
import { today, useAbility } from '#platform/web/index.ts';
import { DateText, ResourcePage } from '#platform/web/kit/index.ts';
import { deputySave } from '../../shapes.ts';
import { api, loadActors, refresh, useFields } from '../api.ts';

const schema = saveShape(deputySave);

/** Who looks after the students of somebody who is away. */
export default function Deputies() {
  const { column, field } = useFields();
  const { can, scope } = useAbility();
  const own = scope('risk.act') === 'taught';
  return (
    <ResourcePage
      of={api.risk_deputy}
      messages="early-warning.deputy"
      manage={can('risk.act')}
      schema={schema}
      fresh={{ since: today() }}
      rowLabel={(row) => `${row.staff?.title ?? ''} – ${row.deputy?.title ?? ''}`}
      onChanged={() => void refresh()}
      columns={[
        { key: 'staff', title: column('staff_id').title, render: (row) => row.staff?.title ?? '—' },
        { key: 'deputy', title: column('deputy_id').title, render: (row) => row.deputy?.title ?? '—' },
        { ...column('since'), sortable: true, render: (row) => <DateText value={row.since} /> },
        { ...column('until'), render: (row) => <DateText value={row.until} /> },
      ]}
      fields={[
        ...(own ? [] : [{ control: 'async' as const, ...field('staff_id'), load: loadActors, wide: true }]),
        { control: 'async', ...field('deputy_id'), load: loadActors, required: true, wide: true },
        { control: 'date', ...field('since'), required: true },
        { control: 'date', ...field('until'), required: true },
      ]}
    />
  );
}
