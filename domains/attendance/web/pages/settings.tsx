import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { codeId, type NameIn, silent, useAbility } from '#platform/web/index.ts';
import { SettingsPage } from '#platform/web/kit/index.ts';
import { settingsShape } from '../../shapes.ts';
import { api, refresh } from '../api.ts';
import { useFields } from '../use-fields.ts';

const schema = z.object(settingsShape);

/** The limit of the law, what a session counts, and how long a register stays open. */
export default function Settings() {
  const { t, field } = useFields();
  const query = useQuery(api.attendance.settings.queryOptions({ input: {}, ...silent }));
  const number = (name: NameIn<'attendance.field'>) => ({
    control: 'number' as const,
    ...field(name),
    description: t(codeId('attendance.settings', name)),
  });
  return (
    <SettingsPage
      title={t('attendance.settings.title')}
      description={t('attendance.settings.about')}
      query={query}
      schema={schema}
      fields={(['limit_percent', 'near_percent', 'hours_per_session', 'lock_days'] as const).map(number)}
      disabled={!useAbility().can('attendance.settings')}
      save={(payload) => api.attendance.save_settings.call(payload, silent)}
      onSaved={() => void refresh()}
    />
  );
}
