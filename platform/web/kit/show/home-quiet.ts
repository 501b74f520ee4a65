import { createContext } from 'react';

/** Where the cards of a home stand in which nothing waits: one line each, below the others. */
export const QuietPlace = createContext<HTMLElement | null>(null);
