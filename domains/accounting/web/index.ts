import { defineDomain } from '#platform/web/index.ts';
import { records } from './records.ts';

export const accountingDomain = defineDomain({ name: 'accounting', records, pages: [], menu: [] });
