import type { ImportPreview } from '#platform/contract/index.ts';
import type { FamilyOf } from '../i18n.tsx';
import type { Upload } from '../kit/index.ts';

/** What a domain whose records can be imported from a spreadsheet says about them. */
export interface ImportedRecords {
  /** beginning of the ids of its texts: `<messages>.title`, `.about`, `.hint.match`, `.to_list`, `.template_name` */
  messages: FamilyOf<'template_name'> &
    FamilyOf<'hint.match'> &
    FamilyOf<'to_list'> &
    FamilyOf<'about'> &
    FamilyOf<'title'>;
  /** address of its import calls, `/staff/import`; below it stand `template` and `faults` */
  path: string;
  /** page of the list */
  list: string;
  href: (id: number) => string;
  upload: Upload;
  calls: {
    preview: (file_id: number) => Promise<ImportPreview>;
    start: (file_id: number) => Promise<{ job_id: number }>;
  };
  /** fields and values of what would change, as people read them */
  show: { label: (field: string) => string; value: (field: string, value: unknown) => unknown };
  /** after records were written or taken back; keep it outside of the component */
  onChanged: () => unknown;
}
