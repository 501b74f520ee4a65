import type pg from 'pg';
import { insertAll } from '#platform/server/records/bulk.ts';
import { htmlDocument } from '#platform/server/work/mail.ts';
import { INSTITUTIONS } from './institutions.ts';
import { LETTERS, SENT } from './names/letters.ts';
import { currentYear } from './university.ts';

interface Person {
  id: number;
  institution_id: number;
  firstname: string;
  lastname: string;
  midname: string | null;
  staff_no: string;
  email: string;
  phone: string;
}

/** Templates, an outbox and the long work of some accounts, so that no page of messages is empty. After staff. */
export async function loadMessages(client: pg.PoolClient, accounts: Map<string, number>): Promise<void> {
  const { rows: people } = await client.query<Person>(
    `select id, institution_id, firstname, lastname, midname, staff_no, email, phone from staff
      where status = 'ACTIVE' and account_id is null and email is not null order by id`,
  );
  const year = currentYear();
  for (const { id: institution_id, title } of INSTITUTIONS) {
    const here = people.filter((person) => person.institution_id === institution_id);
    const templates = await insertAll(
      client,
      'email_templates',
      LETTERS.map(({ written, ...letter }) => ({
        institution_id,
        ...letter,
        created_at: `${year}-${written}T06:00:00Z`,
        updated_at: `${year}-${written}T06:00:00Z`,
        version: 1,
      })),
    );
    const fill = (text: string, { firstname, lastname, midname, staff_no }: Person) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const values: Record<string, string> = {
          firstname,
          lastname,
          midname: midname ?? '',
          username: staff_no.toLowerCase(),
          institution: title.uz,
        };
        return values[name] ?? '';
      });
    await insertAll(
      client,
      'outbox',
      SENT.map(({ at, channel, letter, text, state, error }, i) => {
        const person = here[(i * 7) % here.length]!;
        const written = letter === undefined ? undefined : LETTERS[letter]!;
        const sent = `${year}-${at}`;
        return {
          institution_id,
          created_at: sent,
          channel,
          recipient: channel === 'sms' ? person.phone : person.email,
          subject: written ? fill(written.subject.uz, person) : '',
          body: written ? htmlDocument(fill(written.body.uz, person), 'uz') : text,
          state,
          error: error ?? null,
          sent_at: state === 'sent' ? sent : null,
          account_id: accounts.get('registrar_head') ?? null,
        };
      }),
    );
    if (institution_id === 1) await loadJobs(client, accounts, here, templates);
  }
}

/** Newcomers of the import that HR may still take back. */
const IMPORTED = 6;

async function loadJobs(
  client: pg.PoolClient,
  accounts: Map<string, number>,
  staff: readonly Person[],
  templates: readonly number[],
): Promise<void> {
  const sending = {
    sent: 48,
    without_email: ['Rahimov Anvar', 'Qodirova Feruza'],
    without_email_count: 2,
    not_found: 0,
  };
  const job = (username: string, kind: string, at: string, seconds: number, rest: object) => ({
    institution_id: 1,
    account_id: accounts.get(username) ?? null,
    kind,
    input: { locale: 'uz' },
    receipt: null,
    error: null,
    created_at: at,
    updated_at: at,
    finished_at: new Date(Date.parse(at) + seconds * 1000).toISOString(),
    version: 1,
    ...rest,
  });
  const imported = (count: number, changed = 0, new_ids: number[] = []) => ({
    new: count,
    changed,
    unchanged: 0,
    new_ids,
    before: [],
  });
  const senders = ['super_admin', 'admin', 'registrar_head', 'marketing'];
  const work = [
    ...senders.map((username, i) =>
      job(username, 'email.send', `${currentYear()}-${i % 2 ? '10-20' : '09-15'}T0${i + 4}:44:58Z`, 9, {
        state: 'done',
        done: 50,
        total: 50,
        receipt: sending,
        input: { locale: 'uz', template_id: templates[i % 3], account_ids: [], emails: [] },
      }),
    ),
    ...['super_admin', 'registrar_head'].flatMap((username) => [
      job(username, 'students.import', `${currentYear()}-09-03T05:10:02Z`, 14, {
        state: 'undone',
        done: 412,
        total: 412,
        receipt: imported(398, 14),
      }),
      job(username, 'students.import', `${currentYear()}-11-02T11:31:40Z`, 2, {
        state: 'failed',
        done: 0,
        total: 260,
        error: 'Bu fayl import qilinmadi: tekshirilgandan keyin yozuvlar oʻzgargan. Faylni qaytadan tekshiring.',
      }),
    ]),
    job('hr_head', 'staff.import', `${currentYear()}-11-12T06:20:15Z`, 1, {
      state: 'done',
      done: IMPORTED,
      total: IMPORTED,
      receipt: imported(
        IMPORTED,
        0,
        staff.slice(-IMPORTED).map(({ id }) => id),
      ),
    }),
  ];
  // The newest stand first by their numbers.
  await insertAll(
    client,
    'jobs',
    work.sort((a, b) => (a.created_at < b.created_at ? -1 : 1)),
  );
}
