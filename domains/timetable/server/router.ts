import { serve } from '#platform/server/call/context.ts';
import { importHandlers } from '#platform/server/records/imports.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { moveDated, repairDay } from './day-repair.ts';
import {
  compareTimetables,
  copyTimetable,
  draftById,
  drafts,
  judgeTimetable,
  moveLessons,
  repairTimetable,
} from './drafts.ts';
import { entries } from './entries.ts';
import { comparePeriods } from './exams/compare.ts';
import { examRecords, moveExam, placesForExam } from './exams/exams.ts';
import { generateExams } from './exams/generate.ts';
import { freeFor, hallById, hallsOf, saveHall } from './exams/halls.ts';
import { ownExamsToCome } from './exams/own.ts';
import { periods, shownPeriod } from './exams/periods.ts';
import { printHall } from './exams/print.ts';
import { publishExams, unpublishExams } from './exams/publish.ts';
import { seatStudent } from './exams/seat-student.ts';
import { generate, previewSearch } from './generate.ts';
import { placesFor, whyNotThere } from './places.ts';
import { publish, unpublish } from './publish.ts';
import { exportRequirements, requirementImport, requirements } from './requirements.ts';
import { exportRooms, exportWays, roomImport, wayImport } from './room-sheets.ts';
import { progressOf, stopSearch } from './runs.ts';
import { saveSettings, settingsOf } from './settings.ts';
import { printWeek, weekOf } from './week.ts';
import { exportWishes, wishes, wishImport } from './wishes.ts';

const on = serve(contract);

export const router = on.router({
  entry: {
    ...crudHandlers(contract.entry, entries),
    week: on.entry.week.handler(({ input, context }) => weekOf(context, input)),
    print: on.entry.print.handler(({ input, context }) => printWeek(context, input)),
    places: on.entry.places.handler(({ input, context }) => placesFor(context, input.id)),
    why: on.entry.why.handler(({ input, context }) => whyNotThere(context, input)),
    moves: on.entry.moves.handler(({ input, context }) => moveLessons(context, input)),
  },
  draft: {
    ...crudHandlers(contract.draft, drafts),
    generate: on.draft.generate.handler(({ input, context }) => generate(context, input)),
    foresee: on.draft.foresee.handler(({ input, context }) => previewSearch(context, input)),
    stop: on.draft.stop.handler(async ({ input, context }) =>
      stopSearch(context, 'timetable_id', await draftById(context, input.id)),
    ),
    progress: on.draft.progress.handler(async ({ input, context }) =>
      progressOf(context, 'timetable_id', await draftById(context, input.id)),
    ),
    copy: on.draft.copy.handler(({ input, context }) => copyTimetable(context, input.id)),
    judge: on.draft.judge.handler(({ input, context }) => judgeTimetable(context, input.id)),
    compare: on.draft.compare.handler(({ input, context }) =>
      compareTimetables(context, input.first_id, input.second_id),
    ),
    repair: on.draft.repair.handler(({ input, context }) => repairTimetable(context, input)),
    repair_day: on.draft.repair_day.handler(({ input, context }) => repairDay(context, input)),
    move_dated: on.draft.move_dated.handler(({ input, context }) => moveDated(context, input.moves)),
    publish: on.draft.publish.handler(({ input, context }) => publish(context, input)),
    unpublish: on.draft.unpublish.handler(({ input, context }) => unpublish(context, input.id)),
  },
  wish: crudHandlers(contract.wish, wishes),
  wish_export: on.wish_export.handler(({ input, context }) => exportWishes(context, input)),
  wish_import: importHandlers(on.wish_import, wishImport),
  requirement: crudHandlers(contract.requirement, requirements),
  room_export: on.room_export.handler(({ context }) => exportRooms(context)),
  room_import: importHandlers(on.room_import, roomImport),
  way_export: on.way_export.handler(({ context }) => exportWays(context)),
  way_import: importHandlers(on.way_import, wayImport),
  requirement_export: on.requirement_export.handler(({ input, context }) => exportRequirements(context, input)),
  requirement_import: importHandlers(on.requirement_import, requirementImport),
  settings: {
    get: on.settings.get.handler(({ context }) => settingsOf(context)),
    save: on.settings.save.handler(({ input, context }) => saveSettings(context, input)),
  },
  exam_period: {
    ...crudHandlers(contract.exam_period, periods),
    generate: on.exam_period.generate.handler(({ input, context }) => generateExams(context, input)),
    stop: on.exam_period.stop.handler(async ({ input, context }) =>
      stopSearch(context, 'exam_period_id', await shownPeriod(context, input.id)),
    ),
    progress: on.exam_period.progress.handler(async ({ input, context }) =>
      progressOf(context, 'exam_period_id', await shownPeriod(context, input.id)),
    ),
    compare: on.exam_period.compare.handler(({ input, context }) =>
      comparePeriods(context, input.first_id, input.second_id),
    ),
    publish: on.exam_period.publish.handler(({ input, context }) => publishExams(context, input)),
    unpublish: on.exam_period.unpublish.handler(({ input, context }) => unpublishExams(context, input.id)),
  },
  exam: {
    ...crudHandlers(contract.exam, examRecords),
    places: on.exam.places.handler(({ input, context }) => placesForExam(context, input.id)),
    move: on.exam.move.handler(({ input, context }) => moveExam(context, input)),
    seat: on.exam.seat.handler(({ input, context }) => seatStudent(context, input)),
    own: on.exam.own.handler(({ context }) => ownExamsToCome(context)),
  },
  exam_hall: {
    list: on.exam_hall.list.handler(({ input, context }) => hallsOf(context, input)),
    get: on.exam_hall.get.handler(({ input, context }) => hallById(context, input.id)),
    free: on.exam_hall.free.handler(({ input, context }) => freeFor(context, input.id)),
    print: on.exam_hall.print.handler(({ input, context }) => printHall(context, input.id)),
    save: on.exam_hall.save.handler(({ input, context }) => saveHall(context, input)),
  },
});
