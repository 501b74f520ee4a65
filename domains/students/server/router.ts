import { serve } from '#platform/server/call/context.ts';
import { importHandlers } from '#platform/server/records/imports.ts';
import { contract } from '../contract.ts';
import { studentExport } from './exchange/export.ts';
import { studentImport } from './exchange/import.ts';
import { issueCallLetters, listCallLetters, removeCallLetter } from './letters/call-letters.ts';
import { smsStudents } from './letters/sms.ts';
import { changeLife, lifeOrder, listLife, previewLife, undoLife } from './life/calls.ts';
import { saveContact, savePassport, savePersonal, savePhoto, saveProfile, saveStudent } from './records/commands.ts';
import { cards, documents, guardians } from './records/family.ts';
import { overview } from './records/overview.ts';
import { papersOf } from './records/papers.ts';
import { allStudents, byUsername, findProfile, groupOptions, listStudents } from './records/queries.ts';
import { ownId } from './records/reach.ts';
import { declineTransfer, transferCourses, transferInfo, transfers } from './status/course-transfers.ts';
import { history } from './status/history.ts';
import { correctEntry, decideRequests, listRequests, statusEntries } from './status/requests.ts';
import { changeStatus, removeStudents, restoreStudents, resumeStudy } from './status/status.ts';
import { transferStudents } from './status/transfers.ts';
import { undoStatus } from './status/undo.ts';

const on = serve(contract);

export const router = on.router({
  get: on.get.handler(({ input, context }) => findProfile(context, input.id)),
  list: on.list.handler(({ input, context }) => listStudents(context, input)),
  all: on.all.handler(({ input, context }) => allStudents(context, input)),
  groups: on.groups.handler(({ input, context }) => groupOptions(context, input)),
  save: on.save.handler(({ input, context }) => saveStudent(context, input)),
  remove: on.remove.handler(({ input: { id, ...rest }, context }) => removeStudents(context, { ...rest, ids: [id] })),
  remove_many: on.remove_many.handler(({ input, context }) => removeStudents(context, input)),
  restore: on.restore.handler(({ input, context }) => restoreStudents(context, input)),
  by_username: on.by_username.handler(({ input, context }) => byUsername(context, input)),
  of_username: on.of_username.handler(({ input, context }) => byUsername(context, input)),
  overview: on.overview.handler(({ context }) => overview(context)),
  history: on.history.handler(({ input, context }) => history(context, input)),
  profile: {
    get: on.profile.get.handler(async ({ input, context }) => findProfile(context, input.id ?? (await ownId(context)))),
    save: on.profile.save.handler(({ input, context }) => saveProfile(context, input)),
    personal: on.profile.personal.handler(({ input, context }) => savePersonal(context, input)),
    contact: on.profile.contact.handler(({ input, context }) => saveContact(context, input)),
    passport: on.profile.passport.handler(({ input, context }) => savePassport(context, input)),
    photo: on.profile.photo.handler(({ input, context }) => savePhoto(context, input)),
  },
  guard: {
    list: on.guard.list.handler(({ input, context }) => guardians.list(context, input)),
    save: on.guard.save.handler(({ input, context }) => guardians.save(context, input)),
    remove: on.guard.remove.handler(({ input, context }) => guardians.remove(context, input)),
    restore: on.guard.restore.handler(({ input, context }) => guardians.restore(context, input)),
  },
  papers: on.papers.handler(({ input, context }) => papersOf(context, input)),
  document: {
    list: on.document.list.handler(({ input, context }) => documents.list(context, input)),
    save: on.document.save.handler(({ input, context }) => documents.save(context, input)),
    remove: on.document.remove.handler(({ input, context }) => documents.remove(context, input)),
    restore: on.document.restore.handler(({ input, context }) => documents.restore(context, input)),
  },
  card: {
    all: on.card.all.handler(({ input, context }) => cards.all(context, input)),
    save: on.card.save.handler(({ input, context }) => cards.save(context, input)),
  },
  status: {
    change: on.status.change.handler(({ input, context }) => changeStatus(context, input)),
    undo: on.status.undo.handler(({ input, context }) => undoStatus(context, input)),
    resume: on.status.resume.handler(({ input, context }) => resumeStudy(context, input)),
    history: on.status.history.handler(({ input, context }) => statusEntries(context, input)),
    correct: on.status.correct.handler(({ input, context }) => correctEntry(context, input)),
    requests: on.status.requests.handler(({ input, context }) => listRequests(context, input)),
    decide: on.status.decide.handler(({ input, context }) => decideRequests(context, input)),
  },
  transfer: on.transfer.handler(({ input, context }) => transferStudents(context, input)),
  sms: on.sms.handler(({ input, context }) => smsStudents(context, input)),
  export_data: on.export_data.handler(({ input, context }) => studentExport.answer(context, input)),
  import: importHandlers(on.import, studentImport),
  life: {
    list: on.life.list.handler(({ input, context }) => listLife(context, input)),
    preview: on.life.preview.handler(({ input, context }) => previewLife(context, input)),
    change: on.life.change.handler(({ input, context }) => changeLife(context, input)),
    undo: on.life.undo.handler(({ input, context }) => undoLife(context, input)),
    order: on.life.order.handler(({ input, context }) => lifeOrder(context, input)),
  },
  call_letter: {
    list: on.call_letter.list.handler(({ input, context }) => listCallLetters(context, input)),
    save: on.call_letter.save.handler(({ input, context }) => issueCallLetters(context, input)),
    remove: on.call_letter.remove.handler(({ input, context }) => removeCallLetter(context, input)),
  },
  course_transfer: {
    get: on.course_transfer.get.handler(({ input, context }) => transfers.get(context, input)),
    save: on.course_transfer.save.handler(({ input, context }) => transfers.save(context, input)),
    remove: on.course_transfer.remove.handler(({ input, context }) => transfers.remove(context, input)),
    restore: on.course_transfer.restore.handler(({ input, context }) => transfers.restore(context, input)),
    list: on.course_transfer.list.handler(({ input, context }) => transfers.list(context, input)),
    all: on.course_transfer.all.handler(({ input, context }) => transfers.all(context, input)),
    info: on.course_transfer.info.handler(({ input, context }) => transferInfo(context, input)),
    decline: on.course_transfer.decline.handler(({ input, context }) => declineTransfer(context, input)),
    courses: on.course_transfer.courses.handler(({ context }) => transferCourses(context)),
  },
});
