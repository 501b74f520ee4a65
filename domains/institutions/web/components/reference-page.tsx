import { useAbility } from '#platform/web/index.ts';
import { ResourcePage, type ResourcePageProps, type ResourceRow } from '#platform/web/kit/index.ts';
import { useFields } from '../api.ts';

interface ReferenceProps<Row extends ResourceRow>
  extends Omit<ResourcePageProps<Row>, 'embedded' | 'name' | 'manage' | 'columns' | 'fields'> {
  /** after the title */
  columns: ResourcePageProps<Row>['columns'];
  fields: NonNullable<ResourcePageProps<Row>['fields']>;
}

/** One list of the reference data: a title in three languages, and what belongs to it. */
export function ReferencePage<Row extends ResourceRow>({ columns, fields, ...rest }: ReferenceProps<Row>) {
  const { field, column } = useFields();
  return (
    <ResourcePage<Row>
      {...rest}
      embedded
      name={rest.messages}
      manage={useAbility().can('reference.manage')}
      columns={[{ ...column('title'), sortable: true }, ...columns]}
      fields={[{ control: 'multilingual', ...field('title'), wide: true }, ...fields]}
    />
  );
}
