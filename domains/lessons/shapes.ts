import { z } from 'zod';
import {
  date,
  fileRecord,
  id,
  instant,
  queryBoolean,
  queryId,
  recordBase,
  requiredText,
  text,
} from '#platform/contract/index.ts';

export const lessonKinds = ['LECTURE', 'SEMINAR', 'PRACTICAL', 'LABORATORY', 'INDEPENDENT', 'ELEARNING'] as const;
export const packageKinds = ['SCORM12', 'SCORM2004', 'PLAIN'] as const;
export const attemptStates = ['NOT_ATTEMPTED', 'INCOMPLETE', 'COMPLETED'] as const;
export const successStates = ['UNKNOWN', 'FAILED', 'PASSED'] as const;
/** ON_TIME until the end of the minute of the deadline; then LATE for the late days; then CLOSED. */
export const latenesses = ['NOT_YET', 'ON_TIME', 'LATE', 'CLOSED'] as const;

const address = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe('http or https');
const fileIds = z.array(id).max(20);
const points = z.number().min(0).max(1000).multipleOf(0.01);

export const lessonLink = z.object({ title: requiredText(200), url: address });

/** What is read and seen, in a lesson and wherever else something is taught. */
export const material = {
  content: z.string().describe('html'),
  video_url: z.string().nullable(),
  links: z.array(lessonLink),
  files: z.array(fileRecord),
};
export const materialSave = {
  content: text(200_000).optional(),
  video_url: z.union([address, z.literal('')]).nullish(),
  links: z.array(lessonLink).max(30).optional(),
  file_ids: fileIds.optional(),
};

const personOut = {
  student_id: z.number(),
  student_no: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: z.string().nullable(),
};

export const submission = z.object({
  ...recordBase,
  homework_id: z.number(),
  student_id: z.number(),
  number: z.number().describe('version of the work: 1, 2 …; earlier ones stay'),
  text: z.string(),
  files: z.array(fileRecord),
  submitted_at: z.string(),
  late: z.boolean(),
  points: z.number().nullable(),
  feedback: z.string().nullable(),
  returned_at: z.string().nullable().describe('students see points and feedback from then on'),
});

export const homework = z.object({
  id: z.number(),
  version: z.number(),
  lesson_id: z.number(),
  instructions: z.string().nullable().describe('html; null for students until it opens'),
  files: z.array(fileRecord),
  opens_at: z.string().nullable(),
  due_at: z.string(),
  late_days: z.number(),
  closes_at: z.string().describe('the last minute in which a work is taken'),
  max_points: z.number(),
  state: z.enum(latenesses).describe('of a work that is handed in now'),
  handed_in: z.number().describe('students who handed in; for those who may assess'),
  to_assess: z.number(),
  mine: submission.nullable().describe('the newest version of the student who asks'),
});

export const sco = z.object({ id: z.string(), title: z.string() });
const progress = {
  attempt: z.number(),
  status: z.enum(attemptStates),
  success: z.enum(successStates),
  score: z.number().nullable().describe('0 to 100'),
  seconds: z.number(),
  updated_at: z.string(),
};
export const packageRecord = z.object({
  id: z.number(),
  version: z.number(),
  lesson_id: z.number().nullable().describe('null where it stands elsewhere than in a lesson'),
  kind: z.enum(packageKinds),
  title: z.string(),
  items: z.array(sco).describe('what can be opened, in the order of the package'),
  file_name: z.string(),
  file_size: z.number(),
  mine: z.object(progress).nullable().describe('of the newest attempt of whoever asks and learns'),
});

export const lessonRecord = {
  course_module_id: z.number(),
  course_module: z
    .object({
      id: z.number(),
      title: z.string(),
      code: z.string(),
      academic_year: z.string(),
      semester: z.number(),
    })
    .nullable(),
  position: z.number(),
  kind: z.enum(lessonKinds),
  title: z.string(),
  ...material,
  visible_from: z.string().nullable(),
  visible_until: z.string().nullable(),
  published: z.boolean(),
  homework: homework.nullable(),
  package: packageRecord.nullable(),
};
export const lessonSave = {
  course_module_id: id.describe('stays what it was when the lesson was made'),
  kind: z.enum(lessonKinds),
  title: requiredText(300),
  ...materialSave,
  visible_from: date.nullish(),
  visible_until: date.nullish(),
  published: z.boolean().optional(),
};
export const lessonFilters = {
  course_module_id: queryId.optional(),
  kind: z.enum(lessonKinds).optional(),
  published: queryBoolean.optional(),
  has_package: queryBoolean.optional(),
  to_assess: queryBoolean.optional().describe('whether works wait there to be assessed'),
};

export const sortingInput = z.object({
  course_module_id: id,
  ids: z.array(id).min(1).max(1000).describe('every lesson of the course module, in the new order'),
  was: z.array(id).max(1000).describe('the order as it was read; refused as STALE where it is another by now'),
});

export const lessonCopyInput = z.object({
  from_course_module_id: id,
  to_course_module_id: id,
  lesson_ids: z.array(id).max(1000).optional().describe('all unless told'),
  with_homework: z.boolean().optional(),
  apply: z.boolean().optional().describe('left out: a preview that writes nothing'),
});
export const lessonCopyAnswer = z.object({
  added: z.array(
    z.object({
      lesson_id: z.number().describe('of the lesson that is copied'),
      title: z.string(),
      kind: z.enum(lessonKinds),
      visible_from: z.string().nullable(),
      due_at: z.string().nullable(),
      homework: z.boolean(),
      package: z.boolean(),
    }),
  ),
  kept: z.array(z.object({ lesson_id: z.number(), title: z.string() })).describe('stand there already'),
  applied: z.boolean(),
});

export const homeworkSave = z.object({
  id: id.optional(),
  version: id.optional(),
  lesson_id: id,
  instructions: text(100_000).optional(),
  file_ids: fileIds.optional(),
  opens_at: instant.nullish(),
  due_at: instant.optional(),
  late_days: z.int().min(0).max(60).optional(),
  max_points: points.optional(),
});

export const submitInput = z.object({
  lesson_id: id,
  text: text(50_000).optional(),
  file_ids: fileIds.optional(),
});

export const assessmentInput = z.object({
  id: id.describe('of the submission'),
  version: id,
  points: points.nullish(),
  feedback: text(10_000).nullish(),
  returned: z.boolean().optional().describe('give it back: the student sees points and feedback'),
});
export const assessmentRow = z.object({
  ...personOut,
  submissions: z.number().describe('versions handed in'),
  submission: submission.nullable().describe('the newest'),
});

export const packageInput = z.object({
  lesson_id: id,
  file_id: id.describe('a zip uploaded for the purpose `package`'),
  title: requiredText(300).optional().describe('that of the package unless told'),
});
export const stepRequests = [
  'open',
  'continue',
  'previous',
  'choice',
  'jump',
  'exit',
  'exitAll',
  'abandon',
  'abandonAll',
  'suspendAll',
] as const;
const navigation = z
  .object({
    continue: z.boolean(),
    previous: z.boolean(),
    choices: z.array(z.string()).describe('parts that may be chosen'),
    jumps: z.array(z.string()).describe('parts to which content may jump'),
    hidden: z.array(z.string()).describe('controls that the package brings itself'),
  })
  .nullable();
export const launchInput = z.object({
  package_id: id,
  sco: z.string().max(300).optional().describe('the part; where it was left unless told'),
  request: z.enum(stepRequests).optional().describe('where to go by the rules of the package'),
  suspended: z.boolean().optional().describe('the content asked to be put aside before'),
  again: z.boolean().optional().describe('begin a new attempt'),
});
export const launchAnswer = z.object({
  url: z.string().nullable().describe('where the content lies, for some hours; null where its rules lead out of it'),
  apart: z
    .string()
    .nullable()
    .describe(
      'the same under an origin of its own, where pages of a package may call each other; null where none is known',
    ),
  attempt_id: z.number().nullable().describe('null where nothing is kept: who teaches only looks'),
  attempt: z.number(),
  launch: z.number().describe('goes with every report of progress'),
  key: z.string().describe('marks what the content tells the page'),
  sco: z.string(),
  values: z.record(z.string(), z.string()).describe('the data model as it was left'),
  navigation: navigation.describe('what the rules of the package allow next; null where it has none'),
  limit: z
    .object({
      left: z.number().describe('seconds'),
      exit: z.boolean().describe('the part is left then'),
      message: z.boolean().describe('which is told'),
    })
    .nullable()
    .describe('the time that the package gives for this part; null where it gives all'),
  package: packageRecord,
  progress: z.array(z.object({ ...progress, sco: z.string() })).describe('of this attempt'),
});
export const progressInput = z.object({
  attempt_id: id,
  launch: z.int().min(1).max(100_000),
  sequence: z.int().min(0).max(10_000_000).describe('counts up in a launch; what comes too late is not taken'),
  seconds: z.number().min(0).max(86_400).describe('time in the content since the launch'),
  values: z
    .record(z.string().max(255), z.string().max(70_000))
    .refine((values) => Object.keys(values).length <= 5000)
    .describe('the data model, whole'),
  done: z.boolean().optional().describe('for packages that cannot tell by themselves'),
});
export const progressAnswer = z.object({
  ...progress,
  taken: z.boolean(),
  navigation: navigation.describe('where the report changed it'),
});

export const statisticsAnswer = z.object({
  package: packageRecord,
  students: z.array(
    z.object({
      ...personOut,
      attempts: z.number(),
      status: z.enum(attemptStates),
      success: z.enum(successStates),
      score: z.number().nullable(),
      seconds: z.number(),
      last_at: z.string().nullable(),
    }),
  ),
});
