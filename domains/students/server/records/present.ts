import { fileRecords } from '#domains/files/server/index.ts';
import type { FileRecord } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { hemisStatusCodes, nextStatuses, type StudentStatus } from '../../workflow.ts';
import { fieldsByRight, type Rights, type SeenStudent } from './reach.ts';

/** Students as this caller may see them, with links to their photos: one query for all of them. */
export async function presentStudent(call: Call, found: SeenStudent[]) {
  const photos = await photosOf(call, found);
  return found.map((one) => {
    const { status, deleted_at } = one.row;
    const can = canOf(status, one.rights, deleted_at === null);
    return { ...presentOne(one, photos), hemis_status: hemisStatusCodes[status], can };
  });
}

/** The same for a list, whose rows do not say what may be done with each. */
export async function presentStudents(call: Call, found: SeenStudent[]) {
  const photos = await photosOf(call, found);
  return found.map((one) => Object.assign(presentOne(one, photos), { hemis_status: hemisStatusCodes[one.row.status] }));
}

const photosOf = (call: Call, found: SeenStudent[]) =>
  fileRecords(
    call,
    found.map(({ row }) => row.photo_file_id),
  );

function canOf(status: StudentStatus, rights: Rights, here: boolean) {
  const next = nextStatuses(status, rights);
  return {
    edit: here && rights.manage,
    contact: here && rights.contact,
    passport: here && rights.passport_manage,
    photo: here && rights.manage,
    documents: rights.documents,
    cards: rights.cards,
    call_letters: rights.call_letters,
    propose_status: here && next.some((step) => step.proposal),
    confirm_status: here && next.some((step) => !step.proposal && step.status !== 'DELETED'),
    status_history: rights.status_history,
    transfer: here && rights.transfer,
    delete: here && rights.delete,
    restore: !here && rights.restore,
    history: rights.history,
    sms: here && rights.sms,
  };
}

/** Fields without a right are left out, not emptied. The row becomes the answer: it was read for this, and copies cost. */
const presentOne = ({ row, rights }: SeenStudent, photos: Map<number, FileRecord>) => {
  const answer = Object.assign(row as Omit<SeenStudent['row'], 'full_name' | 'deleted_at'>, {
    photo: photos.get(row.photo_file_id ?? 0) ?? null,
    full_name: undefined,
    deleted_at: undefined,
  });
  for (const { right, absent } of fieldsByRight) if (!rights[right]) Object.assign(answer, absent);
  return answer;
};
