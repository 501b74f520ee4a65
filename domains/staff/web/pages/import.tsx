import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { importWith } from '#platform/web/imports/import-with.ts';
import { useShownValues } from '#platform/web/kit/index.ts';
import { api, refreshAll } from '../api.ts';
import { staffShown } from '../fields.ts';
import { records } from '../records.ts';

const calls = importWith(api.import);
/** The list of staff from a spreadsheet. */
export default function Import() {
  const show = useShownValues(staffShown, records.staff.codes);
  return (
    <ImportPage
      of={{
        messages: 'staff.import',
        path: '/staff/import',
        list: '/staff',
        href: (id) => `/staff/${id}`,
        upload,
        calls,
        show,
        onChanged: refreshAll,
      }}
    />
  );
}
