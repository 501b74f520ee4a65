import { expect } from 'vitest';
import type { z } from 'zod';
import { nativeLanguages } from '#platform/contract/index.ts';
import { covered, type Entries, same } from './entry.ts';
import { callAt, expectSource, expectText, fieldsOf, pageAt, say } from './product.ts';

const journey = covered(
  'tests/journeys/enrollment.test.ts',
  'details are completed and confirmed, the paper is fetched',
);
const own = 'domains/enrollment/server/own.api.test.ts';
const form = 'domains/enrollment/web/components/own-form.tsx';
const page = 'domains/enrollment/web/pages/own.tsx';
const keys =
  'email permanent_address current_address native_language course_id contact_phone home_phone additional_phone1 additional_phone2 birthdate gender confirmation change_service status guard_mobile_phone guard_home_phone guard_address guard_email'.split(
    ' ',
  );

/** The page on which a new student enrols. */
export const entries: Entries = {
  R082: () => expect(pageAt('/enrollment')?.requires).toBe('ENROLLMENT_REQUIRED'),
  R117: () => expectSource(page, "field('firstname'", "field('lastname'", "field('midname'", "field('passport_id'"),
  R118: () => expectSource(page, 'info.guards.map((guard)', "codeId('enrollment.relationship', guard.relationship)"),
  R119: () =>
    expectSource(
      page,
      'guard.contact_phone',
      'guard.home_phone',
      'guard.current_address',
      'guard.email',
      'guard.midname',
    ),
  R120: () => expectSource(form, 'email', 'permanent_address', 'current_address', 'contact_phone'),
  R121: () =>
    expectSource(form, 'confirmation: z.literal(true)', 'change_service: z.literal(true)', 'status: z.literal(true)'),
  R122: () => {
    expectText('enrollment.own.enroll', 'Enroll');
    expect(say.en('common.cancel')).toBe('Cancel');
  },
  R123: () => expectSource(form, 'await confirm({'),
  R124: journey,
  R125: journey,
  R126: () => expectSource(page, 'disabled={!fetched}'),
  R127: () => expectText('enrollment.own.download_first', 'Please, download the file first'),
  R128: () => {
    expectSource(page, 'api.own.complete', 'session.start({ user_info: next })');
    expect(fieldsOf('POST /enrollment/complete')).toContain('user_info');
  },
  R129: covered(own, 'begins anew after a cancellation'),
  R183: () => expect(fieldsOf('POST /enrollment/student/own', 'input').sort()).toEqual([...keys].sort()),
  R184: same('R432'),
  R185: () => {
    expect([...nativeLanguages].sort()).toEqual(['ENGLISH', 'OTHER', 'RUSSIAN', 'UZBEK']);
    const input = callAt('POST /enrollment/student/own').contract['~orpc'].inputSchema as z.ZodObject;
    const takes = (value: string) => (input.shape.native_language as z.ZodType).safeParse(value).success;
    expect(nativeLanguages.filter((one) => !takes(one))).toEqual([]);
    expect(['GERMAN', 'uz', 'Oʻzbek'].filter(takes)).toEqual([]);
    expectSource(form, '.object(contactFields)', "choices(t, 'enrollment.language', nativeLanguages)");
  },
  R186: () => {
    const read =
      'firstname lastname midname permanent_address current_address birthdate native_language gender passport_id email contact_phone home_phone additional_phone1 additional_phone2 guards';
    expect(fieldsOf('GET /enrollment/info')).toEqual(expect.arrayContaining(read.split(' ')));
  },
  R187: () => expect(fieldsOf('GET /enrollment/courses')).toEqual(expect.arrayContaining(['id', 'title'])),
  R188: () => {
    expect(fieldsOf('GET /enrollment/info')).toContain('info_documents');
    expectSource(page, 'document?.info_text', 'document?.info_link');
  },
  R305: () => expectSource(form, 'course_id: id,'),
  R306: () => expectSource(form, '.object(contactFields)', '    birthdate,'),
  R307: journey,
  R368: () => expectSource(page, 'info', 'courses.data'),
  R369: same('R183'),
  R370: () => expect(fieldsOf('POST /enrollment/complete')).toContain('user_info'),
  R383: () => {
    expectText('enrollment.own.error', 'Error!');
    expectSource(form, "tell({ title: t('enrollment.own.error'), text: messageOf(error) })");
  },
  R432: covered(own, 'an applicant confirms, fetches the paper, goes on, and is a student with what they wrote'),
};
