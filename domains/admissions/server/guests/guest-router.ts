import { serve } from '#platform/server/call/context.ts';
import { importChecks } from '#platform/server/records/imports.ts';
import { contract } from '../../contract.ts';
import { appointmentScores, startWithFile } from '../exam/scores.ts';
import {
  changeLanguage,
  changeStatus,
  removeGuests,
  resetCourse,
  resetExams,
  restoreGuests,
  saveAppointment,
  sendContract,
  undoActs,
} from './guest-acts.ts';
import {
  availability,
  createCallLetter,
  createInvoice,
  createReference,
  createVoucher,
  saveAvailability,
} from './guest-papers.ts';
import {
  allGuests,
  getGuest,
  listGuests,
  saveCertificate,
  saveExperience,
  saveProfile,
  saveTranscript,
  widestPermission,
} from './guests.ts';
import { lockOwnGuest } from './own-guest.ts';

const people = serve(contract).guests;
const points = people.appointment_import;

export const guestHandlers = {
  get: people.get.handler(({ input, context }) => getGuest(context, 'guest.read', input.id)),
  list: people.list.handler(({ input, context }) => listGuests(context, input)),
  full_time: people.full_time.handler(({ input, context }) => listGuests(context, input, true)),
  all: people.all.handler(({ input, context }) => allGuests(context, input)),
  profile: people.profile.handler(({ input, context }) =>
    getGuest(context, widestPermission(context, 'guest.read'), input?.id),
  ),
  begin: people.begin.handler(async ({ context }) => {
    const { id } = await lockOwnGuest(context);
    return getGuest(context, 'guest.own', id);
  }),
  save_profile: people.save_profile.handler(({ input, context }) => saveProfile(context, input)),
  availability: people.availability.handler(({ input, context }) =>
    availability(context, widestPermission(context, 'guest.read'), input?.id),
  ),
  save_availability: people.save_availability.handler(({ input, context }) => saveAvailability(context, input)),
  voucher: people.voucher.handler(({ input, context }) => createVoucher(context, input)),
  reference: people.reference.handler(({ input, context }) => createReference(context, input)),
  call_letter: people.call_letter.handler(({ input, context }) => createCallLetter(context, input)),
  invoice: people.invoice.handler(({ input, context }) => createInvoice(context, input)),
  language: people.language.handler(({ input, context }) => changeLanguage(context, input)),
  status: people.status.handler(({ input, context }) => changeStatus(context, input)),
  undo: people.undo.handler(({ input, context }) => undoActs(context, input)),
  reset_exam: people.reset_exam.handler(({ input, context }) => resetExams(context, input)),
  reset_course: people.reset_course.handler(({ input, context }) => resetCourse(context, input)),
  certificate: people.certificate.handler(({ input, context }) => saveCertificate(context, input)),
  appointment: people.appointment.handler(({ input, context }) => saveAppointment(context, input)),
  transcript: people.transcript.handler(({ input, context }) => saveTranscript(context, input)),
  experience: people.experience.handler(({ input, context }) => saveExperience(context, input)),
  contract: people.contract.handler(({ input, context }) => sendContract(context, input)),
  remove_many: people.remove_many.handler(({ input, context }) => removeGuests(context, (input.ids ?? []) as number[])),
  remove: people.remove.handler(async ({ input, context }) => {
    await removeGuests(context, [input.id]);
    return { ok: true as const };
  }),
  restore: people.restore.handler(({ input, context }) => restoreGuests(context, input.ids)),
  appointment_import: {
    ...importChecks(points, appointmentScores),
    start: points.start.handler(({ input, context }) => startWithFile(context, appointmentScores, input)),
  },
};
