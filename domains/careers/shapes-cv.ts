import { z } from 'zod';
import {
  clearable,
  email,
  fileRecord,
  id,
  manyOf,
  personRef,
  phone,
  queryBoolean,
  requiredText,
  text,
  version,
} from '#platform/contract/index.ts';
import { locales } from '#platform/contract/locales.ts';
import { cvStates, verdicts } from './workflow.ts';

/** What a CV says: what its person wrote, and what the record knows and nobody types. */

export const cvLayouts = ['CLASSIC', 'MODERN'] as const;
export type CvLayout = (typeof cvLayouts)[number];
export const languageLevels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'NATIVE'] as const;
export const factKinds = ['DEGREE', 'MODULE', 'ACHIEVEMENT'] as const;
export const needStatuses = ['LOOKING_FOR_JOB', 'OPEN_TO_OFFERS', 'EMPLOYED', 'NOT_LOOKING'] as const;
export const updateRequired = 'UPDATE_REQUIRED';

/** `YYYY-MM`, as CVs say when. */
const month = z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, { error: 'date_range' });
const someMonth = month.nullish().or(z.literal('').transform(() => null));
const link = z
  .string()
  .trim()
  .max(500)
  .regex(/^https?:\/\/[^\s<>"]+$/i, { error: 'url' });
const someLink = link.nullish().or(z.literal('').transform(() => null));
const line = text(200).default('');
/** Of an entry, so that a remark finds it when others were put before it. */
const ref = z.string().regex(/^[\w-]{1,40}$/);

export const school = z.object({
  ref,
  name: requiredText(200),
  degree: line,
  city: line,
  from: someMonth,
  to: someMonth,
  note: text(1000).default(''),
});
export const workExperience = z.object({
  ref,
  employer: requiredText(200),
  position: requiredText(200),
  city: line,
  from: someMonth,
  /** None where one works there still. */
  to: someMonth,
  text: text(1500).default(''),
});
export const languageSkill = z.object({ ref, language: requiredText(100), level: z.enum(languageLevels) });
export const certificate = z.object({
  ref,
  title: requiredText(200),
  issuer: line,
  at: someMonth,
  link: someLink,
});
export const award = z.object({ ref, title: requiredText(200), issuer: line, at: someMonth });
export const article = z.object({
  ref,
  title: requiredText(300),
  published_in: line,
  at: someMonth,
  link: someLink,
});
/** The parts that are lists of entries, in the order in which a CV has them. */
export const entryParts = {
  work_experiences: workExperience,
  schools: school,
  language_skills: languageSkill,
  certificates: certificate,
  awards: award,
  articles: article,
} as const;
export type EntryPart = keyof typeof entryParts;
/** Whatever a remark can be about. */
export const cvPlaces = [
  'headline',
  'objective',
  'contacts',
  'hard_skills',
  'soft_skills',
  'facts',
  ...(Object.keys(entryParts) as EntryPart[]),
] as const;

const skills = (most: number) => z.array(requiredText(60)).max(most);
const most = { work_experiences: 20, schools: 10, language_skills: 10, certificates: 20, awards: 20, articles: 30 };

/** What its person writes. */
export const written = {
  headline: text(120),
  objective: text(1500),
  email: clearable(email),
  phone: clearable(phone),
  city: text(100),
  links: z.array(link).max(5),
  work_experiences: z.array(workExperience).max(most.work_experiences),
  schools: z.array(school).max(most.schools),
  language_skills: z.array(languageSkill).max(most.language_skills),
  certificates: z.array(certificate).max(most.certificates),
  awards: z.array(award).max(most.awards),
  articles: z.array(article).max(most.articles),
  hard_skills: skills(30),
  soft_skills: skills(20),
  /** Which of the record's modules stand in it; the best of them unless told. */
  modules: z.array(id).max(40).nullable(),
};
export const documentSave = {
  language: z.enum(locales),
  layout: z.enum(cvLayouts),
  show_photo: z.boolean(),
};
export const cvSave = {
  ...Object.fromEntries(Object.entries(written).map(([name, shape]) => [name, shape.optional()])),
} as { [K in keyof typeof written]: z.ZodOptional<(typeof written)[K]> };
export const saveShapeOfCv = {
  ...cvSave,
  language: documentSave.language.optional(),
  layout: documentSave.layout.optional(),
  show_photo: documentSave.show_photo.optional(),
  photo_file_id: id.nullish(),
};

/** Known from the record and marked so; nobody types it. */
export const fact = z.object({
  ref: z.string(),
  kind: z.enum(factKinds),
  title: z.string(),
  detail: z.string(),
  /** When, as it is read. */
  at: z.string(),
  /** By what strangers check it, where they can. */
  check_code: z.string().nullable(),
});
export type Fact = z.infer<typeof fact>;

const entriesOut = {
  links: z.array(z.string()),
  work_experiences: z.array(
    z.object({
      ref: z.string(),
      employer: z.string(),
      position: z.string(),
      city: z.string(),
      from: z.string().nullish(),
      to: z.string().nullish(),
      text: z.string(),
    }),
  ),
  schools: z.array(
    z.object({
      ref: z.string(),
      name: z.string(),
      degree: z.string(),
      city: z.string(),
      from: z.string().nullish(),
      to: z.string().nullish(),
      note: z.string(),
    }),
  ),
  language_skills: z.array(z.object({ ref: z.string(), language: z.string(), level: z.enum(languageLevels) })),
  certificates: z.array(
    z.object({
      ref: z.string(),
      title: z.string(),
      issuer: z.string(),
      at: z.string().nullish(),
      link: z.string().nullish(),
    }),
  ),
  awards: z.array(z.object({ ref: z.string(), title: z.string(), issuer: z.string(), at: z.string().nullish() })),
  articles: z.array(
    z.object({
      ref: z.string(),
      title: z.string(),
      published_in: z.string(),
      at: z.string().nullish(),
      link: z.string().nullish(),
    }),
  ),
  hard_skills: z.array(z.string()),
  soft_skills: z.array(z.string()),
};
/** What stands on the page, whoever reads it. */
export const cvContent = z.object({
  headline: z.string(),
  objective: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string(),
  ...entriesOut,
  modules: z.array(z.number()).nullable(),
});
export type CvContent = z.infer<typeof cvContent>;

export const remark = z.object({
  id: z.number(),
  place: z.enum(cvPlaces),
  entry: z.string().nullable(),
  text: z.string(),
  /** Of which version it was said. */
  number: z.number(),
  done: z.boolean(),
});
export const cvVersion = z.object({
  id: z.number(),
  number: z.number(),
  status: z.enum(cvStates),
  submitted_at: z.string(),
  reviewed_at: z.string().nullable(),
  reviewer: z.string().nullable(),
  note: z.string().nullable(),
});
export const studentOfCv = personRef
  .omit({ username: true, avatar: true })
  .extend({ student_no: z.string(), course: z.string().nullable() });

export const cvRecord = {
  student_id: z.number(),
  student: studentOfCv,
  status: z.enum(cvStates),
  language: z.enum(locales),
  layout: z.enum(cvLayouts),
  show_photo: z.boolean(),
  ...cvContent.shape,
  photo: fileRecord.nullable(),
  /** How many versions were handed in. */
  versions_count: z.number(),
  /** The version that employers may be shown. */
  approved: z.object({ id: z.number(), number: z.number(), at: z.string() }).nullable(),
  submitted_at: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  note: z.string().nullable(),
  need_for_job_status: z.string().nullable(),
  next: z.array(z.enum(cvStates)),
  own: z.boolean(),
  facts: z.array(fact).optional().describe('with one CV alone'),
  remarks: z.array(remark).optional().describe('with one CV alone'),
  versions: z.array(cvVersion).optional().describe('with one CV alone'),
  outdated: z.boolean().optional().describe('the record says something else by now than the version that is approved'),
};
export const cvFilters = {
  status: manyOf(z.enum(cvStates)),
  need: manyOf(z.string().max(60)),
  course_id: manyOf(id),
  approved: queryBoolean.optional(),
};
export const curatorFilters = { waiting: queryBoolean.optional() };
export const statusChange = z.object({
  id,
  version: version.optional(),
  status: z.enum(cvStates),
  reason: text(2000).optional(),
});
export const reviewInput = z.object({
  id,
  version: version.optional(),
  status: z.enum(verdicts),
  reason: text(2000).optional(),
  remarks: z
    .array(z.object({ place: z.enum(cvPlaces), entry: ref.nullish(), text: requiredText(1000) }))
    .max(60)
    .optional(),
});
export const skillOption = z.object({ id: z.string(), title: z.string() });
export const needInput = z.object({
  status: requiredText(60),
  employer: clearable(text(200)),
  position: clearable(text(200)),
});
export const needAnswer = z.object({
  need_for_job_status: z.string().nullable(),
  answered_at: z.string().nullable(),
  employer: z.string().nullable(),
  position: z.string().nullable(),
});
export const ownCv = z.object({
  cv: z.object({ id: z.number(), version: z.number() }).nullable(),
  need: needAnswer,
});
const few = z.number().nullable().describe('none where so few would be told apart');
export const workStatistics = z.object({
  year: z.number().nullable(),
  years: z.array(z.number()),
  total: z.object({ graduates: few, answered: few, employed: few }),
  courses: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      graduates: z.number(),
      answered: few,
      statuses: z
        .array(z.object({ key: z.string(), title: z.string(), people: z.number() }))
        .describe('those alone that may be shown'),
    }),
  ),
  hidden: z.number().describe('courses of too few graduates to be shown'),
});

/** Days after which the clock puts a CV away: its person has left, or nobody has touched or confirmed it. */
export const cvSettings = z.object({
  archive_left_days: z.int().min(1).max(3650),
  archive_silent_days: z.int().min(30).max(3650),
});
