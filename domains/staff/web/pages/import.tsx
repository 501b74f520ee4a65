import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { importWith } from '#platform/web/imports/import-with.ts';
import { codeId, type Family, useMessages } from '#platform/web/index.ts';
import { api, refreshAll } from '../api.ts';

const calls = importWith(api.import);
/** Which message names the codes of a field. */
const coded: Record<string, Family> = {
  gender: 'staff.gender',
  degree: 'staff.degree',
  academic_title: 'staff.academic_title',
};

/** The list of staff from a spreadsheet. */
export default function Import() {
  const t = useMessages();
  const names: Record<string, string> = { department: 'department_id', job_position: 'job_position_id' };
  return (
    <ImportPage
      of={{
        messages: 'staff.import',
        path: '/staff/import',
        list: '/staff',
        href: (id) => `/staff/${id}`,
        upload,
        calls,
        show: {
          label: (field) => t(codeId('staff.field', names[field] ?? field)),
          value: (field, value) => (coded[field] && typeof value === 'string' ? t(codeId(coded[field], value)) : value),
        },
        onChanged: refreshAll,
      }}
    />
  );
}
