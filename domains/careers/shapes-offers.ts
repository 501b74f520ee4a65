import { z } from 'zod';
import {
  clearable,
  email,
  id,
  instant,
  listQuery,
  manyOf,
  money,
  personRef,
  phone,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
  version,
} from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { locales } from '#platform/contract/locales.ts';
import { cvContent, fact } from './shapes-cv.ts';
import { answerStates, offerStates } from './workflow.ts';

/** Offers of work, what students say to them, and what an employer is shown behind a link. */

export const currencies = ['UZS', 'USD', 'EUR', 'RUB'] as const;
export const employments = ['FULL_TIME', 'PART_TIME', 'INTERNSHIP', 'TEMPORARY'] as const;
export const deadReasons = ['CLOSED', 'NO_REPLY', 'NOT_AS_SAID', 'FRAUD'] as const;
export const employerWords = ['INVITED', 'NOT_NOW'] as const;
/** As many people as one sending reaches. */
export const mostRecipients = 1000;

const salary = money.refine((value) => !value.startsWith('-'), { error: 'money' });
const webLink = z
  .string()
  .trim()
  .max(500)
  .regex(/^https?:\/\/[^\s<>"]+$/i, { error: 'url' });

export const offerSave = {
  title: requiredText(200),
  employer: requiredText(200),
  description: text(4000).optional(),
  requirements: text(4000).optional(),
  salary: clearable(salary),
  salary_to: clearable(salary),
  currency: z.enum(currencies).optional(),
  employment: z.enum(employments).optional(),
  city: text(100).optional(),
  link: z.union([z.literal(''), webLink]).nullish(),
  contact_name: clearable(text(200)),
  contact_email: clearable(email),
  contact_phone: clearable(phone),
  valid_until: instant,
  /** Whoever studies here may find it and answer, also without having been sent it. */
  for_everybody: z.boolean().optional(),
};

const offerFacts = {
  title: z.string(),
  employer: z.string(),
  description: z.string(),
  requirements: z.string(),
  salary: z.string().nullable(),
  salary_to: z.string().nullable(),
  currency: z.enum(currencies),
  employment: z.enum(employments),
  city: z.string(),
  link: z.string().nullable(),
  valid_until: z.string(),
};
const counts = z.object({
  sent: z.number(),
  seen: z.number(),
  accepted: z.number(),
  declined: z.number(),
});
/** What it is to the student who asks. */
export const ownAnswer = z.object({
  id: z.number(),
  version: z.number(),
  status: z.enum(answerStates),
  answered_at: z.string().nullable(),
  shared: z.boolean(),
  /** Number of the version of their CV that the employer sees. */
  shared_number: z.number().nullable(),
  employer_word: z.enum(employerWords).nullable(),
  note: z.string(),
});
export const offerRecord = {
  ...offerFacts,
  contact_name: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  for_everybody: z.boolean(),
  status: z.enum(offerStates),
  /** Answers are taken. */
  open: z.boolean(),
  reason: z.string().nullable(),
  counts: counts.nullable().describe('for the career centre'),
  reports: z.number().nullable().describe('how many said that it is dead; for the career centre'),
  answer: ownAnswer.nullable().describe('for a student'),
  reported: z.boolean().describe('by the caller'),
  next: z.array(z.enum(offerStates)),
};
export const offer = z.object({ ...recordBase, ...offerRecord });
export type Offer = z.infer<typeof offer>;

export const offerFilters = {
  status: manyOf(z.enum(offerStates)),
  employment: manyOf(z.enum(employments)),
  open: queryBoolean.optional(),
  reported: queryBoolean.optional(),
};
/** Of an offer by the career centre, or of an answer by its student. */
export const offerStatus = z.object({
  id,
  version: version.optional(),
  status: z.enum([...new Set([...offerStates, ...answerStates])] as [string, ...string[]]),
  reason: text(2000).optional(),
  /** To the employer, with an acceptance. */
  note: text(1000).optional(),
  /** The CV as it is approved goes to the employer. */
  share: z.boolean().optional(),
  /** The student says with it that they are employed now. */
  employed: z.boolean().optional(),
});
export const consentInput = z.object({ id, share: z.boolean() });
export const deadInput = z.object({ id, reason: z.enum(deadReasons), note: text(500).optional() });

export const audience = z.object({
  id,
  student_ids: z.array(id).max(mostRecipients).optional(),
  course_ids: z.array(id).max(100).optional(),
  levels: z.array(z.enum(studyLevels)).max(3).optional(),
  entry_years: z.array(z.int().min(1990).max(2100)).max(20).optional(),
  graduates: z.boolean().optional(),
  /** Those who look for work or listen to offers, and who were not asked yet. */
  looking: z.boolean().optional(),
});
const recipient = personRef
  .omit({ username: true, avatar: true })
  .extend({ student_no: z.string(), course: z.string().nullable() });
export const sendingPreview = z.object({
  total: z.number(),
  fresh: z.number(),
  without_cv: z.number().describe('of the fresh: no version of their CV is approved yet'),
  rows: z.array(z.object({ student: recipient, already: z.boolean(), approved: z.boolean() })),
});
export const sent = z.object({ sent: z.number(), offer });

export const answerQuery = z.object({
  ...listQuery,
  offer_id: queryId.optional(),
  status: manyOf(z.enum(answerStates)),
  shared: queryBoolean.optional(),
});
export const answerRecord = z.object({
  ...recordBase,
  offer_id: z.number(),
  title: z.string(),
  employer: z.string(),
  student_id: z.number(),
  student: recipient,
  status: z.enum(answerStates),
  seen_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  reason: z.string().nullable(),
  shared: z.boolean(),
  employer_word: z.enum(employerWords).nullable(),
});
export const deadReport = z.object({
  id: z.number(),
  at: z.string(),
  reason: z.enum(deadReasons),
  note: z.string(),
});

export const linkSave = z.object({
  offer_id: id,
  /** Whom it was made for. */
  name: requiredText(200),
  /** At the latest 90 days from now. */
  days: z.int().min(1).max(90).optional(),
  /** Whoever has an address is sent the link, and told of applications, withdrawn consents and the end. */
  email: email.optional(),
  language: z.enum(locales).optional(),
});
export const linkRecord = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  opened: z.number(),
  opened_at: z.string().nullable(),
  email: z.string().nullable(),
  live: z.boolean(),
});
export const linkMade = z.object({
  token: z.string().describe('told once; the page of it is /employer/{token}'),
  link: linkRecord,
});

/** Shown to whoever has the link. */
export const guestToken = z.string().regex(/^[\w-]{43}$/);
export const guestView = z.object({
  institution: z.string(),
  offer: z.object({ ...offerFacts, open: z.boolean() }),
  expires_at: z.string(),
  people: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      note: z.string(),
      answered_at: z.string().nullable(),
      word: z.enum(employerWords).nullable(),
      number: z.number(),
      language: z.enum(locales),
      content: cvContent,
      facts: z.array(fact),
      outdated: z.boolean(),
    }),
  ),
});
export const guestWord = z.object({ token: guestToken, id, word: z.enum(employerWords).nullable() });
