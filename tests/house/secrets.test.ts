import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { domains } from '#domains/server.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';

/** Fields that only sound like secrets, by call and name. */
const harmless = (path: string, name: string): boolean =>
  // Forms that are built: the key of a question.
  name === 'key' && /\/(application(_form)?|form|evaluation)\b/.test(path);

const secretName = /^(.*_)?(token|password|passcode|secret|auth|otp|pin|api_key|key)$/;

/** The names of the texts in an answer, however deep. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, ...rest } = node as { properties?: Record<string, object> };
  const own = Object.entries(properties ?? {}).flatMap(([name, shape]) => [
    ...(JSON.stringify(shape).includes('"string"') ? [name] : []),
    ...textsOf(shape),
  ]);
  return [...own, ...Object.values(rest).flatMap(textsOf)];
}

function secretsOf({ meta, contract }: DeclaredCall): string[] {
  const output = contract['~orpc'].outputSchema as z.ZodType | undefined;
  if (!output) return [];
  const names = textsOf(z.toJSONSchema(output, { unrepresentable: 'any' }));
  return names.filter((name) => secretName.test(name) && !harmless(meta.path, name));
}

describe('an answer that holds a token or a password', () => {
  const calls = callsOf(domains).filter(({ meta }) => !meta.reads);

  test('is marked in the contract, so that it is not kept for requests that come again', () => {
    const kept = calls.filter((call) => secretsOf(call).length > 0 && !call.meta.secret);
    expect(kept.map((call) => `${call.meta.method} ${call.meta.path}: ${secretsOf(call)}`)).toEqual([]);
    // The rule finds something.
    expect(calls.filter((call) => secretsOf(call).length > 0).length).toBeGreaterThan(5);
  });

  test('is the only one that is marked', () => {
    const idle = calls.filter((call) => call.meta.secret && secretsOf(call).length === 0);
    expect(idle.map(({ meta }) => `${meta.method} ${meta.path}`)).toEqual([]);
  });
});
