import { expect, it } from 'vitest';
import type { HistoryEntry } from './api.ts';
import { mergedEntries, ofField } from './history.ts';

const entry = (part: Partial<HistoryEntry>): HistoryEntry => ({
  at: '2026-09-01T10:00:00.000Z',
  kind: 'change',
  by: 'Karimova Nodira',
  by_id: 7,
  call: null,
  record: 'student',
  record_id: 1,
  operation: 'UPDATE',
  changes: [],
  reason: null,
  order_number: null,
  ...part,
});
const history = [
  entry({ at: '3', changes: [{ field: 'firstname', old: 'Ali', new: 'Vali' }] }),
  entry({
    at: '2',
    changes: [
      { field: 'status', old: 'ACTIVE', new: 'GAP_YEAR' },
      { field: 'status_until', old: null, new: '2027-09-01' },
    ],
  }),
  entry({
    at: '2',
    kind: 'status',
    operation: 'GAP_YEAR',
    changes: [{ field: 'status', old: 'ACTIVE', new: 'GAP_YEAR' }],
  }),
  entry({ at: '1', record: 'guardian', changes: [{ field: 'deleted_at', old: null, new: '2026' }] }),
  entry({
    at: '0',
    operation: 'INSERT',
    changes: [
      { field: 'firstname', old: null, new: 'Ali' },
      { field: 'midname', old: null, new: null },
      { field: 'account_id', old: null, new: 5 },
    ],
  }),
];

it('tells a step and what it wrote as one entry, and leaves out what says nothing', () => {
  expect(
    mergedEntries(history).map(({ at, kind, operation, changes }) => [
      at,
      kind,
      operation,
      changes.map((c) => c.field),
    ]),
  ).toEqual([
    ['3', 'change', 'UPDATE', ['firstname']],
    ['2', 'status', 'GAP_YEAR', ['status', 'status_until']],
    ['1', 'change', 'DELETE', []],
    ['0', 'change', 'INSERT', ['firstname']],
  ]);
});

it('follows one field', () => {
  expect(ofField(history, 'firstname')).toMatchObject([{ at: '3', old: 'Ali', new: 'Vali' }]);
  expect(ofField(history, 'midname')).toEqual([]);
});
