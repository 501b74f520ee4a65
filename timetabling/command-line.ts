import { readFile } from 'node:fs/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { FileError } from './itc.ts';

/** What the commands of this folder have in common: whoever typed something that cannot be done reads a line, no stack. */

/** What the person who typed the command can put right. */
export class UsageError extends Error {}

/** Ends the process with what `main` answers, or with 1 and a line about what has to be put right. */
export async function run(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof UsageError || isSystemError(error))) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

export function readFlags<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

export async function load<T>(path: string, read: (text: string) => T): Promise<T> {
  try {
    return read(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof FileError) throw new UsageError(`${path}, ${error.message}`);
    if (isSystemError(error)) throw new UsageError(`${path} cannot be read: ${error.message}`);
    throw error;
  }
}

/** A number not under `least`; a whole one of everything but seconds. */
export function numberOf(flag: string, text: string, least: number): number {
  const value = Number(text);
  const whole = flag === 'seconds' ? '' : 'whole ';
  if (text.trim() === '' || !Number.isFinite(value) || value < least || (whole && !Number.isInteger(value)))
    throw new UsageError(`--${flag} ${text}: a ${whole}number not under ${least} is expected.`);
  return value;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
