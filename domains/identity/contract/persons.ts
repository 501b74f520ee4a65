import { z } from 'zod';
import { type Access, call, id, listOf, listQuery, requiredText, text } from '#platform/contract/index.ts';

/** One person, one account: who stands here twice, and how two become one. */

export const personRoles = ['student', 'staff', 'applicant'] as const;
export type PersonRole = (typeof personRoles)[number];
/** Why two may be one: the same personal number, the same passport, one name and one birthday, one name and one phone, the name of an account that has no record. */
export const personEvidence = ['PINFL', 'PASSPORT', 'NAME', 'PHONE', 'ACCOUNT'] as const;
export type PersonEvidence = (typeof personEvidence)[number];

/** Whose names were compared: of all; in a very large house of those that were searched for; there without a search, nobody's, so that only equal numbers are told. */
export const personsCompared = ['ALL', 'FOUND', 'CERTAIN'] as const;
export type PersonsCompared = (typeof personsCompared)[number];

/** Whoever stands there: an account with all its records, or a record without an account. */
export const personRef = z
  .string()
  .max(30)
  .regex(/^(account|student|staff|applicant):[1-9]\d{0,8}$/)
  .describe('`account:12`, or a record without an account: `student:5`, `staff:7`');

export const personLine = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
/** One thing that a merge does: `person_line.<code>` of the messages. */
export type PersonLine = z.infer<typeof personLine>;
const said = z.object({ code: z.string(), text: z.string() });

const hidden = z
  .string()
  .nullable()
  .describe('the last four characters; the rest is for those who may read the record');
export const personRecord = z.object({
  role: z.enum(personRoles),
  id: z.number(),
  name: z.string(),
  number: z.string().nullable(),
  status: z.string().nullable(),
  birthdate: z.string().nullable(),
  pinfl: hidden,
  passport: hidden,
  phone: hidden,
  since: z.string(),
});
export const personSide = z.object({
  ref: personRef,
  name: z.string(),
  account: z
    .object({
      id: z.number(),
      username: z.string(),
      active: z.boolean(),
      roles: z.array(z.string()),
      created_at: z.string(),
      last_sign_in_at: z.string().nullable(),
    })
    .nullable(),
  records: z.array(personRecord),
});
export const personPair = z.object({
  key: z.string(),
  certain: z.boolean(),
  evidence: z.array(z.enum(personEvidence)),
  same: z.object({
    pinfl: z.boolean().nullable(),
    passport: z.boolean().nullable(),
    birthdate: z.boolean().nullable(),
  }),
  sides: z.array(personSide).length(2).describe('who would stay, first'),
});
export const twoPersons = z.object({
  id: z.number(),
  created_at: z.string(),
  names: z.array(z.string()),
  reason: z.string(),
  by: z.string().nullable(),
});
export const personMerge = z.object({
  id: z.number(),
  created_at: z.string(),
  name: z.string(),
  keep: z.object({ id: z.number(), username: z.string() }),
  drop: z.object({ ref: z.string(), title: z.string() }),
  reason: z.string(),
  by: z.string().nullable(),
  lines: z.array(said),
  undone_at: z.string().nullable(),
  undo_reason: z.string().nullable(),
});
const pairOf = { keep: personRef, drop: personRef };
const reason = requiredText(500);
const refusals = ['PERSON_CONFLICT', 'ACCOUNT_TOO_STRONG', 'OWN_ACCOUNT'] as const;

const read: Access = { permission: 'person.read' };
const merge: Access = { permission: 'person.merge' };

export const persons = {
  person: {
    pairs: call({
      method: 'GET',
      path: '/person/pairs',
      summary: 'Who may be one person and stands here twice; what is certain first, the nearest names next',
      access: read,
      heavy: 'search',
      input: z.object({ role: z.enum(personRoles).optional(), search: text(100).optional() }),
      output: z.object({
        total: z.number(),
        compared: z.enum(personsCompared),
        pairs: z.array(personPair).describe('the first hundred'),
      }),
    }),
    two: call({
      method: 'POST',
      path: '/person/two',
      summary: 'Say that these are two persons, twins for example: they are proposed no more',
      access: merge,
      input: z.object({ one: personRef, other: personRef, reason }),
      output: z.object({ id }),
    }),
    two_list: call({
      method: 'GET',
      path: '/person/two',
      summary: 'Pairs of which somebody said that they are two persons',
      access: read,
      input: z.object(listQuery),
      output: listOf(twoPersons),
    }),
    two_undo: call({
      method: 'DELETE',
      path: '/person/two/{id}',
      summary: 'Take that back: they are proposed again',
      access: merge,
      input: z.object({ id: z.coerce.number<number>().pipe(id) }),
      output: z.object({ ok: z.literal(true) }),
    }),
    preview: call({
      method: 'POST',
      path: '/person/merge/preview',
      summary: 'What a merge would move, and what stands in its way; nothing is written',
      access: merge,
      input: z.object(pairOf),
      output: z.object({ sides: z.array(personSide), lines: z.array(said), conflicts: z.array(said) }),
      errors: refusals,
    }),
    merge: call({
      method: 'POST',
      path: '/person/merge',
      summary: 'Make one person of two: all that belongs to the second goes to the account of the first',
      access: merge,
      proof: true,
      input: z.object({ ...pairOf, reason }),
      output: personMerge,
      errors: refusals,
    }),
    merges: call({
      method: 'GET',
      path: '/person/merges',
      summary: 'Merges with their receipts, the newest first',
      access: read,
      input: z.object(listQuery),
      output: listOf(personMerge),
    }),
    undo: call({
      method: 'POST',
      path: '/person/merges/{id}/undo',
      summary: 'Take a merge back, row by row, while nothing was built on it',
      access: merge,
      proof: true,
      input: z.object({ id: z.coerce.number<number>().pipe(id), reason }),
      output: personMerge,
      errors: ['PERSON_BUILT_ON', 'ACCOUNT_TOO_STRONG', 'OWN_ACCOUNT', 'GUEST_PASSPORT_TAKEN', 'LIVE_APPLICATION'],
    }),
  },
};
