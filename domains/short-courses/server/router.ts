import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { courseForms } from './application-forms.ts';
import { groupBill, placeBill } from './bills.ts';
import { cancelCourse, previewCancellation, undoCancellation } from './cancellation.ts';
import { catalogue, offeredCourse, openCategories } from './catalogue.ts';
import {
  chapterStatistics,
  launchChapterPackage,
  removeChapterPackage,
  reportOfChapter,
  saveChapterPackage,
} from './chapter-packages.ts';
import { chapter, chapterDone } from './chapters.ts';
import { code, priceByCode } from './codes.ts';
import { attendanceSheet, complete, saveAttendance, undoCompletion } from './completion.ts';
import { category, course, stepCourse, teachers } from './courses.ts';
import { listenerExport } from './export.ts';
import { groupTemplate } from './group-list.ts';
import { cancelGroup, createGroup, groups, previewGroup } from './groups.ts';
import { refundRule, saveRefundRule } from './refund.ts';
import { answerOffer, cancelRegistration, getRegistration, register, registrations } from './registrations.ts';
import { reviews, saveReview, stepReview } from './reviews.ts';

const on = serve(contract);
const calls = on.short_term_course;

export const router = on.router({
  short_term_course: {
    ...crudHandlers(contract.short_term_course, course),
    step: calls.step.handler(({ input, context }) => stepCourse(context, input)),
    teachers: calls.teachers.handler(({ input, context }) => teachers(context, input)),
    forms: calls.forms.handler(({ input, context }) => courseForms(context, input)),
    cancellation: {
      preview: calls.cancellation.preview.handler(({ input, context }) => previewCancellation(context, input)),
      start: calls.cancellation.start.handler(({ input, context }) => cancelCourse(context, input)),
      undo: calls.cancellation.undo.handler(({ input, context }) => undoCancellation(context, input)),
    },
    catalogue: {
      list: calls.catalogue.list.handler(({ input, context }) => catalogue(context, input)),
      categories: calls.catalogue.categories.handler(({ context }) => openCategories(context)),
      get: calls.catalogue.get.handler(({ input, context }) => offeredCourse(context, input)),
    },
    category: crudHandlers(contract.short_term_course.category, category),
    chapter: {
      ...crudHandlers(contract.short_term_course.chapter, chapter),
      done: calls.chapter.done.handler(({ input, context }) => chapterDone(context, input)),
      package: {
        save: calls.chapter.package.save.handler(({ input, context }) => saveChapterPackage(context, input)),
        remove: calls.chapter.package.remove.handler(({ input, context }) => removeChapterPackage(context, input)),
        launch: calls.chapter.package.launch.handler(({ input, context }) => launchChapterPackage(context, input)),
        progress: calls.chapter.package.progress.handler(({ input, context }) => reportOfChapter(context, input)),
        statistics: calls.chapter.package.statistics.handler(({ input, context }) => chapterStatistics(context, input)),
      },
    },
    rule: {
      get: calls.rule.get.handler(({ context }) => refundRule(context)),
      save: calls.rule.save.handler(({ input, context }) => saveRefundRule(context, input)),
    },
    code: {
      ...crudHandlers(contract.short_term_course.code, code),
      price: calls.code.price.handler(({ input, context }) => priceByCode(context, input)),
    },
    group: {
      preview: calls.group.preview.handler(({ input, context }) => previewGroup(context, input)),
      template: calls.group.template.handler(({ context }) => groupTemplate(context)),
      create: calls.group.create.handler(({ input, context }) => createGroup(context, input)),
      bill: calls.group.bill.handler(({ input, context }) => groupBill(context, input)),
      list: calls.group.list.handler(({ input, context }) => groups(context, input)),
      cancel: calls.group.cancel.handler(({ input, context }) => cancelGroup(context, input)),
    },
    review: {
      save: calls.review.save.handler(({ input, context }) => saveReview(context, input)),
      list: calls.review.list.handler(({ input, context }) => reviews(context, input)),
      step: calls.review.step.handler(({ input, context }) => stepReview(context, input)),
    },
    attendance: {
      sheet: calls.attendance.sheet.handler(({ input, context }) => attendanceSheet(context, input)),
      save: calls.attendance.save.handler(({ input, context }) => saveAttendance(context, input)),
    },
    completion: {
      start: calls.completion.start.handler(({ input, context }) => complete(context, input)),
      undo: calls.completion.undo.handler(({ input, context }) => undoCompletion(context, input)),
    },
    registration: {
      create: calls.registration.create.handler(({ input, context }) => register(context, input)),
      list: calls.registration.list.handler(({ input, context }) => registrations(context, input)),
      get: calls.registration.get.handler(({ input, context }) => getRegistration(context, input)),
      bill: calls.registration.bill.handler(({ input, context }) => placeBill(context, input)),
      export: calls.registration.export.handler(({ input, context }) => listenerExport.answer(context, input)),
      cancel: calls.registration.cancel.handler(({ input, context }) => cancelRegistration(context, input)),
      offer: calls.registration.offer.handler(({ input, context }) => answerOffer(context, input)),
    },
  },
});
