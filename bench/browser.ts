import { close, newPage } from '#tests/support/browser.ts';

export interface FirstPage {
  name: string;
  requests: number;
  /** Kilobytes of scripts as they travel. */
  script_kb: number;
  all_kb: number;
  /** Until nothing is on its way any more. */
  seconds: number;
}

/** What a browser with an empty cache loads: the sign-in page, and the home page of somebody who is signed in. */
export async function firstPages(base: string, token: string): Promise<FirstPage[]> {
  try {
    return await opened(base, token);
  } finally {
    // Also where it was given up: a browser that is left open keeps this process.
    await close();
  }
}

async function opened(base: string, token: string): Promise<FirstPage[]> {
  const pages: FirstPage[] = [];
  for (const [name, path] of [
    ['sign-in page', '/login'],
    ['home page', '/home'],
  ] as const) {
    const page = await newPage({ baseURL: base });
    if (path === '/home') await page.addInitScript((value) => localStorage.setItem('token', value), token);
    const sizes: Promise<{ script: boolean; bytes: number }>[] = [];
    page.on('requestfinished', (request) => {
      sizes.push(
        request.sizes().then((size) => ({ script: request.resourceType() === 'script', bytes: size.responseBodySize })),
      );
    });
    const began = performance.now();
    await page.goto(path, { waitUntil: 'networkidle' });
    // The browser calls the network idle after half a second without traffic.
    const seconds = (performance.now() - began) / 1000 - 0.5;
    const all = await Promise.all(sizes);
    const sum = (list: typeof all) => list.reduce((total, { bytes }) => total + bytes, 0) / 1024;
    pages.push({
      name,
      requests: all.length,
      script_kb: sum(all.filter(({ script }) => script)),
      all_kb: sum(all),
      seconds,
    });
    await page.context().close();
  }
  return pages;
}
