import { fileRecords } from '#domains/files/server/index.ts';
import type { FileRecord } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/context.ts';
import { hemisStatusCodes, nextStatuses } from '../workflow.ts';
import type { SeenStudent } from './reach.ts';

const personalFields = [
  'birthdate',
  'nationality_id',
  'citizenship',
  'native_language',
  'marital_status',
  'contact_phone',
  'home_phone',
  'additional_phone1',
  'additional_phone2',
  'email',
  'permanent_address',
  'current_address',
  'region_id',
  'city_id',
] as const;
const passportFields = [
  'passport_id',
  'passport_issued_by',
  'passport_issued_on',
  'passport_expires_on',
  'pinfl',
] as const;

/** Students as this caller may see them, with links to their photos: one query for all of them. */
export async function present(call: Call, found: SeenStudent[]) {
  const photos = await fileRecords(
    call,
    found.map(({ row }) => row.photo_file_id),
  );
  return found.map((one) => presentOne(one, photos.get(one.row.photo_file_id ?? 0) ?? null));
}

/** Fields without a right are left out, not emptied. */
function presentOne({ row, rights }: SeenStudent, photo: FileRecord | null) {
  const { deleted_at, institution_id, search, full_name, ...rest } = row;
  const answer: Partial<typeof rest> = { ...rest };
  if (!rights.personal) for (const field of personalFields) delete answer[field];
  if (!rights.passport) for (const field of passportFields) delete answer[field];
  const here = deleted_at === null;
  const next = nextStatuses(row.status, rights);
  return {
    ...(answer as Omit<typeof rest, (typeof personalFields)[number] | (typeof passportFields)[number]>),
    photo,
    hemis_status: hemisStatusCodes[row.status],
    can: {
      edit: here && rights.manage,
      contact: here && rights.contact,
      passport: here && rights.passport_manage,
      photo: here && rights.manage,
      documents: rights.documents,
      cards: rights.cards,
      propose_status: here && next.some((step) => step.proposal),
      confirm_status: here && next.some((step) => !step.proposal && step.status !== 'DELETED'),
      status_history: rights.status_history,
      transfer: here && rights.transfer,
      delete: here && rights.delete,
      restore: !here && rights.restore,
      history: rights.history,
      sms: here && rights.sms,
    },
  };
}
