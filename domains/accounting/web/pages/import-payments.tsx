import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { useMessages } from '#platform/web/index.ts';
import { plainValue } from '#platform/web/kit/index.ts';
import { api, refresh, uploadSheet } from '../api.ts';

const silent = { context: { silent: true } };
const calls = {
  preview: (file_id: number) => api.external.import.preview.call({ file_id }, silent),
  start: (file_id: number) => api.external.import.start.call({ file_id }, silent),
};

/** A file of payments: looked at first, taken whole or not at all. */
export default function Import() {
  const t = useMessages();
  return (
    <ImportPage
      of={{
        messages: 'accounting.import_payments',
        path: '/student/external_payment/import',
        list: '/payments',
        href: (id) => `/payments?open=${id}`,
        upload: uploadSheet,
        calls,
        show: { label: (field) => t(`accounting.field.${field}`), value: (_field, value) => plainValue(value, 'en') },
        onChanged: refresh,
      }}
    />
  );
}
