import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { faultForLog, faultInWords } from './fault-log.ts';

const secret = /Aziz|Karimov|AB1234567|998901112233|karimov@/;

describe('what a log says of an error', () => {
  it('has codes, names of tables and the place of a failed query, and nothing of what was sent', () => {
    const refused = Object.assign(new Error('new row violates check: (Aziz, AB1234567)'), {
      name: 'error',
      code: '23514',
      severity: 'ERROR',
      table: 'students',
      constraint: 'students_phone',
      detail: 'Failing row contains (1, Aziz, Karimov, AB1234567, 998901112233).',
      where: 'SQL statement "insert … Aziz"',
      parameters: ['Aziz'],
    });
    const error = new DrizzleQueryError(
      'insert into students values ($1)',
      ['Aziz Karimov\n    at Karimov (/Aziz)'],
      refused,
    );
    const told = faultForLog(error);
    expect(told.cause).toMatchObject({ code: '23514', table: 'students', constraint: 'students_phone' });
    expect(told.stack).toMatch(/^\s+at .*fault-log\.test\.ts/);
    expect(JSON.stringify(told)).not.toMatch(secret);
    expect(faultInWords(error)).not.toMatch(secret);
  });

  it('keeps what the language says of the program, and drops what quotes a value', () => {
    const none = undefined as unknown as { firstname: string };
    const told = (act: () => unknown) => {
      try {
        act();
      } catch (error) {
        return faultForLog(error);
      }
      throw new Error('nothing was thrown');
    };
    expect(told(() => none.firstname)).toMatchObject({
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'firstname')",
    });
    for (const act of [
      () => JSON.parse('Aziz Karimov'),
      () => 'a' in ('Aziz' as unknown as object),
      () => BigInt('AB1234567'),
      () => {
        throw Object.assign(new Error('550 karimov@example.uz'), { code: 'EENVELOPE karimov@', responseCode: 550 });
      },
    ])
      expect(JSON.stringify(told(act))).not.toMatch(secret);
    expect(faultForLog('Aziz')).toEqual({ type: 'string', message: '', stack: '' });
  });
});
