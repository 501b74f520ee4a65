import { IconListCheck } from '@tabler/icons-react';
import { z } from 'zod';
import { saveBase, title } from '#platform/contract/index.ts';
import { useLocale } from '#platform/web/index.ts';
import { plainValue, ResourcePage } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, title });

/** Questionnaires; their questions are built on a page of their own. */
export default function Questionnaires() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  return (
    <ResourcePage
      of={api.questionnaire}
      messages="evaluation.questionnaire"
      manage
      schema={schema}
      rowLabel={(row) => plainValue(row.title, locale)}
      columns={[
        { ...column('title'), render: (row) => plainValue(row.title, locale) },
        { ...column('questions'), align: 'right' },
      ]}
      actions={(row) => [
        {
          key: 'build',
          label: t('evaluation.questionnaire.build'),
          icon: <IconListCheck size={16} aria-hidden />,
          href: `/evaluation/questionnaires/${row.id}`,
        },
      ]}
      fields={[{ control: 'multilingual', ...field('title'), wide: true }]}
    />
  );
}
