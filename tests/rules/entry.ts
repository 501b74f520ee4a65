import type { Api, Caller } from '#tests/support/api.ts';

/** What the checks of rules ask: a server over a small demo university. */
export interface Ground {
  api: Api;
  /** Somebody by username, signed in once for all checks. */
  as: (username: string, institution?: number) => Promise<Caller>;
}

/**
 * How one rule is held. A check asks the running server or reads the product's own declarations; `covered` names the
 * test that shows it (`<file> › <name>`); `same` another rule whose entry shows it too; `why` says why there is nothing
 * to test here; `open` says what is missing.
 */
export type Entry =
  | ((ground: Ground) => Promise<void> | void)
  | { covered: string }
  | { same: string }
  | { why: string }
  | { open: string };
export type Entries = Readonly<Record<string, Entry>>;

/** `covered('tests/journeys/shell.test.ts', 'the look is chosen')`: the beginning of the name is enough. */
export const covered = (file: string, name: string): Entry => ({ covered: `${file} › ${name}` });
export const why = (reason: string): Entry => ({ why: reason });
export const same = (rule: string): Entry => ({ same: rule });
