import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { codeId, type NameIn, silent, useAbility } from '#platform/web/index.ts';
import { SettingsPage } from '#platform/web/kit/index.ts';
import { settingsShape } from '../../shapes.ts';
import { api, refresh, useFields } from '../api.ts';

const schema = z.object(settingsShape);
const names = [
  'self_quota',
  'self_days',
  'self_before_days',
  'self_after_days',
  'evidence_days',
  'board_days',
  'review_days',
  'panel_quorum',
] as const;

/** When students may certify for themselves, and how long everything takes. */
export default function RulesPage() {
  const { t, field } = useFields();
  const query = useQuery(api.ec.settings.queryOptions({ ...silent }));
  const number = (name: NameIn<'circumstances.field'>) => ({
    control: 'number' as const,
    ...field(name),
    description: t(codeId('circumstances.rules', name)),
  });
  return (
    <SettingsPage
      title={t('circumstances.rules.title')}
      description={t('circumstances.rules.about')}
      query={query}
      schema={schema}
      fields={names.map(number)}
      disabled={!useAbility().can('circumstance.settings')}
      save={(payload) => api.ec.save_settings.call(payload, silent)}
      onSaved={() => void refresh()}
    />
  );
}
