/** Most calls of one request, and the longest address of one, as the server takes them. */
const most = 40;
const longest = 1000;

/** As `fetch`, of a request that is made anew where it goes again. */
type Send = (make: () => Request) => Promise<Response>;
interface Asked {
  request: Request;
  send: Send;
  answer: (response: Response | Promise<Response>) => void;
  fail: (error: unknown) => void;
}
type Group = Set<Asked>;

/** What leaves in a moment, by the headers it leaves with: whoever asks, of which institution, in which language. */
const groups = new Map<string, Group>();

const alone = ({ request, send, answer }: Asked) => answer(send(() => request.clone()));

/**
 * As `fetch`, but that what a page reads in one moment leaves as one request (docs/adr/0035-together.md). Each is answered
 * as soon as its line is here; a single one goes as it is. `root` is where the addresses of calls begin, `send` what one request goes
 * by, be it of one or of several.
 */
export function together(request: Request, root: string, send: Send): Promise<Response> {
  const { url, method, headers, signal } = request;
  const gathers =
    method === 'GET' &&
    headers.get('accept') === 'application/json' &&
    url.length - root.length <= longest &&
    !url.includes('as_of=');
  return new Promise((answer, fail) => {
    const one = { request, send, answer, fail };
    if (!gathers) return alone(one);
    const key = JSON.stringify([...headers]);
    const group: Group = groups.get(key) ?? new Set();
    if (!group.size) {
      groups.set(key, group);
      setTimeout(() => {
        if (groups.get(key) === group) groups.delete(key);
        leave(group, root).catch((error) => {
          for (const left of group) left.fail(error);
        });
      });
    }
    group.add(one);
    if (group.size === most) groups.delete(key);
    signal.addEventListener('abort', () => fail(signal.reason));
  });
}

/** Whoever was answered is taken out of the group; what is left in the end was not. */
async function leave(group: Group, root: string): Promise<void> {
  for (const one of group) if (one.request.signal.aborted) group.delete(one);
  const asked = [...group];
  const [first] = asked;
  if (!first || asked.length < 2) return asked.forEach(alone);
  // A page that is left keeps nothing going.
  const stop = new AbortController();
  for (const { request } of asked)
    request.signal.addEventListener(
      'abort',
      () => [...group].every((one) => one.request.signal.aborted) && stop.abort(),
    );
  const headers = new Headers(first.request.headers);
  headers.set('content-type', 'application/json');
  const body = JSON.stringify({ calls: asked.map(({ request }) => request.url.slice(root.length)) });
  const response = await first.send(
    () => new Request(`${root}/together`, { method: 'POST', headers, body, signal: stop.signal }),
  );
  // A server of before, in the minutes in which others take their place.
  if (response.status === 404) return asked.forEach(alone);
  if (!response.ok || !response.body) {
    for (const { answer } of asked) answer(response.clone());
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) throw new TypeError('the answer broke off');
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // The body stays as it is written: whoever asked reads it, once.
      const [, index, status, body] = /^{"index":(\d+),"status":(\d+),"body":(.*)}$/s.exec(line) ?? [];
      const one = asked[Number(index)];
      if (!one) continue;
      group.delete(one);
      if (status === '421') alone(one);
      else one.answer(new Response(body, { status: Number(status), headers: { 'content-type': 'application/json' } }));
    }
    if (!group.size) return;
  }
}
