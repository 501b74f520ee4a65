import { uploadFor } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { silent, useMessages } from '#platform/web/index.ts';
import { api, refresh } from '../api.ts';

/** The page itself says what is wrong with a file. */
const uploadSheet = uploadFor('file', { silent: true });
const calls = {
  preview: (file_id: number) => api.wish_import.preview.call({ file_id }, silent),
  start: (file_id: number) => api.wish_import.start.call({ file_id }, silent),
};
const words: Record<string, string> = { kind: 'timetable.wish_kind', week: 'timetable.week', day: 'timetable.day' };

/** Times of teachers and rooms from a spreadsheet. */
export default function Import() {
  const t = useMessages();
  return (
    <ImportPage
      of={{
        messages: 'timetable.import',
        path: '/timetable_wish/import',
        list: '/timetable-wishes',
        href: (id) => `/timetable-wishes?open=${id}`,
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
