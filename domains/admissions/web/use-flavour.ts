import { useMatch } from '@tanstack/react-router';
import type { FlavourName } from '../flavours.ts';

/** The flavour of the page one is on: of its own address, as its search is, not of the page that one is on the way to. */
export const useFlavour = (at: (pathname: string) => FlavourName | undefined): FlavourName =>
  useMatch({ strict: false, select: ({ pathname }) => at(pathname) }) ?? 'plain';
