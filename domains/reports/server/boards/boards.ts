import { accounting } from './accounting.ts';
import { admissions } from './admissions.ts';
import type { Board } from './board.ts';
import { faculty } from './faculty.ts';
import { hr } from './hr.ts';
import { library } from './library.ts';
import { quality } from './quality.ts';
import { registrar } from './registrar.ts';
import { university } from './university.ts';

/** In the order in which they are offered; the first that somebody is offered opens. */
export const boards: readonly Board[] = [university, registrar, admissions, accounting, hr, quality, library, faculty];
