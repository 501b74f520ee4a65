import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { codeId, type Family, type FamilyOf, silent, useMessages } from '#platform/web/index.ts';
import { type api, refresh } from '../api.ts';

/** The page itself says what is wrong with a file. */

interface Props {
  calls: Pick<typeof api.wish_import, 'preview' | 'start'>;
  messages: FamilyOf<'template_name'>;
  path: string;
  list: string;
  /** Fields whose values are codes, with where their messages begin. */
  words: Record<string, Family>;
}

/** Takes inputs of timetables from a spreadsheet. */
export function SheetImport({ calls, messages, path, list, words }: Props) {
  const t = useMessages();
  return (
    <ImportPage
      of={{
        messages,
        path,
        list,
        href: (id) => `${list}?open=${id}`,
        upload,
        calls: {
          preview: (file_id) => calls.preview.call({ file_id }, silent),
          start: (file_id) => calls.start.call({ file_id }, silent),
        },
        show: {
          label: (field) => t(codeId('timetable.field', field)),
          value: (field, value) => (words[field] && value ? t(codeId(words[field], String(value))) : value),
        },
        onChanged: refresh,
      }}
    />
  );
}
