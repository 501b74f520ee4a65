import { expect, it } from 'vitest';
import type { Translate } from '#platform/web/index.ts';
import { detailsInWords } from './details.ts';

it('says what an event says of itself, without numbers that say nothing', () => {
  const t: Translate = (key, values) => `${key}${values ? JSON.stringify(values) : ''}`;
  expect(detailsInWords({ code: 'SIGN_IN_REFUSED' }, t)).toEqual(['identity.security.code.SIGN_IN_REFUSED']);
  expect(detailsInWords({ code: 'OTHER', role_id: 7, session_id: 3 }, t)).toEqual(['OTHER']);
  expect(detailsInWords({ role: 'DEAN', gone: [], given: { 'student.read': 'branch' } }, t)).toEqual([
    'DEAN',
    'identity.security.given: student.read (branch)',
  ]);
  expect(detailsInWords({ active: false, ended: 2, files: [1, 2, 3], path: '/student/export_data' }, t)).toEqual([
    'identity.security.active.false',
    'identity.security.ended{"count":2}',
    'identity.security.files{"count":3}',
    '/student/export_data',
  ]);
});
