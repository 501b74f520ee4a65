import { changeTypes } from './changes.ts';
import { paperTypes } from './papers.ts';
import type { ShippedType } from './words.ts';

/** What students of a university in Uzbekistan ask for most, each with its form, its chain and its paper. */
export const shippedTypes: readonly ShippedType[] = [...paperTypes, ...changeTypes];
