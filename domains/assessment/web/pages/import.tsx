import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { importWith } from '#platform/web/imports/import-with.ts';
import { codeId, useMessages } from '#platform/web/index.ts';
import { api, refresh } from '../api.ts';

const calls = importWith(api.import);

/** Marks from a spreadsheet; what the board has confirmed becomes a request for an amendment. */
export default function Import() {
  const t = useMessages();
  return (
    <ImportPage
      of={{
        messages: 'assessment.import',
        path: '/assessment/import',
        list: '/mark-entry',
        href: () => '/mark-entry',
        upload,
        calls,
        show: {
          label: (field) => t(codeId('assessment.field', field)),
          value: (field, value) =>
            field === 'special' && typeof value === 'string' ? t(codeId('assessment.special', value)) : value,
        },
        onChanged: refresh,
      }}
    />
  );
}
