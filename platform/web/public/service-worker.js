/**
 * Opens the application where there is no network. What the answer needs stands in /offline.json, which is made with
 * every build; each build has a cache of its own, so that pages and their parts never come from two builds. Pages are
 * asked from the server first: an old one is shown only while the server cannot be reached.
 */
const prefix = 'edulab-';
/** Milliseconds that a server may take to send a page before the kept one is shown. */
const patience = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(renew()));

/** The build that is kept whole, with its page, which is stored last. Asking creates nothing. */
async function kept() {
  for (const name of await caches.keys()) {
    const page = name.startsWith(prefix) ? await caches.match('/', { cacheName: name }) : undefined;
    if (page) return { name, page };
  }
  return undefined;
}

let renewing;
function renew() {
  renewing ??= takeNewest()
    .catch((error) => console.debug(error))
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

/** The kept build goes only when the new one is here whole. */
async function takeNewest() {
  const list = await fetch('/offline.json', { cache: 'no-store' });
  if (!list.ok) return;
  const { version, entry, files } = await list.json();
  const name = prefix + version;
  if ((await kept())?.name !== name) {
    const cache = await caches.open(name);
    await cache.addAll(files);
    const page = await fetch('/', { cache: 'no-store' });
    // Another build took the place of this one in between: the next page brings it.
    if (!page.ok || !(await page.clone().text()).includes(entry)) return void (await caches.delete(name));
    await cache.put('/', page);
  }
  for (const other of await caches.keys()) if (other.startsWith(prefix) && other !== name) await caches.delete(other);
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function page(event) {
  const network = fetch(event.request);
  const answer = await Promise.race([network.catch(() => undefined), wait(patience)]);
  if (answer && answer.status < 500) {
    event.waitUntil(renew());
    return answer;
  }
  return (await kept())?.page ?? network;
}

/** Names with a fingerprint never change; the few others may. */
async function file(request, path) {
  if (path.startsWith('/assets/')) return (await caches.match(request)) ?? fetch(request);
  return fetch(request).catch(async (error) => {
    const known = await caches.match(request);
    if (known) return known;
    throw error;
  });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  // Calls and their files are never kept: what they answer depends on who asks.
  if (pathname.startsWith('/edulab/') || pathname === '/offline.json') return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/') || /^\/[a-z-]+\.(js|css|svg)$/.test(pathname))
    event.respondWith(file(request, pathname));
});
