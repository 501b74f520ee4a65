import type pg from 'pg';
import { close, newPage } from '#tests/support/browser.ts';
import { limits } from './bars.ts';

export interface Frames {
  name: string;
  frames: number;
  /** Milliseconds between two frames: the middle, and the longest. */
  middle: number;
  longest: number;
  /** How many took longer than a person notices. */
  late: number;
}

/** How the grid of 200 students times 20 components keeps up with the wheel and with somebody who types. */
export async function gridFrames(base: string, token: string, client: pg.Client): Promise<Frames[]> {
  const { rows } = await client.query<{ id: number }>(
    "select cm.id from course_modules cm join modules m on m.id = cm.module_id where m.code like 'BENCH%' order by m.code limit 1",
  );
  if (!rows[0]) return [];
  const told: Frames[] = [];
  try {
    await watchGrid(base, token, rows[0].id, told);
  } finally {
    await close();
  }
  return told;
}

async function watchGrid(base: string, token: string, module: number, told: Frames[]): Promise<void> {
  const page = await newPage({ baseURL: base, width: 1440 });
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await page.goto(`/mark-entry?course_module_id=${module}`);
  await page.locator('[data-row="0"][data-column="0"]').click({ timeout: 60_000 });
  const watch = async (name: string, work: () => Promise<void>) => {
    await page.evaluate(() => {
      const gaps: number[] = [];
      Object.assign(globalThis, { gaps });
      let last = performance.now();
      const tick = (now: number) => {
        gaps.push(now - last);
        last = now;
        if ((globalThis as { gaps?: unknown }).gaps === gaps) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await work();
    const gaps = await page.evaluate(() => {
      // Put there by what ran in the page before.
      const found = (globalThis as unknown as { gaps: number[] }).gaps;
      Object.assign(globalThis, { gaps: undefined });
      return found.slice(2);
    });
    const sorted = gaps.toSorted((a, b) => a - b);
    told.push({
      name,
      frames: gaps.length,
      middle: sorted[Math.floor(sorted.length / 2)] ?? 0,
      longest: sorted.at(-1) ?? 0,
      late: gaps.filter((gap) => gap > limits.frame_ms).length,
    });
  };
  const wheel = async (x: number, y: number) => {
    for (let step = 0; step < 40; step++) {
      await page.mouse.wheel(x, y);
      await page.waitForTimeout(16);
    }
  };
  await watch('grid, scrolled down', () => wheel(0, 150));
  await watch('grid, scrolled to the right', () => wheel(60, 0));
  await watch('grid, scrolled up', () => wheel(0, -150));
  await page.locator('[data-row="0"][data-column="0"]').click();
  await watch('grid, 40 marks typed', async () => {
    for (let at = 0; at < 40; at++) {
      await page.keyboard.type(String(40 + at));
      await page.keyboard.press('Enter');
    }
  });
}
