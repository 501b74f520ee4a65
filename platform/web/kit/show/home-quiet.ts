import { createContext } from 'react';

/**
 * Where the cards of a home stand in which nothing waits: one line each, below the others. Which they were the last time
 * is remembered in this browser, so that they do not first stand above and then jump.
 */
export const QuietPlace = createContext<HTMLElement | null>(null);

const key = 'edulab.home.quiet';

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const wasQuiet = (name: string): boolean => read().includes(name);

export function rememberQuiet(name: string, quiet: boolean): void {
  const before = read();
  if (before.includes(name) === quiet) return;
  try {
    localStorage.setItem(key, JSON.stringify(quiet ? [...before, name] : before.filter((one) => one !== name)));
  } catch {
    // Without storage a card jumps; nothing else is lost.
  }
}
