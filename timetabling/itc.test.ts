import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from './cost.ts';
import { FileError, readProblem, readSolution, writeSolution } from './itc.ts';
import { solve } from './solve.ts';

const toy = `Name: Toy
Courses: 3
Rooms: 2
Days: 2
Periods_per_day: 3
Curricula: 1
Constraints: 2

COURSES:
Arch Ocra 2 2 40
Geo Indaco 3 2 18
Tec Rosa 1 1 50

ROOMS:
A 30
B 45

CURRICULA:
Cur1 2 Arch Geo

UNAVAILABILITY_CONSTRAINTS:
Tec 0 1
Tec 1 2

END.
`;

describe('an instance file', () => {
  test('is read', () => {
    const problem = readProblem(toy);
    expect(problem).toMatchObject({ name: 'Toy', days: 2, periods_per_day: 3 });
    expect(problem.courses[1]).toEqual({ id: 'Geo', teacher: 'Indaco', lectures: 3, min_days: 2, students: 18 });
    expect(problem.rooms).toEqual([
      { id: 'A', capacity: 30 },
      { id: 'B', capacity: 45 },
    ]);
    expect(problem.curricula).toEqual([{ id: 'Cur1', courses: [0, 1] }]);
    expect(problem.unavailable).toEqual([
      { course: 2, period: 1 },
      { course: 2, period: 5 },
    ]);
  });

  test('may have Windows line ends and a byte order mark', () => {
    expect(readProblem(`\uFEFF${toy.replaceAll('\n', '\r\n')}`)).toEqual(readProblem(toy));
  });

  test('may be of the extended form', () => {
    const extended = toy
      .replace('Constraints: 2', 'Min_Max_Daily_Lectures: 1 3\nUnavailabilityConstraints: 2\nRoomConstraints: 1')
      .replace('Arch Ocra 2 2 40', 'Arch Ocra 2 2 40 0')
      .replace('Geo Indaco 3 2 18', 'Geo Indaco 3 2 18 1')
      .replace('Tec Rosa 1 1 50', 'Tec Rosa 1 1 50 0')
      .replace('A 30', 'A 30 0')
      .replace('B 45', 'B 45 1')
      .replace('END.', 'ROOM_CONSTRAINTS:\nTec A\n\nEND.');
    expect(readProblem(extended)).toEqual(readProblem(toy));
  });

  test.each([
    ['Rooms: 2', 'Rooms: two', /^line 3: Rooms: two\. A whole number not under 1 is expected\.$/],
    ['Courses: 3', 'Courses: 2', /^line 12: ROOMS: expected, Tec found\. Check that the counts/],
    ['Geo Indaco', 'Arch Indaco', /^line 11: course Arch stands twice/],
    ['2 Arch Geo', '2 Arch Bio', /^line 19: a course of curriculum Cur1: there is no course Bio/],
    ['2 Arch Geo', '2 Arch Arch', /^line 19: curriculum Cur1 names Arch twice/],
    ['Tec 1 2', 'Tec 2 2', /^line 23: day 2\. The instance has 2, counted from 0\.$/],
    ['Tec 1 2', 'Tec 1 -1', /^line 23: period: -1\. A whole number/],
    ['END.', '', /^line 26: the file ends where END\. was expected/],
    ['END.', 'END. more', /^line 25: more after END\./],
    ['Periods_per_day: 3', 'Periods_per_day: 30', /^line 5: a day of 30 periods/],
    ['Days: 2', 'Days: 100000000', /^line 4: 100000000 days\. A timetable may have up to 366 days\.$/],
    ['Arch Ocra 2', 'Arch Ocra 7', /^line 10: Arch has 7 lectures in 6 periods\. Each needs a period of its own\.$/],
    ['Name: ', `PK\u0003\u0004${'x'.repeat(300)}`, /^line 1: Name: expected, PK·x{90,120}…\. Check/],
  ])('with %s written as %s is refused with the line, the fault and what to do', (right, wrong, message) => {
    expect(() => readProblem(toy.replace(right, wrong))).toThrow(message);
  });

  test('never fails in another way, whatever is cut or put in', () => {
    fc.assert(
      fc.property(fc.nat(toy.length), fc.nat(20), fc.string(), (at, cut, put) => {
        try {
          readProblem(toy.slice(0, at) + put + toy.slice(at + cut));
        } catch (error) {
          expect(error).toBeInstanceOf(FileError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a solution file', () => {
  const problem = readProblem(toy);

  test('is read as it was written', () => {
    const { solution } = solve(problem, { iterations: 1000 });
    const text = writeSolution(problem, solution);
    expect(text).toMatch(/^Arch [AB] [01] [012]\n/);
    expect(writeSolution(problem, readSolution(problem, text))).toBe(text);
  });

  test.each([
    ['Arch A 0', /^line 2: 3 words\. A lecture is written as: course room day period\.$/],
    ['Bio A 0 0', /^line 2: no course Bio/],
    ['Arch C 0 0', /^line 2: no room C/],
    ['Arch A 2 0', /^line 2: day 2\. Whole numbers from 0 to 1 are expected\.$/],
    ['Arch A 0 x', /^line 2: period x\. Whole numbers from 0 to 2 are expected\.$/],
  ])('with the line %s is refused', (line, message) => {
    expect(() => readSolution(problem, `Geo A 0 0\n${line}\n`)).toThrow(message);
  });
});

describe('the judgement', () => {
  const problem = readProblem(toy);

  test('finds each broken rule, hard and soft', () => {
    const text = 'Arch A 0 0\nArch B 0 2\nGeo A 0 0\nGeo A 0 2\nTec B 0 1\n';
    const { violations, cost, findings } = evaluate(problem, readSolution(problem, text));
    expect(violations).toEqual({ lectures: 1, conflicts: 2, availability: 1, room_occupation: 1, total: 5 });
    expect(cost).toEqual({
      room_capacity: 15,
      min_working_days: 10,
      isolated_lectures: 8,
      room_stability: 1,
      total: 34,
    });
    expect(findings.map(({ text }) => text)).toContain('Arch: 10 students without a seat in A on day 0, period 0');
  });
});
