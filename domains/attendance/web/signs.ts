import type { Mark } from '../shapes.ts';

/** How marks stand in a narrow cell. The same in every language, as on paper. */
export const signs: Record<Mark, string> = { ATTENDED: '+', NOT_ATTENDED: '−', EXPLICABLE: '±' };

const words = new Map<string, Mark>();
for (const [mark, texts] of [
  ['ATTENDED', '+ = 1 v ✓ bor есть p present attended'],
  ['NOT_ATTENDED', '- − – 0 n н нб nb yoʻq yoq нет a abs absent'],
  ['EXPLICABLE', '± * s с у ув sababli e exc excused'],
] as const)
  for (const text of texts.split(' ')) words.set(text, mark);

/** The mark that somebody typed or pasted; undefined where it is none. */
export const markOf = (text: string): Mark | undefined => words.get(text.trim().toLowerCase());
