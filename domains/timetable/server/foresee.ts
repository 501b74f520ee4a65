import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { isHopeless, type PlanFault } from '../../../timetabling/faults.ts';
import type { Plan } from '../../../timetabling/plan.ts';
import type { Demand } from './demands.ts';
import type { Surroundings } from './inputs.ts';
import { lessonTitle, namesOf } from './store.ts';
import { inThread } from './thread.ts';

/** What counting says of a plan before anybody searches, in the caller's words. */
export async function warningsOf(
  call: Call,
  { demands, plan, around }: { demands: readonly Demand[]; plan: Plan; around: Surroundings },
) {
  const names = await namesOf(
    call,
    demands.map((demand) => ({ ...demand, room_id: null })),
  );
  const lesson = (id: string) => lessonTitle(call, names, { ...demands[Number(id)]!, room_id: null });
  const person = (id: string, who: 'teacher' | 'group') =>
    (who === 'teacher' ? names.staff : names.groups).get(Number(id))?.title ??
    around.groups.find((group) => who === 'group' && group.id === Number(id))?.name ??
    '';
  const textOf = (fault: PlanFault): string => {
    const { fault: key, ...data } = fault;
    const words: Record<string, unknown> = { ...data };
    if ('activity' in fault) words.lesson = lesson(fault.activity);
    if ('other' in fault) words.other = lesson(fault.other);
    if (fault.fault === 'overloaded' || fault.fault === 'overfull') words.name = person(fault.id, fault.who);
    if (fault.fault === 'fixed_clash') {
      words.day = message(call.locale, `timetable.day.${fault.day + 1}`);
      words.session = fault.session + 1;
    }
    if (fault.fault === 'too_small') words.room = around.rooms.find(({ id }) => id === Number(fault.room))?.name ?? '';
    if (fault.fault === 'rooms_short') words.kind = message(call.locale, `timetable.rooms.${fault.kind}`);
    return message(call.locale, `timetable.fault.${key}`, words);
  };
  const told = new Set<string>();
  return (await inThread({ task: 'faults', plan })).flatMap((fault) => {
    const text = textOf(fault);
    // Those of a group who chose differently may have the same to say.
    if (told.has(text)) return [];
    told.add(text);
    return [{ fault: fault.fault, hopeless: isHopeless(fault), text }];
  });
}
