/** The tree of a plan while it is written: what it adds up to, and what changes its order. */

export interface Part {
  id?: number | undefined;
  code: string;
  title: { uz: string; ru: string; en: string };
  kind: string;
  weight: number | null;
  minimum?: number | null | undefined;
  source?: string | undefined;
  components?: Part[] | undefined;
}

/** In hundredths, so that 33.33 + 33.33 + 33.34 is a hundred. */
const hundredths = (weight: number | null | undefined) => Math.round((weight || 0) * 100);
export const sumOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, one) => sum + hundredths(one.weight), 0) / 100;
export const weighsHundred = (parts: readonly Part[]): boolean => sumOf(parts) === 100;

/** Percent of the whole module that a part of a component makes. */
export const shareOf = (part: Part, parent?: Part): number =>
  Math.round((part.weight ?? 0) * (parent ? (parent.weight ?? 0) : 100)) / 100;

/** A new part takes what its siblings leave. */
export function newPart(siblings: readonly Part[], kind: string): Part {
  const left = Math.max(0, 10_000 - siblings.reduce((sum, one) => sum + hundredths(one.weight), 0)) / 100;
  return {
    code: '',
    title: { uz: '', ru: '', en: '' },
    kind,
    weight: left,
    minimum: null,
    source: 'MANUAL',
    components: [],
  };
}

/** The list with one entry a place further up (-1) or down (1). */
export function movedBy<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(at + by, 0, one);
  return next;
}
