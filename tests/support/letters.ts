import { type Answer, type Api, type Caller, startApi } from './api.ts';

export interface OrderBody {
  id: number;
  version: number;
  parent_id: number | null;
  text: string;
  status: string;
  due_on: string;
  extensions: { id: number; can_decide: boolean }[];
  can: Record<string, boolean>;
}
export type LetterBody = { id: number; version: number; orders: OrderBody[] } & Record<string, unknown>;

const staffed = ['document_management_moderator', 'director', 'dean', 'teacher', 'hr_manager'] as const;
type Staffed = (typeof staffed)[number];

/** A chancellery with a group of letters for each direction, and five people who work here. */
export interface LetterScene {
  api: Api;
  clerk: Caller;
  director: Caller;
  dean: Caller;
  teacher: Caller;
  hr: Caller;
  /** Of the records of staff. */
  ids: Record<Staffed, number>;
  incoming: { id: number };
  outgoing: { id: number };
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  sql(text: string, values?: unknown[]): Promise<any[]>;
  /** The day that many days from today. */
  day(ahead: number): Promise<string>;
  card(more?: object): Promise<object>;
  registered(more?: object): Promise<LetterBody>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  step(by: Caller, letter: { id: number; version: number }, status: string, more?: object): Promise<Answer<any>>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  order(by: Caller, letter: { id: number }, more: object): Promise<Answer<any>>;
  /** Executors, of whom the first answers for it. */
  to(...names: Staffed[]): { staff_id: number; responsible: boolean }[];
}

/** What was refused: the code of the first field at fault, or that of the call. */
export const codeOf = (answer: { body: { code?: string; data?: { fields?: { code: string }[] } } }) =>
  answer.body.data?.fields?.[0]?.code ?? answer.body.code;

const named = (uz: string) => ({ uz, ru: '', en: '' });

export async function letterScene(environment: Record<string, string> = {}): Promise<LetterScene> {
  const api = await startApi({ environment });
  const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
  const people: Caller[] = [];
  const ids: Partial<Record<Staffed, number>> = {};
  for (const [place, username] of staffed.entries()) {
    people.push(await api.as(username));
    const [row] = await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'K-' || $2::text, 'Nodira', initcap($1), lower($1) from accounts where username = $1 returning id`,
      [username, place],
    );
    ids[username] = row.id;
  }
  const [clerk, director, dean, teacher, hr] = people;
  if (!clerk || !director || !dean || !teacher || !hr) throw new Error('not everybody signed in');
  const group = async (code: string, direction: string) =>
    (
      await clerk.post('/document_management/group/', {
        code,
        title: named(code),
        direction,
        ...(direction === 'INCOMING' ? { execution_days: 10, retention_years: 5 } : {}),
      })
    ).body;
  const [incoming, outgoing] = [await group('K-01', 'INCOMING'), await group('C-01', 'OUTGOING')];
  const day = async (ahead: number) =>
    (await sql("select ((edulab_now() at time zone 'Asia/Tashkent')::date + $1::int)::text as day", [ahead]))[0].day;
  const card = async (more: object = {}) => ({
    direction: 'INCOMING',
    group_id: incoming.id,
    kind: 'LETTER',
    heading: 'Oʻquv rejalari toʻgʻrisida',
    correspondent: 'Oliy taʼlim vazirligi',
    received_on: await day(0),
    ...more,
  });
  const step: LetterScene['step'] = (by, { id, version }, status, more = {}) =>
    by.put('/document_management/change/status', { id, version, status, ...more });
  return {
    api,
    clerk,
    director,
    dean,
    teacher,
    hr,
    ids: ids as Record<Staffed, number>,
    incoming,
    outgoing,
    sql,
    day,
    card,
    step,
    registered: async (more = {}) => {
      const made = (await clerk.post('/document_management/', await card(more))).body;
      const answer = await step(clerk, made, 'REGISTERED');
      if (answer.status !== 200) throw new Error(`not registered: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    order: (by, letter, more) =>
      by.post('/document_management/order', { letter_id: letter.id, text: 'Javob tayyorlang', ...more }),
    to: (...names) => names.map((name, place) => ({ staff_id: ids[name] ?? 0, responsible: place === 0 })),
  };
}
