import { expect, it } from 'vitest';
import { message, unfilled } from './messages.ts';

it('leaves a blank out whose value is missing, and says so to the tests; no pattern is ever shown', () => {
  unfilled.clear();
  const bare = message('en', 'TOO_MANY_REQUESTS');
  expect(bare).not.toMatch(/[{}]/);
  expect([...unfilled]).toEqual(['TOO_MANY_REQUESTS: {seconds}']);
  unfilled.clear();
});
