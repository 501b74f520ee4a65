import { createHmac, timingSafeEqual } from 'node:crypto';

/** The code on the screen of a lesson: bound to the lesson, its room and the time, so that one from yesterday or next door opens nothing. */

/** Seconds for which a code is shown. The one before is taken too: typing takes time. */
export const stepSeconds = 20;

export interface Place {
  secret: string;
  session_id: number;
  room_id: number | null;
}

const stepOf = (at: number) => Math.floor(at / 1000 / stepSeconds);

function codesOf({ secret, session_id, room_id }: Place, step: number) {
  const digest = createHmac('sha256', secret)
    .update(`${session_id}:${room_id ?? ''}:${step}`)
    .digest();
  return {
    code: String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0'),
    token: `${session_id}.${digest.subarray(4, 20).toString('hex')}`,
  };
}

/** What the screen shows at this moment (milliseconds), and for how many seconds more. */
export const shownAt = (place: Place, at: number) => ({
  ...codesOf(place, stepOf(at)),
  seconds_left: stepSeconds - (Math.floor(at / 1000) % stepSeconds),
});

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Whether somebody who saw this screen just now could have entered this, typed or scanned. */
export const codeFits = (place: Place, entered: string, at: number): boolean =>
  [0, 1].some((ago) => {
    const { code, token } = codesOf(place, stepOf(at) - ago);
    return same(entered, code) || same(entered, token);
  });
