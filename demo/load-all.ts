import type pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Storage } from '#platform/server/disk/storage.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import type { Settings } from '#platform/server/run/settings.ts';
import { countAsDemo, createInstitutions, createRoleAccounts } from './accounts.ts';
import { loadLetterFiles } from './letter-files.ts';
import { loadAchievements } from './load-achievements.ts';
import { loadAdmissionHistory } from './load-admission-history.ts';
import { loadAdmissions } from './load-admissions.ts';
import { loadAmendments } from './load-amendments.ts';
import { loadApplicants } from './load-applicants.ts';
import { loadAssessment } from './load-assessment.ts';
import { loadAttendance } from './load-attendance.ts';
import { loadBanking } from './load-banking.ts';
import { loadCalendar } from './load-calendar.ts';
import { loadCareers } from './load-careers.ts';
import { loadCensus } from './load-census.ts';
import { loadCertificates } from './load-certificates.ts';
import { loadCircumstances } from './load-circumstances.ts';
import { loadAcceptedTexts } from './load-contracts.ts';
import { loadCorrespondence } from './load-correspondence.ts';
import { loadDebts } from './load-debts.ts';
import { loadEarlyWarning } from './load-early-warning.ts';
import { loadAcceptedContracts, loadEnrollment } from './load-enrollment.ts';
import { loadEvaluation } from './load-evaluation.ts';
import { loadFeedback } from './load-feedback.ts';
import { loadForms } from './load-forms.ts';
import { loadGateways } from './load-gateways.ts';
import { loadLessons } from './load-lessons.ts';
import { loadLibrary } from './load-library.ts';
import { loadMessages } from './load-messages.ts';
import { loadMisconduct } from './load-misconduct.ts';
import { loadMoney } from './load-money.ts';
import { loadOutcomes } from './load-outcomes.ts';
import { loadPapers } from './load-papers.ts';
import { loadReference } from './load-reference.ts';
import { loadReports } from './load-reports.ts';
import { planSlots } from './load-schedule.ts';
import { loadShortCourses } from './load-short-courses.ts';
import { loadStaff } from './load-staff.ts';
import { loadStudents } from './load-students.ts';
import { loadCurriculum, loadGroups } from './load-teaching.ts';
import { loadTimetable } from './load-timetable.ts';
import { ownTables } from './own-tables.ts';
import { currentYear, inOneYear } from './university.ts';

const STAFF = 500;
/** Beyond so many students, which only benchmarks have, not every group gets registers and marks: 150 rows a student, for nobody to read. */
const REGISTERED = 20_000;

/** Where papers are kept, and the address at which they are checked. */
export type Papers = Pick<Settings, 'dataDir' | 'publicUrl' | 'fileStore' | 'fileCacheMb'>;

/** An owner who is no superuser cannot load as a replica does, past the rules of changes; so these rest until all is there. */
const rulesOfChanges = (owner: pg.Pool, are: 'disable' | 'enable') =>
  owner.query(`
    do $$ declare one text; begin
      if (select rolsuper from pg_roles where rolname = current_user) then return; end if;
      for one in select oid::regclass::text from pg_class where ${ownTables} loop execute format('alter table %s ${are} trigger user', one); end loop;
    end $$`);

type Say = (line: string) => void;

/** All of it in one academic year, whenever that ends. */
export const fill = (...given: Parameters<typeof filled>) => inOneYear(() => filled(...given));

/**
 * What all else refers to comes first; then one connection writes the registers while another writes marks, money and
 * admission, which is as much. Three transactions, so a table says that they are under way (`clearHalfFilled`).
 */
async function filled(database: Database, students: number, papers: Partial<Papers>, say: Say): Promise<void> {
  const { owner } = database;
  const [one, other] = await Promise.all([owner.connect(), owner.connect()]);
  const oneIn = Math.ceil(students / REGISTERED);
  const { dataDir, fileStore = null, fileCacheMb = 0 } = papers;
  const storage = dataDir === undefined ? undefined : storageOf({ dataDir, fileStore, fileCacheMb });
  try {
    await owner.query('create table demo_filling ()');
    await rulesOfChanges(owner, 'disable');
    const base = await stage(one, say, (done) => loadBase(one, students, storage, oneIn, done));
    const ends = await Promise.allSettled([
      stage(one, say, async (done) => done(`${await loadAttendance(one)} marks in registers`)),
      stage(other, say, async (done) => {
        done(`${await loadAssessment(other, oneIn)} marks with plans, totals and boards`);
        done(`${await loadAmendments(other)} requests for amendments`);
        done(`${await loadMisconduct(other)} cases of misconduct`);
        done(`${await loadCorrespondence(other)} letters that came and went`);
        await loadLetterFiles(other, storage);
        done(`${await loadCircumstances(other, storage)} claims of extenuating circumstances`);
        done(`${await loadForms(other)} requests of students`);
        done(`${await loadCertificates(other)} certificates of a course`);
        done(`${await loadFeedback(other)} complaints and suggestions`);
        done(`${await loadAchievements(other, storage)} achievements of students`);
        done(`${await loadCareers(other)} CVs, with offers of work`);
        done(`${await loadEvaluation(other, papers.dataDir)} modules and teachers about which students are asked`);
        done(`${await loadAdmissions(other, base.hash)} applicants of a campaign that runs`);
        done(`${await loadEnrollment(other)} years of study, and applicants who wait to become students`);
        done(`${await loadApplicants(other)} further applications, for jobs and courses too`);
        done(`${await loadAdmissionHistory(other)} applications of the years before`);
        done(`${await loadMoney(other)} contracts with payments`);
        await loadAcceptedContracts(other);
        await base.libraryFiles();
        await loadPapers(other, storage);
        done(`${await loadAcceptedTexts(other, papers)} contracts as they were accepted, on paper`);
        done(`${await loadShortCourses(other)} listeners of short courses`);
        await loadGateways(other);
        done(`${await loadBanking(other)} statements of banks`);
        done(`${await loadDebts(other)} invoices of those who are late`);
        done(`${await loadReports(other)} reports that are kept`);
        await other.query('select edulab_journal_adopt()');
        done('the books of all money');
      }),
    ]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const began = performance.now();
    await analyseNew(owner);
    // The rules look at all that was loaded, as they do each night.
    await stage(one, say, async (done) => done(`${await loadEarlyWarning(one)} students at risk, with what was done`));
    await rulesOfChanges(owner, 'enable');
    await countAsDemo(owner);
    await historyBegins(owner);
    await analyseNew(owner);
    say(`Demo university: ${await loadCensus(database, papers)} censuses for the state`);
    await owner.query('drop table demo_filling');
    say(`Demo university: stored and analysed (${secondsSince(began)} s)`);
  } finally {
    // Their settings are for loading alone.
    one.release(true);
    other.release(true);
  }
}

/** Plans need to know what is there; the database tidies up by itself. */
async function analyseNew(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ tables: string | null }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and c.reltuples < 0`,
  );
  if (rows[0]?.tables) await owner.query(`analyze ${rows[0].tables}`);
}

const secondsSince = (moment: number): string => ((performance.now() - moment) / 1000).toFixed(1);

/** One transaction of the fill; `done` says what has been loaded, and how long that took. */
async function stage<T>(client: pg.PoolClient, say: Say, load: (done: Say) => Promise<T>): Promise<T> {
  let began = performance.now();
  await client.query('begin');
  // Loading is no change by anybody; larger buffers spare the search index many small merges.
  await client.query(
    "select set_config('edulab.audit', 'off', true), set_config('gin_pending_list_limit', '65536', true), set_config('maintenance_work_mem', '262144', true), set_config('work_mem', '131072', true)",
  );
  // What is loaded refers to what was loaded before it, which a test holds; a superuser need not ask for each row again.
  await client.query(
    "select set_config('session_replication_role', 'replica', true) from pg_roles where rolname = current_user and rolsuper",
  );
  try {
    const answer = await load((what) => {
      say(`Demo university: ${what} (${secondsSince(began)} s)`);
      began = performance.now();
    });
    await client.query('commit');
    return answer;
  } catch (error) {
    // The stage beside it may wait for a table that this one has read, and its end is waited for before anything is told.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The university has been here since the autumn of last year: people, programmes and groups were entered then. */
const since = () => `${currentYear() - 1}-09-01 09:00+05`;
const datedBack = (client: pg.PoolClient, back: boolean) =>
  client.query(back ? 'select edulab_turn_clock($1)' : "select set_config('edulab.clock', $1, true)", [
    back ? since() : clock.ahead() ? `PT${(clock.ahead() / 1000).toFixed(3)}S` : '',
  ]);

/** What became of students since they were entered is a change of their record, as it would have been written that day. */
const pastOfStudents = (client: pg.PoolClient) =>
  client.query(
    `with last as (
       select distinct on (h.entity_id) h.entity_id as id, h.at, h.from_status, h.to_status, h.account_id
         from status_history h where h.entity = 'student' and h.from_status is not null order by h.entity_id, h.at desc, h.id desc),
     moved as (
       update students s set updated_at = l.at, version = s.version + 1 from last l
        where l.id = s.id and l.to_status = s.status and s.deleted_at is null and l.at > s.created_at and l.at < $1
       returning s.id, s.institution_id, s.status, s.status_since, s.created_at, l.at, l.from_status, l.account_id)
     insert into audit_log (institution_id, at, account_id, call, table_name, row_id, operation, old, new)
     select institution_id, at, account_id, 'PUT /student/status', 'students', id, 'UPDATE',
            jsonb_build_object('status', from_status, 'status_since', created_at::date), jsonb_build_object('status', status, 'status_since', status_since)
       from moved order by at, id`,
    [clock.iso()],
  );

/** Whatever is loaded has no history before; people, programmes and groups have theirs since they were entered. */
const historyBegins = (owner: pg.Pool) =>
  owner.query(`do $$ declare t text; begin
    for t in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'created_at'
              where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (select 1 from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'z_loaded') loop
      execute format('insert into history_begins select %L, max(created_at) from %I having count(*) > 0 on conflict (table_name) do update set at = excluded.at', t, t);
    end loop;
    update history_begins set at = '${since()}' where table_name in ('institutions', 'accounts', 'departments', 'staff', 'levels', 'education_forms', 'academic_years', 'semesters', 'courses', 'modules', 'students', 'groups', 'group_members', 'group_mentors');
  end $$`);

/** People, what they study and where; answers what later stages need. */
async function loadBase(
  client: pg.PoolClient,
  students: number,
  storage: Storage | undefined,
  oneIn: number,
  done: Say,
): Promise<{ hash: string; libraryFiles: () => Promise<void> }> {
  await datedBack(client, true);
  await createInstitutions(client);
  await createRoleAccounts(client);
  const { rows } = await client.query<{ id: number; username: string; password_hash: string }>(
    'select id, username, password_hash from accounts order by id',
  );
  const ids = new Map(rows.map(({ username, id }) => [username, id]));
  const hash = rows.find(({ username }) => username === 'bachelor_student')?.password_hash ?? '';
  const reference = await loadReference(client);
  done('institutions, accounts and reference data');
  await loadStaff(client, reference, ids, STAFF);
  done(`${STAFF} members of staff`);
  await loadCurriculum(client, reference);
  await loadOutcomes(client);
  done('courses, modules and plans');
  await datedBack(client, false);
  await loadCalendar(client, ids);
  const libraryFiles = await loadLibrary(client, storage);
  done('the calendar and the library');
  await loadMessages(client, ids);
  done('letters, messages and finished work');
  await datedBack(client, true);
  await loadStudents(client, reference, ids, students, hash, (count) => done(`${count} students so far`));
  done(`${Math.max(students, 4)} students`);
  done(`${await loadGroups(client)} groups`);
  await pastOfStudents(client);
  await datedBack(client, false);
  done(`${await loadLessons(client, storage, oneIn)} lessons with works of students`);
  await planSlots(client, oneIn);
  done(`${await loadTimetable(client)} lessons of a week`);
  return { hash, libraryFiles };
}
