import { clock } from '#platform/contract/clock.ts';
import { readClock } from '#platform/server/run/settings.ts';

/* `EDULAB_CLOCK=2026-12-31T23:58:00+05:00 npm test`: all tests at that time. Read before them in each of their processes. */

clock.setAhead(readClock(process.env.EDULAB_CLOCK || null));
