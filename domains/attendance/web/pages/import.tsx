import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { importWith } from '#platform/web/imports/import-with.ts';
import { codeId, useMessages } from '#platform/web/index.ts';
import { api, refresh } from '../api.ts';

const calls = importWith(api.import);

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
        upload,
        calls,
        show: {
          label: (field) => t(codeId('attendance.field', field)),
          value: (field, value) =>
            field === 'status' && typeof value === 'string' ? t(codeId('attendance.mark', value)) : value,
        },
        onChanged: refresh,
      }}
    />
  );
}
