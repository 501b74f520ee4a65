import { useEffect, useRef } from 'react';
import { base, callHeaders, send } from './http.ts';
import { queryClient } from './query.ts';
import { session } from './session/session.ts';

/**
 * Live events of the server, one connection for the whole page. The browser's own EventSource cannot send the
 * session, so the stream is read through fetch. It opens with the first listener and closes with the last.
 */
type Listener = (data: unknown) => void;
const listeners = new Map<string, Set<Listener>>();
let connection: AbortController | undefined;
let lastId: string | undefined;

function dispatch(block: string) {
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') lastId = value;
  }
  if (!data.length) return;
  let body: unknown = data.join('\n');
  try {
    body = JSON.parse(data.join('\n'));
  } catch {
    // Plain text is an event too.
  }
  for (const listener of listeners.get(type) ?? []) listener(body);
}

async function readStream(signal: AbortSignal) {
  const headers = { ...callHeaders(), accept: 'text/event-stream', ...(lastId ? { 'last-event-id': lastId } : {}) };
  const response = await send(new Request(`${base}/events`, { headers, signal }));
  if (!response.ok || !response.body) throw new Error(`Live events answered ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) dispatch(block);
  }
}

async function run(control: AbortController) {
  const { signal } = control;
  let pause = 1000;
  while (!signal.aborted) {
    const started = performance.now();
    await readStream(signal).catch((error: unknown) => {
      if (!signal.aborted) console.debug(error);
    });
    if (performance.now() - started > 10_000) pause = 1000;
    // Spread, so that a restarted server is not met by everybody at once.
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    pause = Math.min(pause * 2, 60_000);
  }
}

/** Browsers give a site few connections for all its tabs: one that nobody looks at gives its own back. Milliseconds. */
const hiddenFor = 30_000;
let hidden = false;
let hiding: ReturnType<typeof setTimeout> | undefined;
function look() {
  clearTimeout(hiding);
  if (document.visibilityState === 'hidden') {
    hiding = setTimeout(() => {
      hidden = true;
      sync();
    }, hiddenFor);
  } else if (hidden) {
    hidden = false;
    sync();
    // What happened meanwhile was not told.
    void queryClient.invalidateQueries();
  }
}
function sync() {
  const wanted = !hidden && session.get().user !== null && [...listeners.values()].some((set) => set.size > 0);
  if (wanted && !connection) {
    connection = new AbortController();
    void run(connection);
  } else if (!wanted && connection) {
    connection.abort();
    connection = undefined;
  }
}
session.subscribe(sync);

export const events = {
  /** Calls back with the data of every event of this type; answers how to stop. */
  on(type: string, listener: Listener) {
    const set = listeners.get(type) ?? new Set<Listener>();
    // The same listener twice is added once.
    document.addEventListener('visibilitychange', look);
    listeners.set(type, set.add(listener));
    sync();
    return () => {
      set.delete(listener);
      // A page that leaves and one that comes often share a type: do not reconnect for that.
      setTimeout(sync, 1000);
    };
  },
};

export function useLiveEvent<T = unknown>(type: string, listener: (data: T) => void) {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => events.on(type, (data) => latest.current(data as T)), [type]);
}
