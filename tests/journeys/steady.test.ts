import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from '#tests/support/browser.ts';
import { openHouse } from '#tests/support/desks.ts';

/**
 * What somebody reads or is about to press does not move by itself: of pages that were looked at before, so little shifts
 * while they fill that nobody notices (CLS under 0.02).
 */

const house = openHouse({ students: 60 });

interface Shift {
  value: number;
  what: string[];
}

/** Sums up what moves without having been asked to, as browsers do; it begins anew with each page. */
const observe = () => {
  const seen: { value: number; what: string[] }[] = [];
  Object.assign(window, { shifts: seen });
  const describe = (node: Node | null, from: DOMRectReadOnly, to: DOMRectReadOnly) => {
    const one = node instanceof Element ? node : (node?.parentElement ?? null);
    const box = (rect: DOMRectReadOnly) => `${Math.round(rect.y)}+${Math.round(rect.height)}`;
    return `${one?.tagName}.${one?.className} “${one?.textContent?.slice(0, 40)}” ${box(from)} → ${box(to)}`;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    })[])
      if (!entry.hadRecentInput)
        seen.push({
          value: entry.value,
          what: entry.sources.map((one) => describe(one.node, one.previousRect, one.currentRect)),
        });
  }).observe({ type: 'layout-shift', buffered: true });
};

async function settle(page: Page): Promise<void> {
  // All that it asked for, too: before its code has come a piece of a home shows nothing that says so.
  await settled(page);
  // What comes with a card or a chart comes a little after its data; and what is remembered of a page is so only once it is still.
  await page.waitForTimeout(1200);
}

const pages: [who: string, paths: string[]][] = [
  ['bachelor_student', ['/home', '/marks', '/timetable', '/calendar?view=week', '/lessons']],
  ['registrar_head', ['/home', '/students', '/students/20', '/groups/1', '/student-applications']],
  ['director', ['/dashboard']],
  ['teacher', ['/home', '/attendance']],
];

test.each(pages.flatMap(([who, paths]) => [390, 1440].map((width) => [who, width as 390 | 1440, paths] as const)))(
  'nothing moves by itself for %s at %d px',
  async (who, width, paths) => {
    const page = await house.desk(who, { locale: 'ru', width, skin: 'light', layout: 'vertical' });
    await page.addInitScript(observe);
    const moved: [path: string, sum: number, what: string[]][] = [];
    for (const path of paths)
      for (const visit of ['first', 'second']) {
        await page.goto(path);
        await settle(page);
        const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        if (visit === 'second' && sum >= 0.02)
          moved.push([
            path,
            Math.round(sum * 1000) / 1000,
            shifts.flatMap(({ value, what }) => what.map((one) => `${value.toFixed(3)} ${one}`)),
          ]);
      }
    expect(moved).toEqual([]);
  },
);
