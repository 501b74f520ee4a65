import { educationPlaces } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import type { TimetableSettings } from '../shapes-inputs.ts';

/** What an institution decides once for all its timetables. */

export type { TimetableSettings } from '../shapes-inputs.ts';

/** Lunch at the third or fourth session; days that people can bear. */
const usual: TimetableSettings = {
  lunch_from: 3,
  lunch_to: 4,
  group_most: 4,
  teacher_most: 5,
  closed_days: [],
  travel_minutes: 0,
  travel: [],
};

export async function settingsOf(call: Pick<Call, 'client'>): Promise<TimetableSettings> {
  const { rows } = await call.client.query<{ value: Partial<TimetableSettings> }>(
    "select value from settings where name = 'timetable' and deleted_at is null",
  );
  return { ...usual, ...rows[0]?.value };
}

/** What is left out stays as it is. */
export async function saveSettings(
  call: Call,
  input: { [K in keyof TimetableSettings]?: TimetableSettings[K] | undefined },
): Promise<TimetableSettings> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const after = { ...(await settingsOf(call)), ...given } as TimetableSettings;
  if ((after.lunch_from === null) !== (after.lunch_to === null)) throw failField('lunch_to', 'form_required');
  if (after.lunch_from !== null && after.lunch_to !== null && after.lunch_to < after.lunch_from)
    throw failField('lunch_to', 'LUNCH_REVERSED');
  if (after.closed_days.length === 7) throw failField('closed_days', 'NO_DAY_LEFT');
  for (const [at, { from_id, to_id }] of after.travel.entries()) {
    await demandReferences(call, {
      [`travel.${at}.from_id`]: [educationPlaces, from_id],
      [`travel.${at}.to_id`]: [educationPlaces, to_id],
    });
    if (from_id === to_id) throw failField(`travel.${at}.to_id`, 'SAME_BUILDING');
  }
  await call.client.query(
    `insert into settings (name, value) values ('timetable', $1)
     on conflict (institution_id, name) do update set value = excluded.value, deleted_at = null`,
    [JSON.stringify(after)],
  );
  return after;
}

/** Buildings between which nobody gets in a break of so many minutes, each pair once. */
export function farBuildings(
  { travel, travel_minutes }: TimetableSettings,
  buildings: readonly number[],
  pause: number,
): [string, string][] {
  const minutes = new Map(travel.map((one) => [[one.from_id, one.to_id].sort((a, b) => a - b).join(' '), one.minutes]));
  return buildings.flatMap((one, at) =>
    buildings.slice(at + 1).flatMap((other): [string, string][] => {
      const between = minutes.get([one, other].sort((a, b) => a - b).join(' ')) ?? travel_minutes;
      return between > pause ? [[String(one), String(other)]] : [];
    }),
  );
}
