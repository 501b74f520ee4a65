import { z } from 'zod';
import {
  allQuery,
  byId,
  call,
  crud,
  defineErrors,
  exportAnswer,
  listOf,
  nothing,
  option,
} from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';

export { permissions } from './permissions.ts';

/** Short courses: what is offered, who has a place, and what they do in it. */

export const errors = defineErrors({
  COURSE_DATES: 422,
  COURSE_FULL: 409,
  COURSE_NOT_OPEN: 422,
  COURSE_PRICE_CHANGED: 409,
  CAPACITY_BELOW: 422,
  COURSE_HAS_LISTENERS: 409,
  ALREADY_REGISTERED: 409,
  GUARDIAN_NEEDED: 422,
  PLACE_GONE: 409,
  CANCELLATION_CHANGED: 409,
  LISTENER_NOT_READY: 422,
  LISTENER_COMPLETED: 409,
  NOT_A_LISTENER: 403,
  NOT_YOUR_SHORT_COURSE: 403,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    short_courses: typeof errors;
  }
}

const base = '/short_term_course';
const read = { permission: 'short_course.read' } as const;
const manage = { permission: 'short_course.manage' } as const;
const take = { permission: 'short_course.register' } as const;
const anybody = { public: 'what is offered is for whoever may want it' } as const;
const registrations = { permission: ['short_course.listeners', 'short_course.register'] } as const;

export const contract = {
  short_term_course: {
    ...crud({
      base: `${base}/`,
      noun: 'short course',
      read,
      write: manage,
      record: shapes.courseRecord,
      save: shapes.courseSave,
      filters: shapes.courseFilters,
      errors: ['COURSE_DATES', 'CAPACITY_BELOW', 'UNKNOWN_REFERENCE', 'PICTURE_NEEDED'],
      deleteErrors: ['COURSE_HAS_LISTENERS'],
    }),
    step: call({
      method: 'PUT',
      path: `${base}/status`,
      summary: 'Open, close or finish a short course',
      access: manage,
      input: shapes.courseStep,
      output: z.object({ ...shapes.courseRecord, id: z.number(), version: z.number() }).loose(),
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED', 'COURSE_DATES'],
    }),
    teachers: call({
      method: 'GET',
      path: `${base}/teachers`,
      summary: 'Who may be named as the teacher of a short course',
      access: manage,
      input: allQuery,
      output: z.array(option),
    }),
    cancellation: {
      preview: call({
        method: 'POST',
        path: `${base}/cancellation/preview`,
        summary: 'Whom it would concern if a course were cancelled, and what would be given back',
        access: manage,
        reads: true,
        heavy: 'preview',
        input: shapes.cancellationOf,
        output: shapes.cancellationPreview,
      }),
      start: call({
        method: 'PUT',
        path: `${base}/cancellation`,
        summary: 'Cancel a course: all lose their places, and what was paid waits to be given back',
        access: manage,
        heavy: 'plan',
        input: shapes.cancelCourse,
        output: z.object({ ...shapes.courseRecord, id: z.number(), version: z.number() }).loose(),
        errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'CANCELLATION_CHANGED'],
      }),
      undo: call({
        method: 'PUT',
        path: `${base}/cancellation/undo`,
        summary: 'Take a cancellation back whole, while nothing was given back of it',
        access: manage,
        heavy: 'plan',
        input: shapes.undoCancellation,
        output: z.object({ ...shapes.courseRecord, id: z.number(), version: z.number() }).loose(),
        errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'BILL_REFUNDED'],
      }),
    },
    catalogue: {
      list: call({
        method: 'GET',
        path: `${base}/catalogue`,
        summary: 'Short courses that take registrations, for anybody',
        access: anybody,
        input: shapes.catalogueQuery,
        output: listOf(shapes.offered),
      }),
      categories: call({
        method: 'GET',
        path: `${base}/catalogue/categories`,
        summary: 'Categories with something open in them, for anybody',
        access: anybody,
        output: z.array(z.object({ id: z.number(), title: z.string(), courses: z.number() })),
      }),
      get: call({
        method: 'GET',
        path: `${base}/catalogue/{id}`,
        summary: 'One short course with its programme, for anybody',
        access: anybody,
        input: byId,
        output: shapes.offeredWhole,
      }),
    },
    category: crud({
      base: `${base}/category/`,
      noun: 'category of short courses',
      nouns: 'categories of short courses',
      read,
      write: manage,
      record: shapes.categoryRecord,
      save: shapes.categorySave,
    }),
    chapter: {
      ...crud({
        base: `${base}/step/`,
        noun: 'chapter of a short course',
        read,
        write: { permission: 'short_course.teach' },
        record: shapes.chapterRecord,
        save: shapes.chapterSave,
        filters: shapes.chapterFilters,
        errors: ['UNKNOWN_REFERENCE', 'NOT_YOUR_SHORT_COURSE'],
        deleteErrors: ['NOT_YOUR_SHORT_COURSE'],
      }),
      done: call({
        method: 'PUT',
        path: `${base}/step/done`,
        summary: 'A listener says that a chapter is done, or is not',
        access: take,
        input: shapes.chapterDone,
        output: nothing,
        errors: ['NOT_A_LISTENER', 'LISTENER_COMPLETED'],
      }),
    },
    attendance: {
      sheet: call({
        method: 'GET',
        path: `${base}/attendance`,
        summary: 'Who was at which meeting of a course, and what each listener still lacks',
        access: { permission: 'short_course.listeners' },
        input: shapes.attendanceOf,
        output: shapes.attendanceSheet,
      }),
      save: call({
        method: 'PUT',
        path: `${base}/attendance`,
        summary: 'Say who was at meetings',
        access: { permission: 'short_course.teach' },
        input: shapes.attendanceSave,
        output: shapes.attendanceSheet,
        errors: ['UNKNOWN_REFERENCE', 'NOT_YOUR_SHORT_COURSE', 'LISTENER_COMPLETED'],
      }),
    },
    completion: {
      start: call({
        method: 'PUT',
        path: `${base}/completion`,
        summary: 'Listeners have completed a course: all of them, each with a certificate, or none',
        access: { permission: 'short_course.teach' },
        input: shapes.completion,
        output: shapes.attendanceSheet,
        errors: ['UNKNOWN_REFERENCE', 'NOT_YOUR_SHORT_COURSE', 'LISTENER_NOT_READY'],
      }),
      undo: call({
        method: 'PUT',
        path: `${base}/completion/undo`,
        summary: 'Take a completion back, and the certificate with it',
        access: { permission: 'short_course.teach' },
        input: shapes.reopen,
        output: shapes.registrationRecord,
        errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'NOT_YOUR_SHORT_COURSE'],
      }),
    },
    registration: {
      create: call({
        method: 'POST',
        path: `${base}/registration/`,
        summary: 'Take a place in a short course; it is held until it is paid',
        access: take,
        input: shapes.register,
        output: shapes.registrationRecord,
        errors: [
          'COURSE_FULL',
          'COURSE_NOT_OPEN',
          'COURSE_PRICE_CHANGED',
          'BILL_NO_YEAR',
          'ALREADY_REGISTERED',
          'GUARDIAN_NEEDED',
          'UNKNOWN_REFERENCE',
        ],
      }),
      list: call({
        method: 'GET',
        path: `${base}/registration/`,
        summary: 'Who has or had a place, or waits for one; of a listener their own',
        access: registrations,
        input: shapes.registrationList,
        output: listOf(shapes.registrationRecord),
      }),
      get: call({
        method: 'GET',
        path: `${base}/registration/{id}`,
        summary: 'One registration',
        access: registrations,
        input: byId,
        output: shapes.registrationRecord,
      }),
      export: call({
        method: 'GET',
        path: `${base}/registration/export`,
        summary: 'Listeners as a spreadsheet',
        access: { permission: 'short_course.listeners' },
        heavy: 'export',
        logged: 'PERSONAL_EXPORT',
        input: shapes.registrationList,
        output: exportAnswer,
      }),
      cancel: call({
        method: 'PUT',
        path: `${base}/registration/cancel`,
        summary: 'Give up a place, or take it from somebody',
        access: { permission: ['short_course.register', 'short_course.manage'] },
        input: shapes.cancelRegistration,
        output: shapes.registrationRecord,
        errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED'],
      }),
      offer: call({
        method: 'PUT',
        path: `${base}/registration/offer`,
        summary: 'Take or decline the place that was offered to who waits',
        access: take,
        input: shapes.answerOffer,
        output: shapes.registrationRecord,
        errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'PLACE_GONE', 'BILL_NO_YEAR'],
      }),
    },
  },
};
