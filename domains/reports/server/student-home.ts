import type { z } from 'zod';
import { marksSeen } from '#domains/assessment/server/index.ts';
import { attendedShare, settingsOf, standingOf } from '#domains/attendance/server/index.ts';
import { weekOf } from '#domains/institutions/server/index.ts';
import { closesAt, lateness } from '#domains/lessons/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import type { dashboard } from '../shapes.ts';
import { currentWorkOf, type Learner, learnerOf, modulesOf, type Taken } from './questions.ts';

/** The student's home: what is today, next and due, and where they stand by module. */

type Home = z.infer<typeof dashboard>;
const upcoming = 5;

export async function studentHome(call: Call): Promise<Home> {
  planOnce(call.client);
  const [settings, learner] = await Promise.all([settingsOf(call), learnerOf(call)]);
  const attendance = { limit: settings.limit_percent, attended: null };
  const nothing = { today: [], next: [], due: [], returned: [], attendance, average: null, modules: [] };
  if (!learner) return { student: null, semester: null, ...nothing };
  const { firstname, group, course, study_year } = learner;
  const student = { firstname, group, course, study_year };
  const semester = semesterOf(learner);
  if (!semester) return { student, semester, ...nothing };
  const taken = await modulesOf(call, learner);
  const ids = taken.map((one) => one.course_module_id);
  const titles = new Map(taken.map((one) => [one.course_module_id, one.title]));
  const named = (one: { course_module_id: number }) => titles.get(one.course_module_id) ?? '';
  const [{ marks, average }, around] = await Promise.all([
    marksSeen(call, learner.id, ids),
    currentWorkOf(call, learner, ids),
  ]);
  const { classes } = around;
  const now = clock.date();
  const sum = (of: (one: Taken) => number | null) => taken.reduce((total, one) => total + (of(one) ?? 0), 0);
  return {
    student,
    semester,
    today: classes.filter((one) => one.date === learner.today).map(({ date, ...one }) => one),
    next: classes
      .filter((one) => one.date !== learner.today && one.state === 'PLANNED')
      .slice(0, upcoming)
      .map(({ date, ...one }) => one),
    due: around.waiting.flatMap(({ late_days, opens_at, ...one }) => {
      const state = lateness(now, { ...one, late_days, opens_at }, learner.timezone);
      if (state !== 'ON_TIME' && state !== 'LATE') return [];
      return [
        {
          ...one,
          module: named(one),
          closes_at: closesAt({ ...one, late_days }, learner.timezone),
          late: state === 'LATE',
        },
      ];
    }),
    returned: around.returned.map((one) => ({ ...one, module: named(one) })),
    attendance: {
      ...attendance,
      attended: attendedShare({ attended: sum((one) => one.attended), missed: sum((one) => one.missed) }),
    },
    average,
    modules: taken.map((one) => ({
      course_module_id: one.course_module_id,
      code: one.code,
      title: one.title,
      type: one.type,
      credits: one.credits,
      teacher: one.teacher,
      lessons: one.lessons,
      homework: { done: one.handed, all: one.homework },
      elearning: { done: one.completed, all: one.packages },
      attendance:
        one.attended === null
          ? null
          : {
              attended_hours: one.attended * settings.hours_per_session,
              missed_hours: (one.missed ?? 0) * settings.hours_per_session,
              explained_hours: (one.explained ?? 0) * settings.hours_per_session,
              ...standingOf(one.missed ?? 0, one.hours, settings),
            },
      mark: marks.get(one.course_module_id) ?? null,
    })),
  };
}

/** Weeks are counted as the timetable does. */
function semesterOf(learner: Learner): Home['semester'] {
  const { year, number, starts_on, ends_on, today } = learner;
  if (!year || !number || !starts_on || !ends_on) return null;
  const semester = { starts_on };
  return { year, number, starts_on, ends_on, week: weekOf(semester, today), weeks: weekOf(semester, ends_on) };
}
