import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import type { FlavourName } from '../flavours.ts';

/** The flavour of the page one is on. While one leaves, the address is the next page's already; the page keeps its own. */
export function useFlavour(at: (pathname: string) => FlavourName | undefined): FlavourName {
  const here = at(useLocation().pathname);
  const own = useRef<FlavourName>('plain');
  if (here) own.current = here;
  return own.current;
}
