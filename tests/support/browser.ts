import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { TestRunner } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { findChromium } from './chromium.ts';

export interface PageOptions {
  /** CSS pixels; the height follows from it, as on a telephone under 600, as on a desk above. */
  width?: number;
  theme?: 'light' | 'dark';
  locale?: 'uz' | 'ru' | 'en';
  /** Cookies and local storage of somebody who has signed in, as `page.context().storageState()` gave them. */
  storageState?: BrowserContextOptions['storageState'];
  /** Makes relative addresses work: `page.goto('/login')`. */
  baseURL?: string;
}

/** What went wrong inside of a page, in the order in which it happened. */
const troubles = new WeakMap<Page, string[]>();
/** What a page has asked for and not got yet, and how often it asked. */
const asked = new WeakMap<Page, { open: Set<Request>; count: number }>();
let browser: Promise<Browser> | undefined;

/** The one browser of this process; call `close()` in the last `afterAll`. */
export function launch(): Promise<Browser> {
  browser ??= start().catch((error: unknown) => {
    browser = undefined;
    throw error;
  });
  return browser;
}

async function start(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    // Chromium refuses its sandbox to root, and containers often run as root; it only ever meets our own pages.
    chromiumSandbox: false,
    args: [
      '--headless=shell',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // The same letters on every machine, whatever hinting its own fonts would ask for.
      '--font-render-hinting=none',
    ],
  });
}

/** Ends the browser; a later `launch()` starts a new one. */
export async function close(): Promise<void> {
  const running = browser;
  browser = undefined;
  await (await running)?.close();
}

/** A page of its own context: no cookie, cache or storage is shared with another page. Close with `page.context().close()`. */
export async function newPage(options: PageOptions = {}): Promise<Page> {
  const { width = 1280, theme = 'light', locale = 'en', storageState, baseURL } = options;
  const context = await (await launch()).newContext({
    viewport: { width, height: width < 600 ? 800 : 900 },
    colorScheme: theme,
    locale: { uz: 'uz-UZ', ru: 'ru-RU', en: 'en-GB' }[locale],
    timezoneId: 'Asia/Tashkent',
    // Pictures of a moving page are never the same twice.
    reducedMotion: 'reduce',
    isMobile: width < 600,
    hasTouch: width < 600,
    ...(storageState ? { storageState } : {}),
    ...(baseURL ? { baseURL } : {}),
  });
  if (clock.ahead()) await context.clock.install({ time: clock.date() });
  const page = await context.newPage();
  // For what hangs: a machine that others use as well stands still for half a minute now and then.
  page.setDefaultTimeout(60_000);
  // EDULAB_SLOW=6: pages that think six times as long, to find what only works on a fast machine.
  const rate = Number(process.env.EDULAB_SLOW ?? 1);
  if (rate > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
  const seen: string[] = [];
  troubles.set(page, seen);
  page.on('pageerror', (error) => seen.push(`error on ${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url, lineNumber } = message.location();
    // The moved clock is a script that comes to every frame; one without scripts refuses it.
    if (clock.ahead() && url === 'about:srcdoc' && message.text().startsWith('Blocked script execution')) return;
    seen.push(`console on ${page.url()}: ${message.text()} (${url}:${lineNumber})`);
  });
  const requests = { open: new Set<Request>(), count: 0 };
  asked.set(page, requests);
  page.on('request', (request) => {
    // The stream of live events ends with the page.
    if (request.url().endsWith('/events')) return;
    requests.open.add(request);
    requests.count += 1;
  });
  page.on('requestfinished', (request) => requests.open.delete(request));
  page.on('requestfailed', (request) => requests.open.delete(request));
  page.on('crash', () => seen.push(`the page crashed on ${page.url()}`));
  const leave = context.close.bind(context);
  context.close = async (...how) => {
    if (TestRunner.getCurrentTest()?.result?.state === 'fail') await tellHowItLooked(page);
    await leave(...how);
  };
  return page;
}

/** What stood on a page whose test failed: who reads of the failure later has no other way to see it. */
async function tellHowItLooked(page: Page): Promise<void> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch((error: unknown) => String(error));
  console.error(
    [`Failed on ${page.url()}, which said:`, text.slice(0, 4000), ...(troubles.get(page) ?? [])].join('\n'),
  );
}

/** The calls of a request, as `GET /student?page=0`: of one that a page asks together, each of them; none of what is no call. */
export function callsIn(request: Request): string[] {
  const path = request.url().split('/edulab/lms/api/v1')[1];
  if (path === undefined) return [];
  if (path !== '/together') return [`${request.method()} ${path}`];
  const asked: { calls: string[] } | null = request.postDataJSON();
  if (!asked) throw new Error('the browser does not say what was asked together');
  return asked.calls.map((address) => `GET ${address}`);
}

/**
 * Fails if the page threw or wrote an error to its console since the last call. `expected` names those that belong to
 * the journey: a refused call (4xx) is written to the console by the browser itself.
 */
export function expectNoTrouble(page: Page, expected: RegExp[] = []): void {
  const seen = troubles.get(page);
  if (!seen) throw new Error('This page was not made by newPage()');
  const unexpected = seen.splice(0).filter((trouble) => !expected.some((pattern) => pattern.test(trouble)));
  if (unexpected.length > 0) throw new Error(`The page had ${unexpected.length} errors:\n${unexpected.join('\n')}`);
}

/**
 * Waits until the page is what it will be: it has its heading, nothing on it waits for data, and whatever it asked for
 * has come. Right after a step the page before still stands there whole; that the new one asks shows within two frames.
 * A part that came may be held back for 300 ms by React, so that parts which come one after the other show at once; until
 * then what stands in its place says that it waits.
 */
export async function settled(page: Page): Promise<void> {
  const requests = asked.get(page);
  if (!requests) throw new Error('This page was not made by newPage()');
  const limit = performance.now() + 60_000;
  for (let quiet = 0; quiet < 2; ) {
    const { count } = requests;
    await page.waitForFunction(
      () =>
        document.querySelector('h1') &&
        !document.querySelector('[aria-busy=true], [data-waits], .mantine-Skeleton-root, .mantine-Loader-root'),
      undefined,
      { polling: 50 },
    );
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    });
    quiet = requests.open.size === 0 && requests.count === count ? quiet + 1 : 0;
    if (performance.now() > limit)
      throw new Error(`${page.url()} still waits for ${[...requests.open].map((one) => one.url()).join(', ')}`);
  }
}

/** Writes `<name>.png` of the whole page to the folder `EDULAB_SHOTS`; does nothing when that is not set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.EDULAB_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
}

/** The bar and the menu around a page. */
const frame = ['header:not(main *, [role=dialog] *)', 'aside:not(main *, [role=dialog] *)'];
/** Frames that axe has found nothing in, by what they are made of. */
const judged = new Set<string>();

/** What the frame of a page is made of, and how wide and in which colours it is seen, whichever entry is the one of the page. */
const frameOf = (page: Page) =>
  page.evaluate(async (selectors) => {
    const html = selectors.flatMap((one) => [...document.querySelectorAll(one)].map(({ outerHTML }) => outerHTML));
    const { dataset } = document.documentElement;
    const seen = [innerWidth, JSON.stringify(dataset), getComputedStyle(document.body).backgroundColor, ...html]
      .join('\n')
      // What names parts is given by React as it goes; and another entry is the one of this page.
      .replace(/ (?:id|for|aria-(?:controls|labelledby|describedby|current)|data-(?:active|status))="[^"]*"/g, '')
      .replace(/ class="([^"]*) active"/g, ' class="$1"');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seen));
    return [...new Uint8Array(digest)].join(' ');
  }, frame);

/** Fails with one paragraph per finding if axe finds anything against WCAG 2.2 A and AA on the page as it is now. */
export async function axe(page: Page, options: { within?: string; except?: string[] } = {}): Promise<void> {
  // Half a megabyte of script stays for as long as the document does: reading it again, twice, took as long as half of
  // the rules. Frames come and go, so where there are some each is given it by the library.
  const there = page.frames().length === 1 && (await page.evaluate<boolean>('Boolean(window.axe?.run)'));
  // The old way needs no second page to sum up what frames said, and what passed is not listed: a third of the time.
  const builder = new AxeBuilder({ page, ...(there ? { axeSource: '0' } : {}) }).setLegacyMode(true).options({
    resultTypes: ['violations'],
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    // Still on trial in axe, but whoever speaks to their computer says what they see.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  });
  if (options.within) builder.include(options.within);
  for (const selector of options.except ?? []) builder.exclude(selector);
  // Bar and menu are half of what there is to see, and the same around most pages: the same ones are judged once.
  const around = options.within ? undefined : await frameOf(page);
  if (around !== undefined && judged.has(around)) for (const selector of frame) builder.exclude(selector);
  // Colours on their way from one to another are nobody's colours; what never ends is not waited for.
  await page.evaluate(() =>
    Promise.race([
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
          .map((animation) => animation.finished),
      ),
      new Promise((resolve) => setTimeout(resolve, 400)),
    ]).then(() => undefined),
  );
  let { violations } = await builder.analyze();
  if (violations.length > 0) {
    // A list that waits for newer rows is paler until they come: what is judged is what lasts.
    await page.locator('table[aria-busy=true]').first().waitFor({ state: 'detached', timeout: 10_000 });
    ({ violations } = await builder.analyze());
  }
  if (violations.length === 0) {
    if (around !== undefined) judged.add(around);
    return;
  }
  const findings = violations.map(({ id, impact, help, nodes }) => {
    const places = nodes.slice(0, 5).map((node) => `    ${node.target.join(' ')}  ${node.html.slice(0, 160)}`);
    const more = nodes.length > 5 ? [`    and ${nodes.length - 5} more`] : [];
    return [`  ${id} (${impact}): ${help}`, ...places, ...more].join('\n');
  });
  throw new Error(`${page.url()} is not accessible:\n${findings.join('\n')}`);
}

/** A paper that was opened is read in the page: its first page is drawn, with text to select; then it is closed. */
export async function readsPaper(
  page: Page,
  name: RegExp,
  { shot }: { shot?: () => Promise<unknown> } = {},
): Promise<string> {
  const reader = page.getByRole('dialog').filter({ has: page.getByRole('toolbar', { name }) });
  await reader.waitFor({ timeout: 60_000 }).catch(async (error: Error) => {
    const said = await page.locator('[role=alert], [role=status], .mantine-Notification-root').allInnerTexts();
    throw new Error(
      `${error.message}\nThe page says: ${said.join(' | ')}\nand: ${(troubles.get(page) ?? []).join(' | ')}`,
    );
  });
  const first = reader.locator('.page[data-page-number="1"]');
  await first.locator('canvas').waitFor({ timeout: 60_000 });
  await first.locator('.textLayer span').first().waitFor({ timeout: 60_000 });
  const text = (await first.innerText()).trim();
  await shot?.();
  await page.keyboard.press('Escape');
  await reader.waitFor({ state: 'detached' });
  return text;
}
