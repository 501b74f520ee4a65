import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { modulesWithMarks, wrongTotals } from '#domains/assessment/server/release/nightly.ts';
import { domains } from '#domains/server.ts';
import { searchText } from '#domains/students/server/records/search.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { copyDatabase, orSayWhatRuns, registerAll } from '#tests/support/database.ts';
import { clearHalfFilled, fillWhenEmpty } from './fill.ts';
import { currentYear } from './university.ts';

const COUNT = 200;
const MAIN = [
  'students',
  'student_guardians',
  'student_documents',
  'student_cards',
  'student_status_requests',
  'course_transfers',
  'staff',
  'vacancies',
  'job_positions',
  'departments',
  'status_history',
  'email_templates',
  'outbox',
];

describe('the demo university', () => {
  const copies: { database: Database; drop: () => Promise<void> }[] = [];
  let one: Database;
  let accounts: string[];
  const rows = async <T extends pg.QueryResultRow>(text: string, database = one) =>
    (await database.owner.query<T>(text)).rows;

  /** A database with roles and nothing else. */
  async function empty(): Promise<Database> {
    const copy = await copyDatabase(inject('ownerUrl'));
    const database = await openDatabase(copy.url, { upToDate: true });
    copies.push({ database, drop: copy.drop });
    await database.owner.query('truncate institutions, accounts, audit_log restart identity cascade');
    return database;
  }

  beforeAll(async () => {
    registerAll();
    one = await empty();
    ({ accounts } = await fillWhenEmpty(one, { demo: true, students: COUNT }, () => undefined));
  });
  afterAll(async () => {
    for (const { database, drop } of copies) {
      await database.close();
      await drop();
    }
  });

  it('has a campaign that runs, with applicants in every state that it has reached, and no seat sold twice', async () => {
    const states = await rows<{ status: string; count: number }>(
      'select status, count(*)::int from applications group by 1',
    );
    expect(states.map(({ status }) => status)).toEqual(
      expect.arrayContaining([
        'DRAFT',
        'SUBMITTED',
        'UPDATE_REQUIRED',
        'VERIFIED',
        'EXAM_ASSIGNED',
        'INTERVIEW',
        'LISTENER',
      ]),
    );
    expect(
      await rows(
        "select a.status from applications a join accounts o on o.username = 'guest_user' join guests g on g.account_id = o.id where a.guest_id = g.id order by a.id",
      ),
    ).toEqual([{ status: 'VERIFIED' }, { status: 'DRAFT' }]);
    expect(await rows("select 1 from course_campaigns where status = 'OPEN'")).not.toEqual([]);
    expect(
      await rows(
        'select 1 from exam_seats t join exam_sessions s on s.id = t.session_id where t.deleted_at is null group by s.id having count(*) > s.capacity',
      ),
    ).toEqual([]);
    expect(
      await rows(
        "select 1 from account_roles x join roles r on r.id = x.role_id and r.name = 'GUEST_USER' where not exists (select 1 from guests g where g.account_id = x.account_id and g.institution_id = x.institution_id)",
      ),
    ).toEqual([]);
    // A state is where its history ends.
    expect(
      await rows(
        "select 1 from applications a where a.status is distinct from (select h.to_status from status_history h where h.entity = 'application' and h.entity_id = a.id order by h.id desc limit 1)",
      ),
    ).toEqual([]);
  });

  it('has requests for amendments that say what they would do', async () => {
    const requests = await rows<{ status: string; approvals: number; effect: { before: object; after: object } }>(
      'select status, approvals, effect from amendments order by id',
    );
    expect(new Set(requests.map(({ status }) => status)).size).toBeGreaterThan(1);
    for (const { effect } of requests) expect(effect.after).not.toEqual(effect.before);
  });

  it('has no room, teacher or group in two lessons at a time, and those to come are booked', async () => {
    for (const [what, more] of [
      ['a.room_id = b.room_id', ''],
      ['a.staff_id = b.staff_id', ''],
      [
        'true',
        'join class_session_groups g on g.session_id = a.id join class_session_groups h on h.session_id = b.id and h.group_id = g.group_id',
      ],
    ])
      expect(
        await rows(
          `select 1 from class_sessions a join class_sessions b on b.date = a.date and b.id > a.id and ${what} and b.starts_at < a.ends_at and a.starts_at < b.ends_at ${more} limit 1`,
        ),
        what,
      ).toEqual([]);
    expect(
      await rows(
        'select 1 from class_sessions s where s.date > (select edulab_today()) and 3 > (select count(*) from class_bookings b where b.session_id = s.id) limit 1',
      ),
    ).toEqual([]);
    expect(
      await rows(
        "select 1 from class_sessions s join calendar_events e on e.institution_id = s.institution_id and e.type = 'HOLIDAY' and (e.starts_at at time zone 'Asia/Tashkent')::date = s.date limit 1",
      ),
      'on a holiday',
    ).toEqual([]);
  });

  it('teaches large groups laboratories and languages in halves, each student in one, registers and bookings with it', async () => {
    const halves = await rows<{ group: string; parts: string[]; sizes: number[] }>(
      `select g.name as group, array_agg(p.name order by p.name) as parts, array_agg(p.members order by p.name) as sizes from groups g
         join (select p.*, (select count(*)::int from group_members m where m.group_id = p.id) as members from groups p where p.kind = 'SUBGROUP') p on p.parent_id = g.id
        group by g.id`,
    );
    expect(halves.length).toBeGreaterThan(0);
    for (const { group, parts, sizes } of halves) {
      expect(parts).toEqual([`${group}/1`, `${group}/2`]);
      expect(sizes[0]! - sizes[1]!, group).toBeLessThanOrEqual(1);
    }
    expect(
      await rows(
        `select 1 from groups g join group_members m on m.group_id = g.id where exists (select 1 from groups p where p.parent_id = g.id)
            and 1 <> (select count(*) from group_members h join groups p on p.id = h.group_id where p.parent_id = g.id and h.student_id = m.student_id)`,
      ),
      'in one half',
    ).toEqual([]);
    const lessons = await rows<{ kind: string }>(
      `select distinct s.kind from class_sessions s join class_session_groups x on x.session_id = s.id join groups g on g.id = x.group_id and g.kind = 'SUBGROUP' order by 1`,
    );
    expect(lessons.map(({ kind }) => kind)).toEqual(['LABORATORY', 'SEMINAR']);
    expect(
      await rows(
        `select 1 from attendance a join class_session_groups x on x.session_id = a.session_id
          where not exists (select 1 from group_members m where m.group_id = x.group_id and m.student_id = a.student_id) limit 1`,
      ),
      'marked outside of the own half',
    ).toEqual([]);
    // Whichever half somebody is in, they have as many lessons of a module as the rest of their group.
    expect(
      await rows(
        `select 1 from class_sessions s join class_session_groups x on x.session_id = s.id join groups g on g.id = x.group_id
          where g.kind = 'SUBGROUP' group by g.parent_id, s.course_module_id, s.kind
         having count(*) filter (where g.name like '%/1') <> count(*) filter (where g.name like '%/2')`,
      ),
    ).toEqual([]);
    // What is booked now is what would be booked anew.
    expect(
      await rows(
        `with own as (select session_id, kind, what, during, whom from class_bookings where exam_hall_id is null),
              anew as (select session_id, kind, what, during, whom from edulab_bookings_of((select array_agg(distinct session_id) from own)))
         (table own except table anew) union all (table anew except table own)`,
      ),
    ).toEqual([]);
    for (const table of ['timetable_entries e', 'class_sessions e'])
      expect(
        await rows(
          `select 1 from ${table} join education_places p on p.id = e.room_id where (e.kind = 'LABORATORY') <> (p.kind = 'LABORATORY') limit 1`,
        ),
        `rooms of ${table}`,
      ).toEqual([]);
  });

  it('has marks of three semesters, with the totals that they make', async () => {
    const modules = await modulesWithMarks(one.owner);
    expect(modules.length).toBeGreaterThan(100);
    expect(await wrongTotals(one.owner, modules)).toEqual([]);
    const states = await rows<{ status: string }>('select distinct status from marks order by 1');
    expect(states.map((row) => row.status)).toEqual(
      expect.arrayContaining(['DRAFT', 'LOCKED', 'PUBLISHED', 'SUBMITTED']),
    );
    const [share] = await rows<{ passed: number }>(
      'select avg(passed::int)::float8 as passed from module_results where complete',
    );
    expect(share?.passed).toBeGreaterThan(0.7);
    expect(share?.passed).toBeLessThan(0.98);
  });

  it('has what was asked for in both institutions', async () => {
    expect((await rows<{ n: number }>('select count(*) as n from students'))[0]?.n).toBe(COUNT);
    for (const table of MAIN) {
      const found = await rows<{ institution_id: number; n: number }>(
        `select institution_id, count(*) as n from ${table} group by 1 order by 1`,
      );
      expect(
        found.map((row) => row.institution_id),
        table,
      ).toEqual([1, 2]);
    }
    expect((await rows<{ n: number }>('select count(*) as n from staff'))[0]?.n).toBe(500);
  });

  it('keeps the institutions apart', async () => {
    const references: [string, string, string][] = [
      ['students', 'department_id', 'departments'],
      ['students', 'education_form_id', 'education_forms'],
      ['students', 'nationality_id', 'option_types'],
      ['student_guardians', 'student_id', 'students'],
      ['student_documents', 'student_id', 'students'],
      ['student_cards', 'student_id', 'students'],
      ['student_status_requests', 'student_id', 'students'],
      ['staff', 'department_id', 'departments'],
      ['staff', 'job_position_id', 'job_positions'],
      ['vacancies', 'job_position_id', 'job_positions'],
      ['vacancies', 'department_id', 'departments'],
      ['departments', 'parent_id', 'departments'],
    ];
    for (const [table, column, target] of references) {
      expect(
        await rows(
          `select 1 from ${table} a left join ${target} b on b.id = a.${column} and b.institution_id = a.institution_id where a.${column} is not null and b.id is null`,
        ),
        `${table}.${column}`,
      ).toEqual([]);
    }
    for (const column of ['department_id', 'education_form_id', 'nationality_id', 'region_id', 'city_id'])
      expect(await rows(`select 1 from students where ${column} is null`), column).toEqual([]);
  });

  it('refers to nothing that is not there, though nothing asked while it was loaded', async () => {
    const keys = await rows<{ table: string; column: string; target: string; key: string }>(
      `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target, k.attname as key
         from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
         join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
        where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(40);
    for (const { table, column, target, key } of [
      ...keys,
      { table: 'attendance', column: 'session_id', target: 'class_sessions', key: 'id' },
      { table: 'attendance', column: 'student_id', target: 'students', key: 'id' },
    ])
      expect(
        await rows(
          `select a.${column} from ${table} a where a.${column} is not null and not exists (select 1 from ${target} t where t.${key} = a.${column}) limit 1`,
        ),
        `${table}.${column}`,
      ).toEqual([]);
  });

  it('has histories that lead to where people are', async () => {
    for (const entity of ['student', 'staff', 'vacancy']) {
      const table = { student: 'students', staff: 'staff', vacancy: 'vacancies' }[entity];
      expect(
        await rows(`select s.id from ${table} s left join lateral (select * from status_history h where h.entity = '${entity}' and h.entity_id = s.id order by id desc limit 1) h on true
                    where h.to_status is distinct from s.status or h.institution_id <> s.institution_id`),
        entity,
      ).toEqual([]);
      expect(
        await rows(
          `select 1 from (select from_status, lag(to_status) over w as before, at, lag(at) over w as earlier from status_history where entity = '${entity}' window w as (partition by entity_id order by id)) h where from_status is distinct from before or at < earlier`,
        ),
        entity,
      ).toEqual([]);
    }
    expect(
      await rows(
        `select 1 from students where (deleted_at is not null) <> (status = 'DELETED') or (status_until is not null) <> (status = 'GAP_YEAR') or status_until < '${currentYear()}-11-01'`,
      ),
    ).toEqual([]);
    expect((await rows('select distinct status from students')).length).toBeGreaterThan(3);
  });

  it('gives every demo account its person', async () => {
    expect(accounts).toHaveLength(56);
    const found = await rows<{ username: string; level: string }>(
      `select a.username, s.level from accounts a join students s on s.account_id = a.id and s.firstname = a.firstname and s.lastname = a.lastname where a.username like '%\\_student' order by 1`,
    );
    expect(found).toEqual([
      { username: 'bachelor_student', level: 'BACHELOR' },
      { username: 'former_student', level: 'BACHELOR' },
      { username: 'master_student', level: 'MASTER' },
      { username: 'ms_student', level: 'MS' },
      { username: 'test_student', level: 'BACHELOR' },
    ]);
    const without = await rows<{ username: string }>(
      `select username from accounts a where username in (select lower(name) from roles) and not exists (select 1 from students s where s.account_id = a.id) and not exists (select 1 from staff s where s.account_id = a.id and s.firstname = a.firstname) order by 1`,
    );
    expect(without.map((row) => row.username)).toEqual(['guest_user', 'short_term_course_listener']);
    expect(
      await rows('select 1 from accounts a where not exists (select 1 from account_roles r where r.account_id = a.id)'),
    ).toEqual([]);
    expect(
      await rows(
        `select 1 from students s join accounts a on a.id = s.account_id where lower(a.username) <> lower(s.username)`,
      ),
    ).toEqual([]);
  });

  it('is found by what the product itself would have stored, and has no history of changes but what became of students and the censuses that were counted', async () => {
    for (const row of await rows<Parameters<typeof searchText>[0] & { search: string }>('select * from students'))
      expect(row.search).toBe(searchText(row));
    expect(
      await rows(
        "select 1 from audit_log where (table_name, call) is distinct from ('students', 'PUT /student/status') and call <> 'POST /census/'",
      ),
    ).toEqual([]);
  });

  it('goes on where the numbering stopped', async () => {
    const inserted = await rows<{ id: number }>(
      `insert into accounts (username, firstname, lastname) values ('new', 'N', 'N') returning id`,
    );
    expect(inserted[0]?.id).toBeGreaterThan(56);
    expect(
      await rows(
        `select 1 from students s join student_numbers n using (institution_id, entry_year) where substr(s.student_no, 3)::integer > n.last`,
      ),
    ).toEqual([]);
  });

  it('is filled once, and the same each time, also where a fill was stopped in the middle', () =>
    orSayWhatRuns(one.ownerUrl, said, fillsOfOneKind()));

  const said: string[] = [];
  const say = (line: string) => void said.push(`${Math.round(performance.now())} ms: ${line}`);

  async function fillsOfOneKind(): Promise<void> {
    await clearHalfFilled(one.owner);
    await fillWhenEmpty(one, { demo: true, students: 300 }, say);
    expect((await rows<{ n: number }>('select count(*) as n from students'))[0]?.n).toBe(COUNT);
    const two = await empty();
    const stopped = (line: string) => {
      say(line);
      if (line.includes('marks with plans')) throw new Error('stopped');
    };
    await expect(fillWhenEmpty(two, { demo: true, students: 24 }, stopped)).rejects.toThrow('stopped');
    await clearHalfFilled(two.owner);
    for (const domain of domains) await domain.seed?.(two.owner);
    // Of two servers that start at once one fills, and the other finds it done.
    const beside = await openDatabase(two.ownerUrl);
    const fill = (database: Database) => fillWhenEmpty(database, { demo: true, students: COUNT }, say);
    await Promise.all([fill(two), clearHalfFilled(beside.owner).then(() => fill(beside))]);
    await beside.close();
    for (const table of MAIN) {
      const digest = `select md5(string_agg((to_jsonb(t) - 'created_at' - 'updated_at' - 'at')::text, '|' order by id)) as digest from ${table} t`;
      expect(await rows(digest, two), table).toEqual(await rows(digest));
    }
  }

  it('stays away where no demo is wanted', async () => {
    const none = await empty();
    expect((await fillWhenEmpty(none, { demo: false, students: null }, () => undefined)).accounts).toEqual([]);
    expect(await rows('select 1 from institutions', none)).toEqual([]);
  });
});
