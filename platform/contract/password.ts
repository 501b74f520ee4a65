import { toLatin } from './script.ts';

/**
 * What a new password must be: one rule for the forms and the server, which alone knows the list of the commonest too.
 * Browser-safe: no I/O.
 */

/** Shortest password that any installation may accept; it can ask for more, and an institution for more than that. */
export const minimumPassword = 8;

/** What an institution asks of passwords beyond the minimum. */
export interface PasswordPolicy {
  minimum?: number | undefined;
  digit?: boolean | undefined;
  upper_and_lower?: boolean | undefined;
  sign?: boolean | undefined;
}

/** Whose password it is to be. */
export interface PasswordOwner {
  username?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  firstname?: string | null | undefined;
  lastname?: string | null | undefined;
  midname?: string | null | undefined;
}

export type PasswordFault = 'short' | 'digit' | 'letters' | 'sign' | 'personal';

/** How long a password must be here. */
export const shortestPassword = (policy: PasswordPolicy): number =>
  Math.max(minimumPassword, Number(policy.minimum) || 0);

/** Spellings that people take for the same, and guessers try first. */
export const foldPassword = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A name says something from here on; two or three letters stand in any good password. */
const leastOfWord = 4;
/** What must be left when everything that is known of the person is taken out: a year or “123” is no secret. */
const leastOfOwn = 5;

function wordsOf(owner: PasswordOwner): string[] {
  const { username, email, phone, firstname, lastname, midname } = owner;
  const digits = (phone ?? '').replaceAll(/\D/g, '');
  const told = [username, email, ...(email ?? '').split('@', 1), digits, digits.slice(-9), digits.slice(-7)];
  const parts = [username, email?.split('@', 1)[0]].flatMap((text) => (text ?? '').split(/[^\p{L}\p{N}]+/u));
  const names = [firstname, lastname, midname].flatMap((name) => (name ?? '').split(/\s+/));
  return ['edulab', ...told, ...parts, ...names, ...names.map((name) => toLatin(name).replaceAll(/[^a-z]/gi, ''))]
    .map((word) => foldPassword(word ?? ''))
    .filter((word) => word.length >= leastOfWord)
    .sort((a, b) => b.length - a.length);
}

/** Whether little is left of a password without what everybody knows of its owner. */
function isPersonal(password: string, owner: PasswordOwner): boolean {
  let rest = foldPassword(password);
  const whole = rest;
  for (const word of wordsOf(owner)) rest = rest.replaceAll(word, '');
  return rest !== whole && [...rest.replaceAll(/[^\p{L}\p{N}]/gu, '')].length < leastOfOwn;
}

/** What a password lacks, the plainest first; empty where nothing speaks against it. */
export function passwordFaults(
  password: string,
  policy: PasswordPolicy = {},
  owner: PasswordOwner = {},
): PasswordFault[] {
  const faults: PasswordFault[] = [];
  if ([...password].length < shortestPassword(policy)) faults.push('short');
  if (policy.digit && !/\p{N}/u.test(password)) faults.push('digit');
  if (policy.upper_and_lower && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password))) faults.push('letters');
  if (policy.sign && !/[^\p{L}\p{N}\s]/u.test(password)) faults.push('sign');
  if (isPersonal(password, owner)) faults.push('personal');
  return faults;
}

/** 0 (the rule refuses it) … 4 (strong): length first, then kinds of characters. The list of the commonest stays on the server. */
export function passwordStrength(
  password: string,
  policy: PasswordPolicy = {},
  owner: PasswordOwner = {},
): 0 | 1 | 2 | 3 | 4 {
  if (passwordFaults(password, policy, owner).length) return 0;
  const length = [...password].length;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  if (new Set(password).size < 5) return 1;
  const points = (length >= 10 ? 1 : 0) + (length >= 12 ? 1 : 0) + (length >= 16 ? 1 : 0) + (kinds >= 3 ? 1 : 0);
  return points >= 3 ? 4 : points === 2 ? 3 : points + (kinds >= 2 ? 1 : 0) >= 1 ? 2 : 1;
}
