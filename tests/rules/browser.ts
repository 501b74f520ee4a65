import { vi } from 'vitest';
import { addTexts, type Locale } from '#platform/web/i18n.tsx';

const files = import.meta.glob<{ default: Record<string, string> }>('../../platform/web/{,kit/}messages/*.json');
const textsOf = (locale: Locale) => async () => {
  const found = Object.entries(files).filter(([path]) => path.endsWith(`/${locale}.json`));
  const texts = await Promise.all(found.map(([, load]) => load()));
  return { default: Object.assign({}, ...texts.map((one) => one.default)) as Record<string, string> };
};
// A build has them in parts; what is checked here says no more than the texts of the platform.
addTexts({ first: { uz: textsOf('uz'), ru: textsOf('ru'), en: textsOf('en') } });

const items = new Map<string, string>();
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
};
/** What the browser of the checks keeps at this moment. */
export const storedKeys = () => [...items.keys()].sort();

/**
 * Runs what the web part does outside of its components, with the little of a browser that it asks for: storage, an
 * address, a network. `stored` is what the browser kept from before.
 */
export async function inPage<T>(run: () => Promise<T> | T, stored: Record<string, string> = {}): Promise<T> {
  items.clear();
  for (const [key, value] of Object.entries(stored)) items.set(key, value);
  const address = { origin: 'http://localhost', pathname: '/', search: '', href: 'http://localhost/' };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', address);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('window', { addEventListener: () => {}, location: address });
  // A browser knows where a path leads; Node asks for the whole address.
  const Plain = globalThis.Request;
  vi.stubGlobal(
    'Request',
    class extends Plain {
      constructor(input: string | URL | Request, init?: RequestInit) {
        super(typeof input === 'string' && input.startsWith('/') ? `http://localhost${input}` : input, init);
      }
    },
  );
  // What a page writes to the console is no finding here.
  const quiet = (['error', 'debug'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
  try {
    return await run();
  } finally {
    for (const spy of quiet) spy.mockRestore();
    vi.unstubAllGlobals();
  }
}

/** While `run` lasts every question of the page gets this answer; answers what was asked. */
export async function answering(
  answer: () => Response | Promise<Response>,
  run: () => Promise<unknown>,
): Promise<Request[]> {
  const asked: Request[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    asked.push(new Request(input, init));
    return answer();
  };
  try {
    await run();
  } finally {
    globalThis.fetch = before;
  }
  return asked;
}

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
