import { Badge } from '@mantine/core';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { useLocale } from '#platform/web/index.ts';
import { plainValue, ResourcePage, showNumber } from '#platform/web/kit/index.ts';
import { typeSave } from '../../shapes.ts';
import { api, loadValidators, refresh, useFields } from '../api.ts';
import { Grades } from '../components/grades.tsx';

const schema = z.object({ ...saveBase, ...typeSave });
const fresh = { active: true, evidence_min: 1, position: 0, grades: [] };

/** What counts as an achievement, what can be reached of it, how it is proved and who verifies it. */
export default function Types() {
  const { t, field, column } = useFields();
  const { locale } = useLocale();
  return (
    <ResourcePage
      of={api.type}
      messages="achievements.type"
      manage
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      columns={[
        {
          ...column('title'),
          render: (row) => (
            <>
              {plainValue(row.title, locale)}{' '}
              {!row.active && (
                <Badge size="xs" variant="default">
                  {t('achievements.type.closed')}
                </Badge>
              )}
            </>
          ),
        },
        {
          key: 'grades',
          title: t('achievements.field.grades'),
          align: 'right',
          render: (row) => showNumber(row.grades.length, locale),
        },
        { ...column('evidence_min'), align: 'right' },
        { key: 'validator', title: t('achievements.field.validator_id'), render: (row) => row.validator?.title ?? '—' },
        { ...column('position'), sortable: true, align: 'right' },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'multilingual', ...field('description'), wide: true },
        { control: 'number', ...field('evidence_min'), description: t('achievements.type.evidence_about') },
        { control: 'number', ...field('position') },
        {
          control: 'async',
          ...field('validator_id'),
          description: t('achievements.type.validator_about'),
          load: loadValidators,
          wide: true,
        },
        { control: 'switch', ...field('active') },
      ]}
    >
      <Grades name="grades" />
    </ResourcePage>
  );
}
