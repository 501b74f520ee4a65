import { z } from 'zod';
import { call, crud, defineErrors, nothing } from '#platform/contract/index.ts';
import * as shapes from '../shapes-blanks.ts';

/** Calls about the state's blanks. */

const read = { permission: 'blank.read' } as const;
const write = { permission: 'blank.manage' } as const;

export const blankErrors = defineErrors({
  SERIES_REVERSED: 422,
  SERIES_OVERLAP: 409,
  SERIES_IN_USE: 409,
  BLANK_NOT_IN_SERIES: 422,
  BLANK_USED: 409,
  NO_BLANKS: 422,
});

export const blankCalls = {
  series: crud({
    base: '/blank-series/',
    noun: 'series of blanks',
    nouns: 'series of blanks',
    read,
    write,
    record: shapes.blankSeriesRecord,
    save: shapes.blankSeriesSave,
    errors: ['SERIES_REVERSED', 'SERIES_OVERLAP', 'SERIES_IN_USE'],
    deleteErrors: ['SERIES_IN_USE'],
  }),
  blanks: call({
    method: 'GET',
    path: '/blank/',
    summary: 'Blanks of a series that were used or spoilt, at most 500',
    access: read,
    input: shapes.blankQuery,
    output: z.array(shapes.blank),
  }),
  spoil: call({
    method: 'POST',
    path: '/blank/spoil',
    summary: 'Record that a blank was spoilt',
    access: write,
    input: shapes.blankSpoil,
    output: nothing,
    errors: ['BLANK_NOT_IN_SERIES', 'BLANK_USED'],
  }),
};
