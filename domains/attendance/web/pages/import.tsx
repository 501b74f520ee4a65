import { uploadFor } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { silent, useMessages } from '#platform/web/index.ts';
import { api, refresh } from '../api.ts';

/** The page itself says what is wrong with a file. */
const uploadSheet = uploadFor('file', { silent: true });
const calls = {
  preview: (file_id: number) => api.import.preview.call({ file_id }, silent),
  start: (file_id: number) => api.import.start.call({ file_id }, silent),
};

/** Registers of many lessons from one spreadsheet. */
export default function Import() {
  const t = useMessages();
  return (
    <ImportPage
      of={{
        messages: 'attendance.import',
        path: '/attendance/import',
        list: '/attendance-lessons',
        href: (id) => `/students/${id}`,
        upload: uploadSheet,
        calls,
        show: {
          label: (field) => t(`attendance.field.${field}`),
          value: (field, value) =>
            field === 'status' && typeof value === 'string' ? t(`attendance.mark.${value}`) : value,
        },
        onChanged: refresh,
      }}
    />
  );
}
