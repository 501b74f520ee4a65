import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useLocale } from '#platform/web/index.ts';
import { plainValue, ResourcePage, StatusBadge } from '#platform/web/kit/index.ts';
import { templateSave } from '../../shapes.ts';
import { outcomes } from '../../workflow.ts';
import { api, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...templateSave });

/** What decisions often say, in three languages, so that nobody types it anew each time. */
export default function Reasons() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  const options = useMemo(() => choices(t, 'circumstances.state', outcomes), [t]);
  return (
    <ResourcePage
      of={api.ec_template}
      messages="circumstances.template"
      manage
      schema={schema}
      columns={[
        { ...column('title'), render: (row) => plainValue(row.title, locale) },
        {
          ...column('outcome'),
          render: (row) => <StatusBadge status={row.outcome} label={t(`circumstances.state.${row.outcome}`)} />,
        },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'select', ...field('outcome'), options },
        { control: 'multilingual', ...field('text'), wide: true },
      ]}
    />
  );
}
