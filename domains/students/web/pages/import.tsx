import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { silent } from '#platform/web/index.ts';
import { api, refresh, uploadSheet } from '../api.ts';
import { useShownValue } from '../components/shown-value.ts';

const calls = {
  preview: (file_id: number) => api.import.preview.call({ file_id }, silent),
  start: (file_id: number) => api.import.start.call({ file_id }, silent),
};

/** The register of students from a spreadsheet. */
export default function Import() {
  const show = useShownValue();
  return (
    <ImportPage
      of={{
        messages: 'students.import',
        path: '/student/import',
        list: '/students',
        href: (id) => `/students/${id}`,
        upload: uploadSheet,
        calls,
        show,
        onChanged: refresh,
      }}
    />
  );
}
