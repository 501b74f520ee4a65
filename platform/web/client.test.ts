import { oc } from '@orpc/contract';
import { expect, it } from 'vitest';
import { connect } from './client.ts';

const first = { job: { list: oc.route({ method: 'GET', path: '/job/' }) } };
const second = { job: { list: oc.route({ method: 'GET', path: '/jobs/' }) } };

it('keeps answers of calls that are named alike in two contracts apart, and together where one contract is connected twice', () => {
  const key = (contract: typeof first) => connect(contract).job.list.queryKey();
  expect(key(first)).not.toEqual(key(second));
  expect(key(first)).toEqual(key(first));
  expect(connect(first).job.key()).not.toEqual(connect(second).job.key());
});
