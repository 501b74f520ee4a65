import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { importWith } from '#platform/web/imports/import-with.ts';
import { codeId, type FamilyOf, useMessages } from '#platform/web/index.ts';
import { plainValue } from '#platform/web/kit/index.ts';
import { type api, refresh } from '../api.ts';

type Calls = typeof api.external.import;
interface FileImportProps {
  /** Prefix of its texts. */
  messages: FamilyOf<'template_name'>;
  path: string;
  /** Where what came in is listed. */
  list: string;
  calls: Pick<Calls, 'preview' | 'start'>;
}

/** The page of a file that is looked at first and taken whole or not at all. */
export function FileImport({ list, calls, ...kind }: FileImportProps) {
  const t = useMessages();
  return (
    <ImportPage
      of={{
        ...kind,
        list,
        href: (id) => `${list}?open=${id}`,
        upload,
        calls: importWith(calls),
        show: {
          label: (field) => t(codeId('accounting.field', field)),
          value: (_field, value) => plainValue(value, 'en'),
        },
        onChanged: refresh,
      }}
    />
  );
}
