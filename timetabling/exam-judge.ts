import { type ExamPlan, examPrices, type Hall } from './exam-plan.ts';

/** What a placing of exams breaks and costs, counted from nothing: the tests hold the search against it. */
export interface ExamFinding {
  rule:
    | 'unplaced'
    | 'not_allowed'
    | 'two_at_once'
    | 'no_seat'
    | 'seat_twice'
    | 'no_such_seat'
    | 'same_paper'
    | 'closed'
    | 'not_apart'
    | 'invigilators'
    | 'invigilator_busy';
  exam?: number;
  student?: number;
  slot?: number;
}

/** How many students have two exams on one day, on neighbouring days, and on days with one between: by `examPrices`. */
export function examSpread(plan: ExamPlan, slots: readonly number[]): { pairs: number[]; cost: number } {
  const ofStudent = new Map<number, number[]>();
  for (const [exam, { students }] of plan.exams.entries())
    if (slots[exam]! >= 0)
      for (const student of students)
        ofStudent.set(student, [...(ofStudent.get(student) ?? []), Math.floor(slots[exam]! / plan.sittings)]);
  const pairs = examPrices.map(() => 0);
  for (const days of ofStudent.values())
    for (let one = 0; one < days.length; one++)
      for (let other = 0; other < one; other++) {
        const apart = Math.abs(days[one]! - days[other]!);
        if (apart < pairs.length) pairs[apart]!++;
      }
  return { pairs, cost: pairs.reduce((sum, count, apart) => sum + count * examPrices[apart]!, 0) };
}

export function judgeExams(plan: ExamPlan, slots: readonly number[], halls: readonly Hall[]): ExamFinding[] {
  const found: ExamFinding[] = [];
  const at = new Map<string, number>();
  for (const [exam, { students, slots: allowed, fixed }] of plan.exams.entries()) {
    const slot = slots[exam]!;
    if (slot < 0) {
      found.push({ rule: 'unplaced', exam });
      continue;
    }
    if (fixed === undefined ? !allowed.includes(slot) : slot !== fixed) found.push({ rule: 'not_allowed', exam, slot });
    for (const student of students) {
      const key = `${student} ${slot}`;
      if (at.has(key)) found.push({ rule: 'two_at_once', exam, student, slot });
      at.set(key, exam);
    }
  }
  const seated = new Set<string>();
  const apart = new Set(plan.apart);
  const busy = new Set<string>();
  for (const { slot, room, seats, invigilators } of halls) {
    const { rows, columns, closed } = plan.rooms[room]!;
    if (closed.includes(slot)) found.push({ rule: 'closed', slot });
    const papers = new Map<string, number>();
    for (const { exam, student, row, column } of seats) {
      if (row < 0 || column < 0 || row >= rows || column >= columns)
        found.push({ rule: 'no_such_seat', exam, student });
      if (papers.has(`${row} ${column}`)) found.push({ rule: 'seat_twice', exam, student });
      papers.set(`${row} ${column}`, exam);
      if (at.get(`${student} ${slot}`) !== exam || seated.has(`${student} ${exam}`))
        found.push({ rule: 'seat_twice', exam, student });
      seated.add(`${student} ${exam}`);
      if (apart.has(student) !== apart.has(seats[0]!.student)) found.push({ rule: 'not_apart', student, slot });
    }
    for (const { exam, student, row, column } of seats)
      for (const key of [`${row + 1} ${column}`, `${row} ${column + 1}`])
        if (papers.get(key) === exam) found.push({ rule: 'same_paper', exam, student, slot });
    if (plan.invigilators.length > 0 && invigilators.length < Math.ceil(seats.length / plan.per_invigilator))
      found.push({ rule: 'invigilators', slot });
    const exams = new Set(
      halls.filter((hall) => hall.slot === slot).flatMap((hall) => hall.seats.map(({ exam }) => exam)),
    );
    for (const one of invigilators) {
      const teaches = [...exams].some((exam) => plan.exams[exam]!.teachers?.includes(one));
      if (busy.has(`${one} ${slot}`) || teaches || plan.invigilators[one]!.away.includes(slot))
        found.push({ rule: 'invigilator_busy', slot });
      busy.add(`${one} ${slot}`);
    }
  }
  for (const [exam, { students }] of plan.exams.entries())
    if (slots[exam]! >= 0)
      for (const student of students)
        if (!seated.has(`${student} ${exam}`)) found.push({ rule: 'no_seat', exam, student });
  return found;
}
