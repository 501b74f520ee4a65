import type { Group } from '../../../timetabling/plan.ts';
import type { Demand } from './demands.ts';
import type { InputAudience, InputGroup } from './inputs.ts';

/**
 * Who of a group has a lesson. A module that not all of a group chose is heard by those who did, so modules that nobody
 * chose together may be taught at one time. Of a group with such modules those who are in the same parts of it and chose
 * alike become a part of its own; the parts that people made are then put together of these.
 */
export interface GroupParts {
  /** What takes the place of groups, beside those that stay. */
  groups: Pick<Group, 'id' | 'students' | 'part_of' | 'stands_for'>[];
  /** Whether a group is put together of others. */
  replaced: (id: number, parent_id: number | null) => boolean;
  /** The groups of the plan that attend lessons of a module which are meant for a group. */
  audience: (course_module_id: number, group_id: number) => string[];
}

export function groupPartsOf(
  audiences: readonly InputAudience[],
  demands: readonly Demand[],
  groups: readonly InputGroup[],
): GroupParts {
  const asked = new Set(demands.map(({ course_module_id }) => course_module_id));
  const parents = new Map(groups.map(({ id, parent_id }) => [id, parent_id]));
  const needed = new Set(demands.flatMap(({ group_ids }) => group_ids.map((id) => parents.get(id) ?? id)));
  const elective = new Set(audiences.flatMap(({ modules }) => modules.filter((id) => asked.has(id))));
  const atoms = new Map<
    number,
    { id: string; parts: readonly number[]; modules: ReadonlySet<number>; students: number }[]
  >();
  for (const [group_id, rows] of Map.groupBy(audiences, (row) => row.group_id)) {
    if (!needed.has(group_id) || !rows.some(({ modules }) => modules.some((id) => elective.has(id)))) continue;
    const alike = Map.groupBy(rows, ({ parts, modules }) => `${parts} ${modules.filter((id) => elective.has(id))}`);
    atoms.set(
      group_id,
      [...alike.values()].map((some, index) => ({
        id: `${group_id}/${index}`,
        parts: some[0]!.parts,
        modules: new Set(some[0]!.modules),
        students: some.reduce((sum, { students }) => sum + students, 0),
      })),
    );
  }
  const of = (id: number) => atoms.get(parents.get(id) ?? id);
  const isPart = (id: number) => parents.get(id) != null;
  return {
    groups: [...atoms].flatMap(([group_id, some]) =>
      some.map(({ id, students }) => ({ id, students, part_of: String(group_id), stands_for: String(group_id) })),
    ),
    replaced: (id, parent_id) => parent_id !== null && (of(id)?.some(({ parts }) => parts.includes(id)) ?? false),
    audience: (course_module_id, group_id) => {
      const whole = [String(group_id)];
      if (!isPart(group_id) && !elective.has(course_module_id)) return whole;
      const found = (of(group_id) ?? []).filter(
        ({ parts, modules }) =>
          (!isPart(group_id) || parts.includes(group_id)) &&
          (!elective.has(course_module_id) || modules.has(course_module_id)),
      );
      // Of a part without anybody, or a module that none of the group chose, it is taken to be for all.
      return found.length > 0 ? found.map(({ id }) => id) : whole;
    },
  };
}
