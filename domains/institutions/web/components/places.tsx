import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useAbility } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { placeKinds } from '../../contract.ts';
import { citySave, countrySave, placeSave, regionSave } from '../../shapes.ts';
import { api, loadCountries, loadPlaces, loadStates, useFields } from '../api.ts';
import { useReference } from './use-reference.ts';

const countrySchema = z.object({ ...saveBase, ...countrySave });
export function Countries() {
  const { t, field, column } = useFields();
  const { list, titleColumn, titleField } = useReference('institutions.country');
  return (
    <ResourcePage
      of={api.country}
      {...list}
      schema={countrySchema}
      columns={[titleColumn, column('code')]}
      fields={[titleField, { control: 'text', ...field('code'), description: t('institutions.country.code_hint') }]}
    />
  );
}

const regionSchema = z.object({ ...saveBase, ...regionSave });
export function Regions() {
  const { field, column, label } = useFields();
  const filters = useMemo(
    () => [{ key: 'country_id' as const, label: label('country_id'), control: 'async' as const, load: loadCountries }],
    [label],
  );
  const { list, titleColumn, titleField } = useReference('institutions.region');
  return (
    <ResourcePage
      of={api.state}
      {...list}
      schema={regionSchema}
      filters={filters}
      columns={[titleColumn, { ...column('country_id'), render: (row) => row.country?.title ?? '—' }]}
      fields={[titleField, { control: 'async', ...field('country_id'), load: loadCountries }]}
    />
  );
}

const citySchema = z.object({ ...saveBase, ...citySave });
export function Cities() {
  const { field, column, label } = useFields();
  const filters = useMemo(
    () => [{ key: 'state_id' as const, label: label('state_id'), control: 'async' as const, load: loadStates }],
    [label],
  );
  const { list, titleColumn, titleField } = useReference('institutions.city');
  return (
    <ResourcePage
      of={api.city}
      {...list}
      schema={citySchema}
      filters={filters}
      columns={[titleColumn, { ...column('state_id'), render: (row) => row.state?.title ?? '—' }]}
      fields={[titleField, { control: 'async', ...field('state_id'), load: loadStates }]}
    />
  );
}

const placeSchema = z.object({ ...saveBase, ...placeSave });
/** Buildings, and the rooms in them. */
export function Places() {
  const { t, field, column, label } = useFields();
  const kinds = useMemo(() => choices(t, 'institutions.place_kind', placeKinds), [t]);
  const filters = useMemo(
    () => [
      { key: 'kind' as const, label: label('kind'), control: 'select' as const, options: kinds },
      { key: 'parent_id' as const, label: label('building'), control: 'async' as const, load: loadPlaces },
    ],
    [label, kinds],
  );
  return (
    <ResourcePage
      of={api.education_place}
      messages="institutions.place"
      embedded
      name="reference.places"
      manage={useAbility().can('reference.manage')}
      schema={placeSchema}
      filters={filters}
      columns={[
        { key: 'name', title: label('place_name'), sortable: true },
        { ...column('kind'), render: (row) => t(`institutions.place_kind.${row.kind}`) },
        { key: 'parent_id', title: label('building'), render: (row) => row.parent?.title ?? '—' },
        { ...column('capacity'), sortable: true, align: 'right' },
        { ...column('address'), defaultHidden: true },
        { ...column('features'), defaultHidden: true },
      ]}
      fields={[
        { control: 'text', name: 'name', label: label('place_name') },
        { control: 'select', ...field('kind'), options: kinds },
        { control: 'async', name: 'parent_id', label: label('building'), load: loadPlaces },
        { control: 'number', ...field('capacity') },
        { control: 'number', ...field('seat_rows') },
        { control: 'number', ...field('seat_columns') },
        { control: 'text', ...field('address'), wide: true },
        { control: 'tags', ...field('features'), wide: true },
      ]}
    />
  );
}
