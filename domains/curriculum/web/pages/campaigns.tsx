import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useAbility } from '#platform/web/index.ts';
import { DateText, ResourcePage, StatusBadge } from '#platform/web/kit/index.ts';
import { campaignSave, campaignStates, studyLanguages } from '../../shapes.ts';
import { api, loadCourses, loadYears, refresh } from '../api.ts';
import { useFields } from '../fields.ts';

const schema = z.object({ ...saveBase, ...campaignSave });
const fresh = { grant_quota: 0, contract_quota: 60, waiting_limit: 20, status: 'DRAFT', language: 'uz' };

/** Whom the courses take, when and how many. */
export default function Campaigns() {
  const { t, label, field, column } = useFields();
  const manage = useAbility().can('campaign.manage');
  const states = useMemo(() => choices(t, 'curriculum.campaign_state', campaignStates), [t]);
  return (
    <ResourcePage
      of={api.course_campaign}
      messages="curriculum.campaign"
      manage={manage}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      rowLabel={(row) => `${row.course?.title ?? ''}, ${row.academic_year?.title ?? ''}`}
      columns={[
        { ...column('course_id'), render: (row) => row.course?.title ?? '—' },
        { ...column('academic_year_id'), render: (row) => row.academic_year?.title ?? '—' },
        { ...column('language'), render: (row) => t(`curriculum.language.${row.language}`) },
        { ...column('opens_on'), sortable: true, render: (row) => <DateText value={row.opens_on} /> },
        { ...column('closes_on'), sortable: true, render: (row) => <DateText value={row.closes_on} /> },
        { ...column('grant_quota'), align: 'right' },
        { ...column('contract_quota'), align: 'right' },
        { ...column('waiting_limit'), align: 'right' },
        {
          ...column('status'),
          render: (row) => <StatusBadge status={row.status} label={t(`curriculum.campaign_state.${row.status}`)} />,
        },
      ]}
      filters={[
        { key: 'course_id', label: label('course_id'), control: 'async', load: loadCourses },
        { key: 'academic_year_id', label: label('academic_year_id'), control: 'async', load: loadYears },
        { key: 'status', label: label('status'), control: 'select', options: states },
      ]}
      fields={[
        { control: 'async', ...field('course_id'), load: loadCourses, wide: true },
        { control: 'async', ...field('academic_year_id'), load: loadYears },
        {
          control: 'select',
          ...field('language'),
          options: choices(t, 'curriculum.language', studyLanguages),
        },
        { control: 'date', ...field('opens_on') },
        { control: 'date', ...field('closes_on') },
        { control: 'number', ...field('grant_quota') },
        { control: 'number', ...field('contract_quota') },
        { control: 'number', ...field('waiting_limit'), description: t('curriculum.campaign.waiting.hint') },
        { control: 'select', ...field('status'), options: states },
      ]}
    />
  );
}
