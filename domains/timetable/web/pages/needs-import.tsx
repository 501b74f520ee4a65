import { uploadFor } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { silent, useMessages } from '#platform/web/index.ts';
import { api, refresh } from '../api.ts';

const uploadSheet = uploadFor('file', { silent: true });
const calls = {
  preview: (file_id: number) => api.requirement_import.preview.call({ file_id }, silent),
  start: (file_id: number) => api.requirement_import.start.call({ file_id }, silent),
};
const words: Record<string, string> = { kind: 'timetable.kind', week: 'timetable.week' };

/** Needs of lessons from a spreadsheet. */
export default function NeedsImport() {
  const t = useMessages();
  return (
    <ImportPage
      of={{
        messages: 'timetable.needs_import',
        path: '/timetable_requirement/import',
        list: '/timetable-needs',
        href: (id) => `/timetable-needs?open=${id}`,
        upload: uploadSheet,
        calls,
        show: {
          label: (field) => t(`timetable.field.${field}`),
          value: (field, value) => (words[field] && value ? t(`${words[field]}.${value}`) : value),
        },
        onChanged: refresh,
      }}
    />
  );
}
