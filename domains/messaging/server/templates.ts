import { sql } from 'drizzle-orm';
import sanitizeHtml from 'sanitize-html';
import { presentedText, storedText } from '#domains/files/server/index.ts';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { followersOf } from '#platform/server/hooks.ts';
import type { JobContext } from '#platform/server/kernel.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { callOf, type JobRecord, startJob } from '#platform/server/work/jobs.ts';
import { htmlDocument } from '#platform/server/work/mail.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import { contract } from '../contract.ts';
import { variables } from '../shapes.ts';
import { recipients } from './hooks.ts';
import { emailTemplates } from './tables.ts';

const richText: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'h1', 'h2', 'u', 's'],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'width', 'height'], '*': ['style'] },
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify)$/],
      color: [/^#[0-9a-f]{3,8}$/i, /^rgb\([\d, ]+\)$/],
      'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgb\([\d, ]+\)$/],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** Rich text without anything that runs, in each language. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, richText);
const each = (title: Title, change: (text: string) => string): Title => ({
  uz: change(title.uz),
  ru: change(title.ru),
  en: change(title.en),
});

export const templates = resource(contract.email_template, {
  table: emailTemplates,
  search: [sql`${emailTemplates.title}::text`, sql`${emailTemplates.subject}::text`],
  sorts: { created_at: sql`${emailTemplates.created_at}`, id: sql`${emailTemplates.id}` },
  defaultSort: 'created_at,desc',
  optionTitle: (locale) => localTitle(emailTemplates.title, locale),
  present: async (call, rows) =>
    rows.map((row) => ({ ...plain(row), body: each(row.body, (html) => presentedText(call, html)) })),
  prepare: (call, input) => {
    return input.body ? { ...input, body: each(input.body, (html) => storedText(call, html, cleanHtml)) } : input;
  },
});

type Values = Partial<Record<string, string>>;
const blank = /\{\s*(\w+)\s*\}/g;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Fills the blanks; one that nobody knows stays as it is, so that the writer sees it. */
export const filledTemplate = (text: string, values: Values, html: boolean): string =>
  text.replaceAll(blank, (whole, name: string) =>
    Object.hasOwn(values, name) ? (html ? escaped(values[name] ?? '') : (values[name] ?? '')) : whole,
  );

const inLanguage = (title: Title, locale: Locale): string => title[locale] || title.uz;

interface Person {
  id: number;
  firstname: string;
  lastname: string;
  midname: string | null;
  username: string;
  email: string | null;
  locale: Locale;
}

const nameOf = (person: Person) => `${person.lastname} ${person.firstname}`;

async function peopleOf(call: Pick<Call, 'client' | 'institution_id'>, ids: readonly number[]): Promise<Person[]> {
  // Accounts know no institution; only people who hold a role in the caller's are reached.
  const { rows } = await call.client.query<Person>(
    `select a.id, a.firstname, a.lastname, a.midname, a.username, a.email, a.locale from accounts a
      where a.id = any($1) and a.deleted_at is null and exists (select 1 from account_roles r where r.account_id = a.id and r.institution_id = $2) order by a.id`,
    [ids, call.institution_id],
  );
  return rows;
}

async function valuesOf(
  call: Pick<Call, 'client' | 'institution_id'>,
): Promise<(person: Person | undefined, locale: Locale) => Values> {
  const {
    rows: [institution],
  } = await call.client.query<{ title: Title }>('select title from institutions where id = $1', [call.institution_id]);
  return (person, locale) => ({
    firstname: person?.firstname ?? '',
    lastname: person?.lastname ?? '',
    midname: person?.midname ?? '',
    username: person?.username ?? '',
    email: person?.email ?? '',
    institution: institution ? inLanguage(institution.title, locale) : '',
  });
}

/** How a template reads to the caller, or to somebody whom the caller may write to; `unknown` lists blanks that nobody fills. */
export async function preview(
  call: Call,
  input: { subject: Title; body: Title; account_id?: number | undefined; student_id?: number | undefined },
) {
  const chosen = input.account_id !== undefined || input.student_id !== undefined;
  if (chosen && !may(call, 'email_template.send')) throw fail('FORBIDDEN', { permission: 'email_template.send' });
  const [reader] = await peopleOf(
    call,
    chosen
      ? (
          await accountsAmong(call, {
            account_ids: input.account_id ? [input.account_id] : [],
            student_ids: input.student_id ? [input.student_id] : [],
          })
        ).accounts
      : [call.account_id],
  );
  if (chosen && !reader) throw failField(input.student_id ? 'student_id' : 'account_id', 'UNKNOWN_REFERENCE');
  const values = await valuesOf(call);
  const show = (title: Title, html: boolean) =>
    Object.fromEntries(
      locales.map((locale) => [
        locale,
        filledTemplate(html ? cleanHtml(title[locale]) : title[locale], values(reader, locale), html),
      ]),
    ) as Title;
  const used = [...JSON.stringify({ subject: input.subject, body: input.body }).matchAll(blank)].map(
    (found) => found[1] ?? '',
  );
  return {
    subject: show(input.subject, false),
    body: show(input.body, true),
    unknown: [...new Set(used.filter((name) => !(variables as readonly string[]).includes(name)))],
    to: reader ? { name: nameOf(reader), email: reader.email, locale: reader.locale } : null,
  };
}

export interface SendInput {
  id?: number | undefined;
  template_id?: number | undefined;
  account_ids?: number[] | undefined;
  student_ids?: number[] | undefined;
  group_ids?: number[] | undefined;
  emails?: string[] | undefined;
}

/** Whose accounts the recipients stand for, nobody twice, and how many people have none. */
async function accountsAmong(call: Call, input: SendInput): Promise<{ accounts: number[]; without: number }> {
  const accounts = new Set(input.account_ids);
  const without = new Set<number>();
  for (const kind of ['student_ids', 'group_ids'] as const) {
    if (!input[kind]?.length) continue;
    const known = followersOf(call.kernel, recipients).find(({ name }) => name === kind);
    if (!known) throw failField(kind, 'UNKNOWN_REFERENCE');
    for (const { student_id, account_id } of await known.peopleOf(call, input[kind]))
      if (account_id === null) without.add(student_id);
      else accounts.add(account_id);
  }
  return { accounts: [...accounts], without: without.size };
}

/** How many a message would reach, and who has no address. */
export async function countRecipients(call: Call, input: SendInput) {
  const { accounts, without: without_account } = await accountsAmong(call, input);
  const people = await peopleOf(call, accounts);
  const without = people.filter((person) => !person.email);
  const emails = new Set(input.emails).size;
  return {
    total: people.length + without_account + emails,
    reachable: people.length - without.length + emails,
    without_email: without.slice(0, 20).map(nameOf),
    without_email_count: without.length,
    without_account,
    not_found: accounts.length - people.length,
  };
}

/** Queues the sending of a template. Errors: NOT_FOUND (template), UNKNOWN_REFERENCE, NO_RECIPIENTS. */
export async function send(call: Call, input: SendInput): Promise<JobRecord> {
  const template = input.template_id ?? input.id;
  if (template === undefined) throw failField('template_id', 'form_required');
  await templates.find(call, template);
  const { accounts: account_ids } = await accountsAmong(call, input);
  const emails = [...new Set(input.emails)];
  const total = account_ids.length + emails.length;
  if (total === 0) throw fail('NO_RECIPIENTS');
  return startJob(call, 'email.send', { template_id: template, account_ids, emails }, total);
}

/** Addresses of this server's own pictures and pages, as a mail needs them: with the host. */
const absolute = (html: string, origin: string): string =>
  html.replaceAll(/(src|href)="(?=\/(?!\/))/g, `$1="${origin}`);

/** Writes one mail for each person, in their language. The receipt says how many, and who has no address. */
export async function runSending(job: JobContext): Promise<Record<string, unknown>> {
  const call = callOf(job);
  const { template_id, account_ids, emails } = job.input as {
    template_id: number;
    account_ids: number[];
    emails: string[];
  };
  const template = (await templates.find(call, template_id)) as { subject: Title; body: Title };
  const values = await valuesOf(call);
  const people = await peopleOf(call, account_ids);
  const without: string[] = [];
  const total = account_ids.length + emails.length;
  let sent = 0;
  const write = async (to: string, locale: Locale, person: Person | undefined) => {
    const blanks = values(person, locale);
    await sendMail(call, {
      to,
      language: locale,
      as_it_is: person ? [person.username] : [],
      subject: filledTemplate(inLanguage(template.subject, locale), blanks, false),
      html: htmlDocument(
        filledTemplate(absolute(inLanguage(template.body, locale), job.kernel.settings.publicUrl), blanks, true),
        locale,
      ),
    });
    sent++;
  };
  for (const [index, person] of people.entries()) {
    if (person.email) await write(person.email, person.locale, person);
    else without.push(nameOf(person));
    await job.progress(index + 1, total);
  }
  for (const address of emails) await write(address, job.locale, undefined);
  return {
    sent,
    without_email: without.slice(0, 1000),
    without_email_count: without.length,
    not_found: account_ids.length - people.length,
  };
}

export const sentText = (locale: Locale): string => message(locale, 'mail_sent');
