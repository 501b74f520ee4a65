import { patiently } from './busy.ts';
import { inScript, t } from './i18n.tsx';
import { said } from './said.ts';
import { read, readJson, tabLanguage } from './session/storage.ts';
import { toast } from './toast.tsx';
import { together } from './together.ts';

export const base = '/edulab/lms/api/v1';
/** Milliseconds that a call without a session may take. */
const signedOutTimeout = 5000;

/** A refused or failed call. `status` 0 means that no answer came; an empty message that the server gave no reason. */
export class ApiError extends Error {
  status: number;
  code: string;
  data: unknown;
  constructor(status: number, code: string, message: string, data?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

export const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError';

export function callHeaders(): Record<string, string> {
  const token = read('token');
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    institution: read('institution') ?? '1',
    // What this tab shows, also where nobody has signed in; a browser that knows neither asks in English.
    // Of both scripts of Uzbek the language is one.
    language: (read('lang') ?? tabLanguage.get() ?? 'en').slice(0, 2),
    education_form: read('education_form') ?? '0',
  };
}

let whenSessionEnds = () => {};
/** The session says here what happens when the server no longer knows it. */
export const onSessionLost = (act: () => void) => {
  whenSessionEnds = act;
};

let askForProof = async () => false;
/** The shell says here how the password is asked for again; answers whether it was given. */
export const onProofAsked = (ask: () => Promise<boolean>) => {
  askForProof = ask;
};

/**
 * Every call of the page passes here: headers are on it already, a lost session is noticed, and what is refused until the
 * password is given again is asked anew once it was, so that whoever sent it notices nothing.
 */
export async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await sendOnce(request);
  if (response.status !== 403) return response;
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return code === 'PROOF_REQUIRED' && (await askForProof()) ? send(again) : response;
}

/** What gives the session another token. Whatever else would set out meanwhile waits: it would carry one that opens nothing. */
const renewals = ['own', 'profile'].map((whose) => `${base}/user/${whose}/password`);
let renewal: Promise<unknown> | undefined;

function sendOnce(request: Request): Promise<Response> {
  if (renewals.includes(new URL(request.url).pathname)) return renew(request);
  return renewal ? waited(renewal, request) : transmit(request);
}

/** Goes with the token of then; not in the name of somebody else who has signed in meanwhile. */
async function waited(until: Promise<unknown>, request: Request): Promise<Response> {
  const asked = person();
  await until;
  const now = authorization();
  if (now && request.headers.has('authorization') && person() === asked) request.headers.set('authorization', now);
  return transmit(request);
}

async function renew(request: Request): Promise<Response> {
  let over = () => {};
  renewal = new Promise<void>((done) => {
    over = done;
  });
  const token = request.headers.get('authorization');
  const end = () => {
    renewal = undefined;
    over();
  };
  try {
    const response = await transmit(request);
    // Its answer holds the next token; whoever sent it keeps that in a moment.
    if (response.ok && token) void tokenAfter(token).then(end);
    else end();
    return response;
  } catch (error) {
    end();
    throw error;
  }
}

async function transmit(request: Request): Promise<Response> {
  const token = request.headers.get('authorization');
  const again = token ? request.clone() : undefined;
  const asked = person();
  const send = (make: () => Request) =>
    patiently(make, (once) => {
      const signal = token ? once.signal : AbortSignal.any([once.signal, AbortSignal.timeout(signedOutTimeout)]);
      return fetch(once, { redirect: 'manual', signal });
    });
  const response = await together(request, location.origin + base, send).catch((error: unknown) => {
    throw isCancelled(error) ? error : unanswered();
  });
  // The API never redirects; a gateway that does has ended the session.
  const redirected = response.type === 'opaqueredirect' || response.status === 302;
  if (response.status === 401 && again && token) {
    const next = await tokenAfter(token);
    // Nothing was done for it, so it goes again; not in the name of somebody else who has signed in meanwhile.
    if (next && person() === asked) {
      again.headers.set('authorization', next);
      return transmit(again);
    }
  }
  const stillMine = token === authorization();
  if ((response.status === 401 || redirected) && token && stillMine) whenSessionEnds();
  if (redirected) throw new ApiError(302, 'UNAUTHORIZED', t('common.session_ended'));
  return response;
}

const authorization = (): string | undefined => {
  const token = read('token');
  return token ? `Bearer ${token}` : undefined;
};

const person = () => readJson<{ id: number }>('userInfo')?.id;

/** Milliseconds in which the next token of a session is here, once the one before opens nothing. */
const renewalPatience = 1000;

/**
 * A new password gives the session another token, here or in another tab. What set out with the one before may be refused
 * a moment before the next is here: answers it, or nothing where the session is over.
 */
async function tokenAfter(token: string): Promise<string | undefined> {
  for (const until = performance.now() + renewalPatience; performance.now() < until; ) {
    const now = authorization();
    if (now !== token) return now;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

/** The same shape as every refusal where the network or the server said nothing at all: browsers have words of their own for it. */
const unanswered = () =>
  new ApiError(0, 'NO_ANSWER', t(navigator.onLine ? 'common.no_answer' : 'common.offline'), undefined);

/** What a refused call says, typed or not: each way has an error class of its own, so nobody asks for the class. */
export const refusalOf = (error: unknown) =>
  error instanceof Error && 'status' in error && error.status !== 0
    ? (error as Error & { status: number; code: string; data?: unknown })
    : undefined;

/** The sentence for a failed call: the server's, that nothing was answered, or the product's own for a fault without words. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && 'status' in error && error.message ? error.message : t('common.something_wrong');

/**
 * One toast for a failed call; a cancelled one is only written to the console, and so is what was only read while there
 * is no network: the banner says so, and it is read again once there is.
 */
export function report(error: unknown, reads = false) {
  if (isCancelled(error) || (reads && !navigator.onLine && !refusalOf(error))) console.debug(error);
  else {
    if (!refusalOf(error)) console.error(error);
    toast.error(messageOf(error));
  }
}

export const fromBody = (status: number, body: unknown): ApiError => {
  const { code, message, data } = (typeof body === 'object' && body ? body : {}) as {
    code?: string;
    message?: string;
    data?: unknown;
  };
  return new ApiError(status, code ?? 'ERROR', inScript(message ?? ''), said(data));
};

interface ApiOptions {
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** No toast when it fails. */
  silent?: boolean;
}

/** A call of the shell itself, which stands below the domains and so has no contract of theirs. */
export async function api<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: ApiOptions = {},
): Promise<T> {
  const { body, signal, silent } = options;
  try {
    const response = await send(
      new Request(`${base}${path}`, {
        method,
        headers: {
          ...callHeaders(),
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }),
    );
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw fromBody(response.status, answer);
    return answer as T;
  } catch (error) {
    if (!silent) report(error, method === 'GET');
    throw error;
  }
}

interface ExportJob {
  state: 'queued' | 'running' | 'done' | 'failed' | 'undone';
  done: number;
  total: number;
  error: string | null;
  receipt: { file?: string } | null;
}

/** Shows how far the job is that writes a file, and answers the name of the file once it is there. */
async function written(job_id: number): Promise<string | undefined> {
  const notice = toast.progress(t('common.export_running'));
  try {
    for (;;) {
      const job = await api<ExportJob>('GET', `/job/${job_id}`, { silent: true });
      if (job.state === 'done') return job.receipt?.file;
      if (job.state === 'failed' || job.state === 'undone')
        throw new ApiError(422, 'ERROR', job.error ?? t('common.export_failed'), undefined);
      notice.show(job.total > 0 ? job.done / job.total : 0);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  } finally {
    notice.end();
  }
}

async function fileResponse(url: URL, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = url.origin === location.origin ? callHeaders() : {};
  const response = await send(
    new Request(
      url,
      body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            ...(signal ? { signal } : {}),
          },
    ),
  );
  if (!response.ok) throw fromBody(response.status, await response.json().catch(() => undefined));
  return response;
}
const fileUrl = (address: string): URL =>
  new URL(address.startsWith(base) || /^https?:/.test(address) ? address : `${base}${address}`, location.origin);

/** An answer of the API that is a file, to be shown in the page; `address` as in `download`. What fails is told by the caller. */
export const fileAt = async (address: string): Promise<Blob> => (await fileResponse(fileUrl(address))).blob();
/** The same of a call that is asked with POST. */
export const fileFrom = async (path: string, body: unknown, signal?: AbortSignal): Promise<Blob> =>
  (await fileResponse(fileUrl(path), body, signal)).blob();

/**
 * Saves an answer of the API as a file. `address` is a path below the base of the API or a whole address of this site;
 * with a body it is asked with POST.
 */
export async function download(address: string, name?: string, body?: unknown): Promise<void> {
  try {
    const url = fileUrl(address);
    const response = await fileResponse(url, body);
    // A long list is written in the background, and fetched when it is there.
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { job_id } = (await response.json()) as { job_id?: number };
      if (job_id === undefined) throw new Error('a file was expected');
      return await download(`/job/${job_id}/file`, await written(job_id));
    }
    const disposition = response.headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
    const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = name ?? (encoded ? decodeURIComponent(encoded) : plain) ?? url.pathname.split('/').at(-1) ?? 'file';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    report(error);
    throw error;
  }
}
