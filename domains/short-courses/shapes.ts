import { z } from 'zod';
import {
  launchInput,
  material,
  materialSave,
  packageInput,
  packageRecord,
  progressInput,
  statisticsAnswer,
} from '#domains/lessons/contract.ts';
import {
  date,
  fileRecord,
  id,
  instant,
  listQuery,
  localeSchema,
  manyOf,
  money,
  option,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  sought,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { formats } from './formats.ts';
import { soundSteps } from './refund.ts';
import { courseStates, registrationStates } from './workflow.ts';

/** Shapes of the calls of short courses, which forms use as well. */

export const attendances = ['PRESENT', 'ABSENT', 'EXCUSED'] as const;
export const chapterKinds = ['LESSON', 'VIDEO', 'READING', 'TASK'] as const;

export const amount = money.refine((value) => !value.startsWith('-'), { error: 'money' });
/** A few paragraphs in three languages; what is empty is read in Uzbek. */
const words = z.object({ uz: text(6000), ru: text(6000), en: text(6000) });
const days = z.int().min(0).max(365);
const percent = z.int().min(0).max(100);

export const categoryRecord = {
  title: titleOut,
  about: titleOut,
  position: z.number(),
  active: z.boolean(),
  courses: z.number().describe('that are open'),
};
export const categorySave = {
  title,
  about: words.optional(),
  position: z.int().min(0).max(10_000).optional(),
  active: z.boolean().optional(),
};

export const courseFields = {
  title: titleOut,
  category_id: z.number(),
  category: option,
  about: titleOut,
  format: z.enum(formats),
  language: localeSchema,
  place: z.string().nullable(),
  times: z.string().nullable(),
  hours: z.number(),
  teacher_id: z.number().nullable(),
  teacher: option.nullable(),
  starts_on: z.string(),
  ends_on: z.string(),
  register_until: z.string(),
  capacity: z.number(),
  price: z.string(),
  charged: z.string().describe('what a place costs: the price with the tax that comes on top'),
  vat_percent: z.number().describe('of tax in it, as accounting charges it'),
  status: z.enum(courseStates),
  left: z.number().describe('places that can be taken now'),
  cover_file_id: z.number().nullable(),
  cover: fileRecord.nullable(),
  rating: z
    .object({ mean: z.number(), count: z.number() })
    .nullable()
    .describe('of this course and of those before it in the series; none of fewer than three'),
};
const steps = z.array(z.object({ days: z.number(), percent: z.number() }));
/** Days before the start, and what is given back to who gives a place up then or earlier. Without any nothing is. */
const refundSteps = z
  .array(z.object({ days, percent: z.int().min(1).max(100) }))
  .max(10)
  .refine(soundSteps, { error: 'short_course_refund_steps' });
export const refundRule = z.object({ refund_steps: steps });
export const refundRuleSave = z.object({ refund_steps: refundSteps });
const rules = {
  hold_hours: z.number().describe('for how long a place is held until it is paid'),
  refund: steps.describe(
    'so many days before the start so much is given back: of the course, or as the institution says',
  ),
  least_attendance: z.number().describe('percent of the meetings, for a certificate'),
};
export const courseRecord = {
  ...courseFields,
  ...rules,
  refund_steps: steps.nullable().describe('none: as the institution says'),
  application_form_id: z.number().nullable().describe('the form of admissions by which one applies for it'),
  series_id: z.number().nullable(),
  series: option.nullable().describe('the first course of the series, where this one is held again'),
  confirmed: z.number(),
  held: z.number(),
  waiting: z.number(),
};
export const courseSave = {
  title,
  category_id: id,
  about: words.optional(),
  format: z.enum(formats),
  language: localeSchema,
  place: text(300).nullish(),
  times: text(300).nullish(),
  hours: z.int().min(1).max(2000),
  teacher_id: id.nullish(),
  starts_on: date,
  ends_on: date,
  register_until: date,
  capacity: z.int().min(1).max(5000),
  price: amount,
  cover_file_id: id.nullish(),
  application_form_id: id
    .nullish()
    .describe('a form of the kind st_course; who is said to have paid there gets a place'),
  series_id: id.nullish().describe('a course that was held before, whose reviews stand here too'),
  hold_hours: z.int().min(1).max(336).optional(),
  refund_steps: refundSteps.nullish().describe('none: as the institution says'),
  least_attendance: percent.optional(),
};
export const courseFilters = {
  category_id: queryId.optional(),
  teacher_id: queryId.optional(),
  status: manyOf(z.enum(courseStates)),
  format: z.enum(formats).optional(),
};
export const courseStep = z.object({
  id,
  version: id,
  status: z.enum(['OPEN', 'CLOSED', 'FINISHED']),
  reason: requiredText(500).optional(),
});

export const chapterRecord = {
  course_id: z.number(),
  course: option,
  position: z.number(),
  kind: z.enum(chapterKinds),
  title: titleOut,
  ...material,
  package: packageRecord.nullable(),
  open: z.boolean().describe('what is in it is for listeners and for who teaches; to others nothing of it is shown'),
  starts_at: z.string().nullable().describe('of a meeting'),
  minutes: z.number().nullable(),
  required: z.boolean(),
  done: z.boolean().describe('by the caller'),
};
export const chapterSave = {
  course_id: id.describe('stays as it was created'),
  position: z.int().min(1).max(500).optional(),
  kind: z.enum(chapterKinds),
  title,
  ...materialSave,
  starts_at: instant.nullish(),
  minutes: z.int().min(5).max(1440).nullish(),
  required: z.boolean().optional(),
};
/** Fields of a form of applications that say something of the place, by their keys: who agrees for a minor, and a discount code. */
export const applicationKeys = {
  code: 'discount_code',
  guardian: 'guardian_name',
  guardian_phone: 'guardian_phone',
} as const;
export const chapterFilters = { course_id: queryId.optional() };
/** E-learning packages of chapters are those of lessons: the same upload, the same launch, the same reports. */
const ofChapter = { chapter_id: id };
export const chapterPackage = packageInput.omit({ lesson_id: true }).extend(ofChapter);
export const chapterLaunch = launchInput.omit({ package_id: true }).extend(ofChapter);
export const chapterProgress = progressInput.extend(ofChapter);
const {
  student_id: _id,
  student_no: _no,
  firstname: _first,
  lastname: _last,
  midname: _mid,
  ...reached
} = statisticsAnswer.shape.students.element.shape;
export const chapterStatistics = z.object({
  package: packageRecord,
  listeners: z.array(z.object({ registration_id: z.number(), name: z.string(), ...reached })),
});

/** What strangers read: nothing of listeners, nothing of how many wait. */
export const offered = z.object({ id: z.number(), ...courseFields });
export const offeredWhole = offered.extend({
  ...rules,
  chapters: z.array(
    z.object({
      id: z.number(),
      position: z.number(),
      kind: z.enum(chapterKinds),
      title: titleOut,
      starts_at: z.string().nullable(),
      minutes: z.number().nullable(),
    }),
  ),
  reviews: z
    .array(z.object({ stars: z.number(), words: z.string(), month: z.string() }))
    .describe('words of those who completed it, the latest first, without names; none of fewer than three'),
});
export const catalogueQuery = z.object({
  ...listQuery,
  category_id: queryId.optional(),
  format: z.enum(formats).optional(),
  language: localeSchema.optional(),
  free: queryBoolean.optional().describe('with places left'),
});

/** Codes are told by phone and typed on one: capitals, digits and a dash. */
const codeText = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{3,29}$/, { error: 'short_course_code' });
const typedCode = requiredText(40).describe('a discount code, as it was typed');
export const codeRecord = {
  code: z.string(),
  course_id: z.number().nullable(),
  course: option.nullable().describe('none: for every course'),
  percent: z.number().nullable(),
  amount: z.string().nullable(),
  starts_on: z.string(),
  ends_on: z.string(),
  most_uses: z.number().nullable(),
  uses: z.number().describe('that hold a place or paid for one'),
  note: z.string().nullable(),
};
export const codeSave = {
  code: codeText,
  course_id: id.nullish(),
  percent: z.int().min(1).max(100).nullish(),
  amount: amount.nullish().describe('one of percent and amount'),
  starts_on: date,
  ends_on: date,
  most_uses: z.int().min(1).max(100_000).nullish(),
  note: text(300).nullish(),
};
export const codeFilters = { course_id: queryId.optional() };
export const codePrice = z.object({ course_id: id, code: typedCode });
export const pricedByCode = z.object({
  price: z.string().describe('without the code'),
  discount: z.string(),
  to_pay: z.string(),
});

const stars = z.int().min(1).max(5);
export const reviewSave = z.object({ registration_id: id, stars, words: text(2000).nullish() });
export const reviewRecord = z.object({
  ...recordBase,
  course_id: z.number(),
  course: option,
  registration_id: z.number(),
  name: z.string(),
  stars: z.number(),
  words: z.string().nullable(),
  hidden: z.boolean(),
  hidden_reason: z.string().nullable(),
});
export const reviewList = z.object({
  ...listQuery,
  course_id: queryId.optional(),
  hidden: queryBoolean.optional(),
});
export const reviewStep = z.object({ id, version: id, hidden: z.boolean(), reason: text(500).optional() });

/** Who agrees for somebody under eighteen. */
export const longestGuardian = { guardian_name: 200, guardian_phone: 40 } as const;
export const guardian = z.object({
  name: requiredText(longestGuardian.guardian_name),
  phone: requiredText(longestGuardian.guardian_phone),
});
export const register = z.object({
  course_id: id,
  waiting: z.boolean().optional().describe('stand in the waiting list where no place is free'),
  guardian: guardian.optional().describe('of somebody under eighteen: who agreed'),
  adult: z.boolean().optional().describe('of whom no record tells the age: that they are eighteen by the first day'),
  price: amount.optional().describe('as it was read, with the discount; another one by now is refused'),
  code: typedCode.optional(),
});
export const registrationRecord = z.object({
  ...recordBase,
  course_id: z.number(),
  course: z.object({
    id: z.number(),
    title: titleOut,
    starts_on: z.string(),
    ends_on: z.string(),
    place: z.string().nullable(),
    times: z.string().nullable(),
    format: z.enum(formats),
    status: z.enum(courseStates),
    cover: fileRecord.nullable(),
  }),
  account_id: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.enum(registrationStates),
  status_at: z.string(),
  until: z.string().nullable().describe('of a place that is held or offered: until when'),
  ahead: z.number().nullable().describe('of who waits: how many stand before'),
  price: z.string(),
  vat: z.string(),
  discount: z.string().describe('by a code; the price is what it costs with it'),
  review: z
    .object({ stars: z.number(), words: z.string().nullable() })
    .nullable()
    .describe('what the caller said of the course'),
  bill: option.nullable().describe('the contract by which it is paid, where the caller may know it'),
  to_pay: z.string(),
  paid: z.string(),
  certificate: z.object({ id: z.number(), number: z.string(), check_code: z.string() }).nullable(),
  refund: z.string().describe('what would be given back if its person gave the place up today'),
  refund_steps: steps.describe('the rule under which the place was taken'),
  guardian: z.object({ name: z.string(), phone: z.string() }).nullable(),
  adult: z.boolean().describe('whether they said themselves that they are eighteen by the first day'),
  group: z.object({ id: z.number(), company: z.string() }).nullable().describe('the company that pays for it'),
  reason: z.string().nullable(),
  chapters: z.number(),
  done: z.number().describe('of the chapters'),
});
/** The paper of a bill, in the language of who asks unless told. */
export const billOf = z.object({ id, language: localeSchema.optional() });
export const billPaper = z.object({ id: z.number(), number: z.string(), file: fileRecord });
export const registrationList = z.object({
  ...listQuery,
  search: sought.optional(),
  course_id: queryId.optional(),
  group_id: queryId.optional(),
  status: manyOf(z.enum(registrationStates)),
  mine: queryBoolean.optional(),
});
export const registrationChange = z.object({ id, version: id.optional() });
export const cancelRegistration = registrationChange.extend({ reason: text(500).optional() });
const mark = z.enum(attendances);
export const attendanceOf = z.object({ course_id: queryId });
export const attendanceSheet = z.object({
  course: option,
  meetings: z.array(z.object({ id: z.number(), title: titleOut, starts_at: z.string().nullable() })),
  rows: z.array(
    z.object({
      registration_id: z.number(),
      name: z.string(),
      completed: z.boolean(),
      marks: z.array(z.object({ chapter_id: z.number(), status: mark })),
      lacks: z.array(z.string()).describe('what stands between this listener and completion, in words'),
    }),
  ),
});
export const attendanceSave = z.object({
  course_id: id,
  marks: z
    .array(z.object({ registration_id: id, chapter_id: id, status: mark.nullable().describe('null takes it away') }))
    .min(1)
    .max(5000),
});
export const completion = z.object({ course_id: id, ids: z.array(id).min(1).max(500).describe('registrations') });
export const reopen = z.object({ id, version: id.optional(), reason: requiredText(500) });
export const cancellationOf = z.object({ id: id.describe('the course') });
const affected = { people: z.number(), waiting: z.number(), refund: z.string() };
export const cancellationPreview = z.object({
  ...affected,
  rows: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      status: z.enum(registrationStates),
      refund: z.string(),
    }),
  ),
});
export const cancelCourse = z.object({
  id,
  version: id,
  reason: requiredText(500),
  people: z.int().min(0).describe('as the preview said'),
  refund: amount.describe('as the preview said; anything else by now is refused'),
});
export const undoCancellation = z.object({ id, version: id, reason: requiredText(500) });
export const answerOffer = registrationChange.extend({ accept: z.boolean(), code: typedCode.optional() });
export const chapterDone = z.object({ id: id.describe('the chapter'), done: z.boolean() });
