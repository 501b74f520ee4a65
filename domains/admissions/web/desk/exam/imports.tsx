import { useLocation } from '@tanstack/react-router';
import { upload } from '#domains/files/web/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { importWith } from '#platform/web/imports/import-with.ts';
import { codeId, useMessages } from '#platform/web/index.ts';
import { api, refresh } from '../../api.ts';

/** Which file comes in at which address. */
const kinds = {
  '/internal-exam/applicants/import': {
    messages: 'admissions.import.scores',
    path: '/admission/score/import',
    list: '/internal-exam/applicants',
    calls: api.exam.score.import,
  },
  '/internal-exam/applicants/dtm': {
    messages: 'admissions.import.dtm',
    path: '/application/dtm_file/import',
    list: '/internal-exam/applicants',
    calls: api.plain.application.dtm,
  },
  '/general-applications/dtm': {
    messages: 'admissions.import.dtm',
    path: '/general/application/dtm_file/import',
    list: '/general-applications',
    calls: api.general.application.dtm,
  },
  '/full-time-applicants/import': {
    messages: 'admissions.import.appointments',
    path: '/user/guest/appointment/score/import',
    list: '/full-time-applicants',
    calls: api.guests.appointment_import,
  },
} as const;

/** Points from a spreadsheet: of the exam, of the state's testing centre, of appointments. */
export default function PointsImport() {
  const t = useMessages();
  const { pathname } = useLocation();
  const kind =
    kinds[pathname.replace(/(?<=.)\/$/, '') as keyof typeof kinds] ?? kinds['/internal-exam/applicants/import'];
  return (
    <ImportPage
      of={{
        messages: kind.messages,
        path: kind.path,
        list: kind.list,
        href: () => kind.list,
        upload,
        calls: importWith(kind.calls),
        show: { label: (field) => t(codeId('admissions.field', field)), value: (_field, value) => value },
        onChanged: refresh,
      }}
    />
  );
}
