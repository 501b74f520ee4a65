import { expect, test } from 'vitest';
import { INSTITUTIONS } from './institutions.ts';
import { modulesOf, planOf } from './modules.ts';
import { DEPARTMENTS, FACULTIES, PROGRAMMES } from './university.ts';

test('every programme has a plan of modules that its institution teaches, five taken a semester, none twice', () => {
  for (const programme of PROGRAMMES) {
    const plan = planOf(programme);
    expect(new Set(plan.map((place) => place.module.code)).size).toBe(plan.length);
    for (const { id } of INSTITUTIONS) {
      if (!programme.institutions.includes(id)) continue;
      const taught = new Set(modulesOf(id).map((module) => module.code));
      expect(plan.filter((place) => !taught.has(place.module.code))).toEqual([]);
    }
    for (let number = 1; number <= programme.years * 2; number++) {
      const here = plan.filter((place) => (place.study_year - 1) * 2 + place.semester === number);
      const chosen = here.filter((place) => place.module.type === 'OPTIONAL').length;
      expect(`${programme.code} ${number}: ${here.length - chosen / 2}`).toBe(`${programme.code} ${number}: 5`);
    }
  }
});

test('codes are unique in an institution and departments exist', () => {
  const known = new Set([...DEPARTMENTS, ...FACULTIES].map((department) => department.code));
  for (const { id } of INSTITUTIONS) {
    const modules = modulesOf(id);
    expect(new Set(modules.map((module) => module.code.toLowerCase())).size).toBe(modules.length);
    expect(modules.filter((module) => !known.has(module.department))).toEqual([]);
  }
});
