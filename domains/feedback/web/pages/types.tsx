import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useLocale } from '#platform/web/index.ts';
import { plainValue, ResourcePage, StatusBadge } from '#platform/web/kit/index.ts';
import { feedbackKinds, typeSave } from '../../shapes.ts';
import { api, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...typeSave });
const fresh = { kind: 'COMPLAINT', answer_days: 10, active: true };

/** What one may write about, and within how many working days it is answered. */
export default function Types() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  const kinds = useMemo(() => choices(t, 'feedback.kind', feedbackKinds), [t]);
  return (
    <ResourcePage
      of={api.feedback_type}
      messages="feedback.type"
      manage
      schema={schema}
      fresh={fresh}
      columns={[
        { ...column('title'), render: (row) => plainValue(row.title, locale) },
        { ...column('kind'), render: (row) => t(`feedback.kind.${row.kind}`) },
        { ...column('answer_days'), align: 'right' },
        {
          ...column('active'),
          render: (row) => (
            <StatusBadge status={row.active ? 'ACTIVE' : 'CLOSED'} label={t(row.active ? 'common.yes' : 'common.no')} />
          ),
        },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'select', ...field('kind'), options: kinds },
        { control: 'number', ...field('answer_days') },
        { control: 'switch', ...field('active') },
      ]}
    />
  );
}
