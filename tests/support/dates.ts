import { clock } from '#platform/contract/clock.ts';
import { dayIn } from '#platform/server/clock.ts';

/** The instant so many hours from now, or ago, as ISO text. */
export const hours = (count: number): string => new Date(clock.now() + count * 3_600_000).toISOString();
export const days = (count: number): string => hours(24 * count);
/** The day so many days from today where the institutions of the tests are: its midnight is not that of UTC. */
export const day = (count: number): string => dayIn('Asia/Tashkent', days(count));
