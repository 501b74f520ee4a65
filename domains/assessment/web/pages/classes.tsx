import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, titleIn, useAbility, useLocale } from '#platform/web/index.ts';
import { ResourcePage, showNumber } from '#platform/web/kit/index.ts';
import { degreeClassSave } from '../../shapes.ts';
import { api } from '../api.ts';
import { useFields } from '../use-fields.ts';

const schema = z.object({ ...saveBase, ...degreeClassSave });
const fresh = { retakes_allowed: true, honours: false, entry_year: 0, borderline: 0 };

/** What a degree is called, by level and year of entry: award boards decide by it. */
export default function Classes() {
  const { t, label, field, column } = useFields();
  const { locale } = useLocale();
  const manage = useAbility().can('assessment_scale.manage');
  const levels = useMemo(() => choices(t, 'curriculum.level', studyLevels), [t]);
  const number = (value: number | null) => (value === null ? '—' : showNumber(value, locale));
  return (
    <ResourcePage
      of={api.degree_class}
      messages="assessment.classes"
      manage={manage}
      schema={schema}
      fresh={fresh}
      columns={[
        { ...column('title'), render: (row) => titleIn(row.title, locale) },
        { ...column('minimum_average'), align: 'right', render: (row) => number(row.minimum_average) },
        { ...column('minimum_total'), align: 'right', render: (row) => number(row.minimum_total) },
        {
          ...column('retakes_allowed'),
          render: (row) => t(row.retakes_allowed ? 'kit.yes' : 'kit.no'),
        },
        {
          ...column('level'),
          render: (row) => (row.level ? t(`curriculum.level.${row.level}`) : t('assessment.classes.all_levels')),
        },
        { ...column('entry_year'), align: 'right', render: (row) => row.entry_year || '—' },
        { ...column('honours'), render: (row) => t(row.honours ? 'kit.yes' : 'kit.no') },
        { ...column('code') },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'text', ...field('code') },
        { control: 'number', ...field('minimum_average'), description: t('assessment.classes.average_hint') },
        { control: 'number', ...field('minimum_total'), description: t('assessment.classes.total_hint') },
        { control: 'select', ...field('level'), options: levels },
        { control: 'number', ...field('entry_year'), description: t('assessment.classes.entry_hint') },
        { control: 'number', ...field('best_share'), description: t('assessment.classes.share_hint') },
        { control: 'number', ...field('best_from') },
        { control: 'number', ...field('borderline'), description: t('assessment.classes.band_hint') },
        { control: 'switch', name: 'retakes_allowed', label: label('retakes_allowed') },
        { control: 'switch', name: 'honours', label: label('honours') },
      ]}
    />
  );
}
