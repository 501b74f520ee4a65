import { useQuery } from '@tanstack/react-query';
import { codeId, silent } from '#platform/web/index.ts';
import { SettingsPage } from '#platform/web/kit/index.ts';
import { cvSettings } from '../../shapes-cv.ts';
import { api, refreshCv, useFields } from '../api.ts';

const names = ['archive_left_days', 'archive_silent_days'] as const;

/** When the clock puts a CV away. */
export default function Settings() {
  const { t, field } = useFields();
  const query = useQuery(api.cv.settings.queryOptions({ input: {}, ...silent }));
  return (
    <SettingsPage
      title={t('careers.settings.title')}
      description={t('careers.settings.about')}
      query={query}
      schema={cvSettings}
      fields={names.map((name) => ({
        control: 'number' as const,
        ...field(name),
        description: t(codeId('careers.settings', name)),
      }))}
      save={(payload) => api.cv.save_settings.call(payload, silent)}
      onSaved={() => void refreshCv()}
    />
  );
}
