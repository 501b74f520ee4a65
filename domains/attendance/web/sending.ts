import { keepForOffline, session, silent, today } from '#platform/web/index.ts';
import { api, dayOptions, refresh } from './api.ts';
import { forgetCopies, type Queue, queueOf, type Waiting } from './queue.ts';

/** Sends registers that wait, wherever in the application the person is, and fetches what they will need without network. */

/** Between two tries while something waits, in milliseconds; the browser says when the network is back, but not always rightly. */
const pause = 20_000;
/** Lessons of a day whose registers are kept for the way into a room without network. */
const ahead = 12;

const sendRegister = ({ session_id, client_id, calling, cells, reason }: Waiting) =>
  api.attendance.save.call(
    { session_id, client_id, calling, cells, ...(reason ? { reason } : {}) },
    { context: { silent: true, idempotencyKey: client_id } },
  );

/** Sends what waits; answers what arrived and what now needs a person. */
export async function deliver(queue: Queue): Promise<{ sent: number; stuck: number }> {
  const before = queue.get().filter((one) => one.state === 'waiting');
  if (before.length === 0) return { sent: 0, stuck: 0 };
  await queue.flush(sendRegister);
  const now = new Map(queue.get().map((one) => [one.client_id, one.state]));
  const sent = before.filter((one) => !now.has(one.client_id)).length;
  if (sent > 0) await refresh();
  return { sent, stuck: before.filter((one) => (now.get(one.client_id) ?? 'waiting') !== 'waiting').length };
}

/** The lessons of today with their registers, and the page that shows them. */
async function fetchAhead(queue: Queue, mine: boolean): Promise<void> {
  await keepForOffline();
  const day = today();
  const { content } = await api.class_session.list.call(dayOptions(day, mine), silent);
  queue.keepDay(day, content);
  for (const lesson of content.filter((one) => one.can?.mark).slice(0, ahead))
    queue.keep(await api.attendance.register.call({ session_id: lesson.id }, silent));
}

/** Works until it is told to stop. `told` hears what became of registers that were sent by themselves. */
export function startSending(owner: string, mine: boolean, told: (what: { sent: number; stuck: number }) => void) {
  const queue = queueOf(owner);
  const go = () =>
    void deliver(queue).then((what) => {
      if (what.sent + what.stuck > 0) told(what);
    });
  go();
  void fetchAhead(queue, mine).catch((error: unknown) => console.debug(error));
  window.addEventListener('online', go);
  const timer = setInterval(go, pause);
  return () => {
    window.removeEventListener('online', go);
    clearInterval(timer);
  };
}

session.onEnd((reason) => {
  if (reason === 'logout') forgetCopies();
});
