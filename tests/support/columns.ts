import type { Page } from 'playwright-core';

/** What a list looks like on a desk: all of its columns, none cut at the edge, none squeezed, and no page that scrolls sideways. */

/** More lines of one cell than this are a column that was squeezed. */
const mostLines = 5;

/** CSS pixels of the desks on which lists are looked at. */
const widths = [1280, 1024];
/** What stays at fault: another width is taken in at once by the styles, and a moment later by what is drawn anew. */
async function lastingFaults(page: Page): Promise<string[]> {
  let faults = await faultsOf(page);
  for (let tries = 0; faults.length > 0 && tries < 20; tries++) {
    await page.waitForTimeout(100);
    faults = await faultsOf(page);
  }
  return faults;
}

/** Of the page as it stands: what is cut, squeezed, wider than its place, or a column of figures that do not stand under each other. */
async function faultsOf(page: Page): Promise<string[]> {
  const { over, tables } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const tables = [...document.querySelectorAll<HTMLTableElement>('main section > table')].map((table) => {
      const box = table.parentElement!;
      // Of one text: a cell that holds several, such as the fields of a change, may be as high as they are many.
      let tallest = { lines: 0, text: '' };
      for (const body of table.tBodies) {
        const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const lines = Math.round(range.getBoundingClientRect().height / 19);
          if (lines > tallest.lines) tallest = { lines, text: range.toString() };
        }
      }
      // What is there for readers alone is a pixel wide.
      const cut = [...table.querySelectorAll('td *, th *')].filter(
        (one) =>
          one.clientWidth > 1 &&
          !one.querySelector('.mantine-VisuallyHidden-root') &&
          getComputedStyle(one).overflowX === 'hidden' &&
          one.scrollWidth > one.clientWidth + 1,
      );
      const uneven = [...table.querySelectorAll('tbody td')].filter((one) => {
        const { textAlign, fontVariantNumeric } = getComputedStyle(one);
        return textAlign === 'right' && /\d/.test(one.textContent) && fontVariantNumeric !== 'tabular-nums';
      });
      return {
        over: box.scrollWidth - box.clientWidth,
        tallest,
        uneven: uneven[0]?.textContent,
        cut: [...new Set(cut.map((one) => one.textContent))].slice(0, 3),
      };
    });
    return { over: scrollWidth - clientWidth, tables };
  });
  return [
    ...(over > 0 ? [`scrolls sideways by ${over} px`] : []),
    ...tables.flatMap((table) => [
      ...(table.cut.length > 0 ? [`shows only the beginning of ${table.cut.join(', ')}`] : []),
      ...(table.uneven === undefined ? [] : [`has figures of several widths, as in ${table.uneven}`]),
      ...(table.over > 0 ? [`cuts ${table.over} px of its columns`] : []),
      ...(table.tallest.lines > mostLines ? [`squeezes ${table.tallest.text} into ${table.tallest.lines} lines`] : []),
    ]),
  ];
}

/** What is wrong with the lists of a page on desks of either width; the page is left at the narrower one. */
export async function listFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await lastingFaults(page)).map((fault) => `${page.url()} ${fault} at ${width} px`));
  }
  return found;
}
