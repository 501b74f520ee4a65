export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Uzbek and Turkic stems: -yev after y and vowels (Aliy → Aliyev, Sherali → Sheraliyev) and a mark of its own for stems that are whole ("Isakov:"). */
export function surname(stem: string, female: boolean): string {
  const end = female ? 'a' : '';
  if (stem.endsWith(':')) return stem.slice(0, -1) + end;
  if (/[aeiou]$/.test(stem)) return `${stem}yev${end}`;
  return stem.endsWith('y') ? `${stem}ev${end}` : `${stem}ov${end}`;
}

/** Russian surnames: Ivanov → Ivanova, Dostoyevskiy → Dostoyevskaya; others do not change. */
export function russianSurname(name: string, female: boolean): string {
  if (!female) return name;
  if (/(ov|ev|in|yn)$/.test(name)) return `${name}a`;
  return name.endsWith('skiy') ? `${name.slice(0, -2)}aya` : name;
}
