import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { titleIn, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { typeSave } from '../../shapes.ts';
import { api } from '../api.ts';

const schema = z.object({ ...saveBase, ...typeSave });
const fresh = { points: 100, active: true };

/** What is called misconduct here, and how many points of the tariff it has. */
export default function OffenceTypes() {
  const t = useMessages();
  const { locale } = useLocale();
  return (
    <ResourcePage
      of={api.type}
      messages="misconduct.types"
      manage={useAbility().can('offence_type.manage')}
      schema={schema}
      fresh={fresh}
      columns={[
        { key: 'code', title: t('misconduct.field.code'), sortable: true },
        { key: 'title', title: t('misconduct.field.title'), render: (row) => titleIn(row.title, locale) },
        { key: 'points', title: t('misconduct.field.points'), align: 'right', sortable: true },
      ]}
      fields={[
        { control: 'text', name: 'code', label: t('misconduct.field.code') },
        { control: 'number', name: 'points', label: t('misconduct.field.points') },
        { control: 'multilingual', name: 'title', label: t('misconduct.field.title'), wide: true },
        { control: 'switch', name: 'active', label: t('misconduct.field.active') },
      ]}
    />
  );
}
