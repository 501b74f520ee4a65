/**
 * One colour per module, the same on the timetable, in the calendar, on lessons and marks. It is a stripe or a faint ground
 * beside the words, which say all of it: never the only sign. A test holds the contrasts on every ground of every skin.
 */
export const moduleColors = [
  { light: '#0c716b', dark: '#4cc2b6' },
  { light: '#b4231f', dark: '#f28b82' },
  { light: '#2456c4', dark: '#8ab4f8' },
  { light: '#9a5b00', dark: '#f0b35a' },
  { light: '#7b2fa8', dark: '#cf9df0' },
  { light: '#2f7a1f', dark: '#8fd07a' },
  { light: '#b0246e', dark: '#f48fbf' },
  { light: '#00708f', dark: '#63c5e0' },
  { light: '#6b5b00', dark: '#d6c44f' },
  { light: '#4b45b8', dark: '#a9a4f5' },
  { light: '#8a4a2a', dark: '#dba98a' },
  { light: '#55606d', dark: '#b3bec9' },
] as const;

/**
 * Which of the colours a module has, by its code. Modules of one programme are numbered: neighbours get different ones, so
 * that what somebody takes together is rarely told by the same.
 */
export function moduleColorIndex(code: string): number {
  const number = Number(/\d+(?=\D*$)/.exec(code)?.[0].slice(-6) ?? 0);
  const letters = [...code.replace(/\d+(?=\D*$)/, '')];
  const start = letters.reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  // Five has no divisor in common with twelve: twelve numbers in a row are twelve colours, and neighbours are far apart.
  return (start + number * 5) % moduleColors.length;
}
