/** Days as text, `YYYY-MM-DD`, of the institution. */
export type Day = string;

export const plus = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
export const nineOClock = (day: Day): string => `${day}T09:00:00+05:00`;
/** That day or the Monday after it: on which people come to the office. */
export const officeDay = (day: Day): Day => plus(day, (8 - new Date(day).getUTCDay()) % 7);
