import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { importWith } from '#platform/web/imports/import-with.ts';
import { api, refresh } from '../api.ts';
import { useShownValue } from '../components/shown-value.ts';

const calls = importWith(api.import);

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
        upload,
        calls,
        show,
        onChanged: refresh,
      }}
    />
  );
}
