import type pg from 'pg';
import { ensureRoles } from '#domains/identity/server/index.ts';
import type { Database } from '#platform/server/database.ts';
import type { Settings } from '#platform/server/settings.ts';
import { createInstitutions, createRoleAccounts, demoPassword } from './accounts.ts';
import { loadAdmissions } from './load-admissions.ts';
import { loadApplicants } from './load-applicants.ts';
import { loadAssessment } from './load-assessment.ts';
import { loadAttendance } from './load-attendance.ts';
import { loadCalendar } from './load-calendar.ts';
import { loadAcceptedContracts, loadEnrollment } from './load-enrollment.ts';
import { loadLessons } from './load-lessons.ts';
import { loadLibrary } from './load-library.ts';
import { loadMessages } from './load-messages.ts';
import { loadMoney } from './load-money.ts';
import { loadOutcomes } from './load-outcomes.ts';
import { loadReference } from './load-reference.ts';
import { loadStaff } from './load-staff.ts';
import { loadStudents } from './load-students.ts';
import { loadCurriculum, loadGroups } from './load-teaching.ts';
import { loadTimetable } from './load-timetable.ts';

const STAFF = 500;
const STUDENTS = 10_000;
/** Beyond so many students, which only benchmarks have, not every group gets registers and marks: 150 rows a student, for nobody to read. */
const REGISTERED = 20_000;

const announce = (line: string): void => void process.stdout.write(`${line}\n`);

/** Fills an empty database with the demo university; answers the demo sign-ins, none where this is no demo. `say` gets a line per stage. */
export async function fillWhenEmpty(
  database: Database,
  settings: Pick<Settings, 'demo' | 'students'> & { dataDir?: string },
  say = announce,
): Promise<{ accounts: string[]; password: string }> {
  if (!settings.demo) return { accounts: [], password: demoPassword };
  const { rowCount } = await database.owner.query('select 1 from institutions limit 1');
  if (!rowCount) {
    await ensureRoles(database.owner);
    await fill(database.owner, settings.students ?? STUDENTS, settings.dataDir, say);
  }
  const { rows } = await database.owner.query<{ username: string }>(
    `select username from accounts where username in (select lower(name) from roles) order by username`,
  );
  return { accounts: rows.map((row) => row.username), password: demoPassword };
}

/** One transaction: whoever stops it in the middle finds the database empty, and the next start begins anew. */
async function fill(
  owner: pg.Pool,
  students: number,
  dataDir: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const client = await owner.connect();
  let broken: Error | undefined;
  let began = performance.now();
  const done = (what: string) => {
    say(`Demo university: ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    began = performance.now();
  };
  try {
    await client.query('begin');
    // Loading is no change by anybody; larger buffers spare the search index many small merges.
    await client.query(
      "select set_config('edulab.audit', 'off', true), set_config('gin_pending_list_limit', '65536', true), set_config('maintenance_work_mem', '262144', true), set_config('work_mem', '131072', true)",
    );
    // What is loaded refers to what was loaded before it, which a test holds; a superuser need not ask for each row again.
    await client.query(
      "select set_config('session_replication_role', 'replica', true) from pg_roles where rolname = current_user and rolsuper",
    );
    await createInstitutions(client);
    await createRoleAccounts(client);
    const accounts = new Map(
      (
        await client.query<{ id: number; username: string; password_hash: string }>(
          'select id, username, password_hash from accounts order by id',
        )
      ).rows.map((row) => [row.username, row]),
    );
    const ids = new Map([...accounts].map(([username, { id }]) => [username, id]));
    const reference = await loadReference(client);
    done('institutions, accounts and reference data');
    await loadStaff(client, reference, ids, STAFF);
    done(`${STAFF} members of staff`);
    await loadCurriculum(client, reference);
    await loadOutcomes(client);
    done('courses, modules and plans');
    await loadCalendar(client, ids);
    const libraryFiles = await loadLibrary(client, dataDir);
    done('the calendar and the library');
    await loadMessages(client, ids);
    done('letters, messages and finished work');
    await loadStudents(
      client,
      reference,
      ids,
      students,
      accounts.get('bachelor_student')?.password_hash ?? '',
      (count) => say(`Demo university: ${count} students so far`),
    );
    done(`${Math.max(students, 4)} students`);
    done(`${await loadGroups(client)} groups`);
    done(`${await loadLessons(client, dataDir)} lessons with works of students`);
    const oneIn = Math.ceil(students / REGISTERED);
    done(`${await loadAttendance(client, oneIn)} marks in registers`);
    done(`${await loadTimetable(client)} lessons of a week`);
    done(`${await loadAssessment(client, oneIn)} marks with plans, totals and boards`);
    done(
      `${await loadAdmissions(client, accounts.get('bachelor_student')?.password_hash ?? '')} applicants of a campaign that runs`,
    );
    done(`${await loadEnrollment(client)} years of study, and applicants who wait to become students`);
    done(`${await loadApplicants(client)} further applications, for jobs and courses too`);
    done(`${await loadMoney(client)} contracts with payments`);
    await loadAcceptedContracts(client);
    await libraryFiles();
    await client.query('commit');
    // Plans need to know what is there; the database tidies up by itself.
    await client.query('analyze');
    done('stored and analysed');
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
