import { useQuery } from '@tanstack/react-query';
import { connect, queryClient, silent, useMessages } from '#platform/web/index.ts';
import { SettingsPage } from '#platform/web/kit/index.ts';
import { contract } from '../../contract.ts';
import { uploadSizes } from '../../shapes.ts';

const api = connect(contract);

/** How large files may be that people of this institution send. */
export default function UploadSettings() {
  const t = useMessages();
  const query = useQuery(api.settings.queryOptions(silent));
  const size = (name: 'file_mb' | 'package_mb') => ({
    control: 'number' as const,
    name,
    label: t(`files.field.${name}`),
    description: t('files.settings.most', { most: query.data?.most_mb ?? 0 }),
    min: 1,
    max: query.data?.most_mb,
  });
  return (
    <SettingsPage
      title={t('files.settings.title')}
      description={t('files.settings.about')}
      query={query}
      schema={uploadSizes}
      fields={[size('file_mb'), size('package_mb')]}
      save={(payload) => api.save_settings.call(payload, silent)}
      onSaved={() => {
        // What uploaders were told beforehand holds no longer.
        void Promise.all([
          queryClient.invalidateQueries({ queryKey: api.key() }),
          queryClient.invalidateQueries({ queryKey: ['files', 'limits'] }),
        ]);
      }}
    />
  );
}
