import { t } from './i18n.tsx';
import { toast } from './toast.tsx';

/** For how long a call comes again by itself, in milliseconds: what has many people at its door, and what is away for a moment. */
const patience = { SERVER_BUSY: 120_000, SERVICE_UNAVAILABLE: 20_000 };

/** Nothing was done where the server had no room. Where something failed, only who asks or has a key may ask again. */
async function patienceFor(request: Request, response: Response): Promise<number> {
  if (response.status !== 503 || request.headers.get('accept') === 'text/event-stream') return 0;
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  if (code === 'SERVER_BUSY') return patience.SERVER_BUSY;
  return code === 'SERVICE_UNAVAILABLE' && request.headers.has('idempotency-key') ? patience.SERVICE_UNAVAILABLE : 0;
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done, broken) => {
    const gone = () => {
      clearTimeout(timer);
      broken(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', gone);
      done();
    }, ms);
    signal.addEventListener('abort', gone, { once: true });
    if (signal.aborted) gone();
  });

let waiting = 0;
let tellEnd = () => {};
/** One quiet line, however many calls of the page wait. */
async function quietly(wait: Promise<void>): Promise<void> {
  if (waiting++ === 0) tellEnd = toast.waiting(t('common.busy'));
  try {
    await wait;
  } finally {
    // What comes again at once and is sent away once more leaves the line where it is.
    setTimeout(() => --waiting === 0 && tellEnd(), 500);
  }
}

/**
 * Asks, and again by itself where the server says when to come: the very same request, made anew each time, with its key, so
 * that what is saved is saved once. Whoever sent it notices nothing but the time.
 */
export async function patiently(make: () => Request, ask: (request: Request) => Promise<Response>): Promise<Response> {
  const began = performance.now();
  for (;;) {
    const request = make();
    const response = await ask(request);
    const seconds = Number(response.headers.get('retry-after'));
    const ms = seconds * 1_000 + Math.random() * 1_000;
    if (!seconds || performance.now() + ms - began > (await patienceFor(request, response))) return response;
    await quietly(sleep(ms, request.signal));
  }
}
