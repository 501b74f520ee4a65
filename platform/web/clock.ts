import { clock } from '#platform/contract/clock.ts';

/** Days and clocks as the institution has them, whatever the device says. The session says which zone that is. */

const maker = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
let zone = 'Asia/Tashkent';
/** The first is made when it is needed: reading the zones is what takes a phone longest here. */
let formatter: Intl.DateTimeFormat | undefined;
const inZone = (instant: string | number | Date): string => {
  formatter ??= maker(zone);
  return formatter.format(new Date(instant));
};

/** The IANA name of the zone; before anybody is signed in that of the capital. */
export const zoneName = (): string => zone;

/** Takes over the zone of the institution that was entered; answers whether it is another one than before. */
export function enterZone(name: string | undefined): boolean {
  if (!name || name === zone) return false;
  formatter = maker(name);
  zone = name;
  return true;
}

/** The day of an instant, `YYYY-MM-DD`. */
export const dayOf = (instant: string | number | Date): string => inZone(instant).slice(0, 10);
/** Hours and minutes of an instant, `HH:mm`. */
export const clockOf = (instant: string | number | Date): string => inZone(instant).slice(11, 16);
/** The day that it is there now. */
export const today = (): string => dayOf(clock.now());
