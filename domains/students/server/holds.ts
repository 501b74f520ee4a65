import { inArray } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { type HeldAct, hold } from './hooks.ts';
import { students } from './tables.ts';

/** Who of these is kept from it, with the reasons in the caller's language. */
export async function whyHeld(call: Call, act: HeldAct, ids: readonly number[]): Promise<Map<number, string>> {
  const told = ids.length
    ? (await Promise.all(followersOf(call.kernel, hold).map(({ of }) => of(call, act, ids)))).flat()
    : [];
  const held = new Map<number, string>();
  for (const { student_id, why } of told)
    held.set(student_id, [held.get(student_id), why(call.locale)].filter(Boolean).join('; '));
  return held;
}

/** Whoever gives out a paper or registers somebody asks here first. Errors: HELD with each reason. */
export async function demandUnheld(call: Call, act: HeldAct, ids: readonly number[]): Promise<void> {
  const held = await whyHeld(call, act, ids);
  if (held.size === 0) return;
  const names =
    ids.length === 1
      ? []
      : await call.db
          .select({ id: students.id, name: students.full_name })
          .from(students)
          .where(inArray(students.id, [...held.keys()]));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const why = [...held].map(([id, reasons]) => [nameOf.get(id), reasons].filter(Boolean).join(': ')).join('; ');
  throw fail('HELD', { why });
}
