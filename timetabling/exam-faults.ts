import { ExamGround, type ExamPlan } from './exam-plan.ts';

/** What no search can overcome. */
export type ExamFault =
  /** No day of the period is open for exams. */
  | { fault: 'no_slots' }
  /** No sitting is long enough for it, or its students are busy in all of them. */
  | { fault: 'no_slot'; exam: number }
  /** All rooms together do not seat it, with neighbours that have other papers. */
  | { fault: 'too_large'; exam: number; students: number }
  /** There are not as many invigilators as its rooms need. */
  | { fault: 'no_invigilators'; exam: number; students: number }
  /** Somebody has more exams than there are sittings for them. */
  | { fault: 'too_many'; exam: number; exams: number; slots: number };

export function examFaults(plan: ExamPlan): ExamFault[] {
  const ground = new ExamGround(plan);
  const alone = new ExamGround({ ...plan, invigilators: [] });
  if (plan.exams.length > 0 && plan.exams.every(({ slots, fixed }) => slots.length === 0 && fixed === undefined))
    return [{ fault: 'no_slots' }];
  const found: ExamFault[] = [];
  const ofStudent = new Map<number, number[]>();
  for (const [exam, { students, slots, fixed }] of plan.exams.entries()) {
    if (students.length === 0) continue;
    const ways = fixed === undefined ? slots : [fixed];
    if (ways.length === 0) found.push({ fault: 'no_slot', exam });
    else if (!ways.some((slot) => alone.roomsFor(slot, [exam])))
      found.push({ fault: 'too_large', exam, students: students.length });
    else if (!ways.some((slot) => ground.roomsFor(slot, [exam])))
      found.push({ fault: 'no_invigilators', exam, students: students.length });
    for (const student of students) ofStudent.set(student, [...(ofStudent.get(student) ?? []), exam]);
  }
  const said = new Set<string>();
  for (const exams of ofStudent.values()) {
    const slots = new Set(exams.flatMap((exam) => plan.exams[exam]!.fixed ?? plan.exams[exam]!.slots));
    if (exams.length <= slots.size || said.has(exams.join())) continue;
    said.add(exams.join());
    found.push({ fault: 'too_many', exam: exams[0]!, exams: exams.length, slots: slots.size });
  }
  return found;
}
