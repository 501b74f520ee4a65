import { z } from 'zod';
import {
  type Access,
  call,
  crud,
  defineErrors,
  email,
  groups,
  id,
  listOf,
  listQuery,
  locales,
  nothing,
  queryBoolean,
  queryId,
  reading,
  recordBase,
  requiredText,
  text,
  title,
  titleOut,
  writing,
} from '#platform/contract/index.ts';

export const permissions = {
  'email_template.read': reading({
    institution: [
      ...groups.admins,
      ...groups.topViewers,
      ...groups.registrar,
      'MARKETING',
      'STUDENTS_DEPARTMENT',
      'STUDENTS_DEPARTMENT_SAMARKAND',
    ],
  }),
  'email_template.manage': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD', 'MARKETING'] }),
  'email_template.send': writing({
    institution: [
      ...groups.admins,
      'REGISTRAR_HEAD',
      'MARKETING',
      'STUDENTS_DEPARTMENT',
      'STUDENTS_DEPARTMENT_SAMARKAND',
    ],
  }),
  // Whom the institution writes to, and what; codes and links are dots.
  'outbox.read': reading({ institution: groups.admins }),
  'outbox.manage': writing({ institution: groups.admins }),
};
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    messaging: typeof errors;
  }
  interface DeclaredPermissions {
    messaging: typeof permissions;
  }
}

export const errors = defineErrors({
  JOB_NOT_UNDOABLE: 422,
  JOB_INTERRUPTED: 500,
  NOT_FAILED: 422,
  SECRET_WIPED: 422,
  NO_RECIPIENTS: 422,
});

const body = z.object({ uz: requiredText(100_000), ru: text(100_000), en: text(100_000) });
const template = { title: titleOut, subject: titleOut, body: titleOut };

/** Long work as everybody sees their own. */
export const jobRecord = z.object({
  ...recordBase,
  kind: z.string(),
  title: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'undone']),
  done: z.number(),
  total: z.number(),
  receipt: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  finished_at: z.string().nullable(),
});

const outboxRecord = z.object({
  id: z.number(),
  created_at: z.string(),
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  html: z.boolean(),
  state: z.enum(['queued', 'sent', 'kept', 'failed']),
  error: z.string().nullable(),
  sent_at: z.string().nullable(),
  can: z.record(z.string(), z.boolean()).optional(),
});

const noticeRecord = z.object({
  id: z.number(),
  created_at: z.string(),
  type: z.string(),
  title: z.string(),
  link: z.string().nullable(),
  read_at: z.string().nullable(),
});

const ids = z.array(id).max(10_000).optional();
const recipients = {
  account_ids: ids,
  student_ids: ids,
  group_ids: ids,
  emails: z.array(email).max(1000).optional(),
};
const ownWork = { self: 'everybody sees the long work that they asked for themselves' };
const ownNotices = { self: 'everybody reads their own notices' };
const read: Access = { permission: 'email_template.read' };
const write: Access = { permission: 'email_template.manage' };

const templates = crud({
  base: '/email_template/',
  noun: 'e-mail template',
  read,
  write,
  record: template,
  save: { title, subject: title, body: body },
});

export const contract = {
  email_template: {
    ...templates,
    // The address is written without the id too, which then stands in the query.
    removeByQuery: call({
      method: 'DELETE',
      path: '/email_template/',
      summary: 'Delete an e-mail template named in the query',
      access: write,
      input: z.object({ id: queryId }),
      output: nothing,
    }),
    preview: call({
      method: 'POST',
      path: '/email_template/preview',
      summary: 'How a template reads with the particulars of the caller or of a recipient',
      access: read,
      reads: true,
      input: z.object({
        subject: titleOut,
        body: titleOut,
        account_id: id.optional().describe('whose particulars; needs the right to send'),
        student_id: id.optional().describe('the same, by the student record'),
      }),
      output: z.object({
        subject: titleOut,
        body: titleOut,
        unknown: z.array(z.string()),
        to: z.object({ name: z.string(), email: z.string().nullable(), locale: z.enum(locales) }).nullable(),
      }),
      errors: ['UNKNOWN_REFERENCE'],
    }),
    recipients: call({
      method: 'POST',
      path: '/email_template/recipients',
      summary: 'How many a message would reach; sends nothing',
      access: { permission: 'email_template.send' },
      reads: true,
      input: z.object(recipients),
      output: z.object({
        total: z.number().describe('people, each once'),
        reachable: z.number(),
        without_email: z.array(z.string()).describe('names, the first 20'),
        without_email_count: z.number(),
        without_account: z.number().describe('students without an account, who have no address here'),
        not_found: z.number(),
      }),
      errors: ['UNKNOWN_REFERENCE'],
    }),
    send: call({
      method: 'POST',
      path: '/email_template/send-message',
      summary: 'Send a template to people, as long work with a receipt',
      access: { permission: 'email_template.send' },
      input: z.object({
        id: id.optional(),
        template_id: id.optional(),
        ...recipients,
      }),
      output: z.object({ ok: z.literal(true), message: z.string(), job: jobRecord }),
      errors: ['NO_RECIPIENTS', 'UNKNOWN_REFERENCE'],
    }),
  },
  outbox: {
    list: call({
      method: 'GET',
      path: '/outbox/',
      summary: 'Mail and SMS that left, wait or were kept',
      access: { permission: 'outbox.read' },
      logged: 'OUTBOX_READ',
      input: z.object({
        ...listQuery,
        channel: z.enum(['mail', 'sms']).optional(),
        state: z.enum(['queued', 'sent', 'kept', 'failed']).optional(),
      }),
      output: listOf(outboxRecord),
    }),
    retry: call({
      method: 'POST',
      path: '/outbox/{id}/retry',
      summary: 'Try a failed message again',
      access: { permission: 'outbox.manage' },
      input: z.object({ id: queryId }),
      output: outboxRecord,
      errors: ['NOT_FAILED', 'SECRET_WIPED'],
    }),
  },
  notice: {
    list: call({
      method: 'GET',
      path: '/notice/',
      summary: 'Own notices, newest first',
      access: ownNotices,
      input: z.object({ ...listQuery, unread: queryBoolean.optional() }),
      output: listOf(noticeRecord),
    }),
    count: call({
      method: 'GET',
      path: '/notice/count',
      summary: 'How many own notices are unread',
      access: ownNotices,
      output: z.object({ unread: z.number() }),
    }),
    read: call({
      method: 'POST',
      path: '/notice/read',
      summary: 'Mark own notices as read; all where none is named',
      access: ownNotices,
      input: z.object({ ids }),
      output: z.object({ unread: z.number() }),
    }),
  },
  job: {
    list: call({
      method: 'GET',
      path: '/job/',
      summary: 'Own long work, newest first',
      access: ownWork,
      input: z.object({ ...listQuery, state: jobRecord.shape.state.optional(), kind: text(100).optional() }),
      output: listOf(jobRecord),
    }),
    get: call({
      method: 'GET',
      path: '/job/{id}',
      summary: 'One piece of own long work',
      access: ownWork,
      input: z.object({ id: queryId }),
      output: jobRecord,
    }),
    file: call({
      method: 'GET',
      path: '/job/{id}/file',
      summary: 'The file that an own export left, for a day',
      access: ownWork,
      input: z.object({ id: queryId }),
      output: nothing.describe('an xlsx file'),
    }),
    undo: call({
      method: 'POST',
      path: '/job/{id}/undo',
      summary: 'Take back what own long work did',
      access: ownWork,
      input: z.object({ id: queryId }),
      output: jobRecord,
      errors: [
        'JOB_NOT_UNDOABLE',
        // Of those whose work it was.
        'NOT_ENROLLED_HERE',
        'ENROLLMENT_TOUCHED',
        'ENROLLMENT_OVERLAP',
        'IN_ANOTHER_GROUP',
        'GROUP_FULL',
        'CONTRACT_HAS_PAYMENTS',
        'CONTRACT_EXISTS',
        'NO_AGREEMENT',
        'RATE_MISSING',
        'RATE_SUM',
        'ISSUE_BUILT_ON',
        'REFUND_TOO_LARGE',
      ],
    }),
  },
};
