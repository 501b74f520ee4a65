import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shortModule } from './kit/show/modules.tsx';
import { moduleColorIndex, moduleColors } from './module-colors.ts';

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const brightness = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = parts(hex).map(channel);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string) => {
  const [dark = 0, bright = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};
/** So much of a colour in a ground, as cards mix it. */
const mixed = (color: string, ground: string, share: number) =>
  `#${parts(color)
    .map((value, at) => value * share + (parts(ground)[at] ?? 0) * (1 - share))
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Share of the colour in the ground of a card: `.lesson` of the week and `.chip` of the calendar. */
const tint = 0.1;
const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const ground = (skin: string, name: string) => {
  const block = skin === '' ? css : css.slice(css.indexOf(`:root[data-skin='${skin}']`));
  return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? '';
};
const words = { light: { text: '#171c22', dimmed: '#5b6470' }, dark: { text: '#c3ccd5', dimmed: '#9aa5b1' } };

test.each(['light', 'dark'] as const)(
  'colours of modules stand out on every ground, and words on them: %s',
  (scheme) => {
    const skin = scheme === 'dark' ? 'dark' : '';
    for (const name of ['surface', 'canvas', 'hover'])
      for (const color of moduleColors)
        expect([name, color[scheme], contrast(color[scheme], ground(skin, name)) >= 3]).toEqual([
          name,
          color[scheme],
          true,
        ]);
    for (const color of moduleColors) {
      const card = mixed(color[scheme], ground(skin, 'surface'), tint);
      expect([color[scheme], contrast(words[scheme].text, card) >= 7]).toEqual([color[scheme], true]);
      expect([color[scheme], contrast(words[scheme].dimmed, card) >= 4.5]).toEqual([color[scheme], true]);
    }
  },
);

test('a module keeps its colour, and those beside it in a programme have others', () => {
  expect(moduleColorIndex('GEN101')).toBe(moduleColorIndex('GEN101'));
  const programme = Array.from({ length: 12 }, (_, at) =>
    moduleColorIndex(`603101-${String(at + 1).padStart(2, '0')}`),
  );
  expect(new Set(programme).size).toBe(12);
  expect(moduleColorIndex('')).toBeLessThan(moduleColors.length);
});

test.each([
  ['Computer Engineering: ethics', 'Comp. Eng.: ethics'],
  ['Kompyuter injiniringi: etika', 'Komp. inj.: etika'],
  ['Компьютерная инженерия: этика', 'Комп. инж.: этика'],
  ['Economics: theory', 'Economics: theory'],
  ['Qurilish muhandisligi: bitiruv ishi', 'Qur. muh.: bitiruv ishi'],
  ['Contemporary History of Uzbekistan', 'Contemporary History of Uzbekistan'],
  ['Экономика: введение в теорию', 'Экон.: введение в теорию'],
])('%s is shown as %s', (title, short) => expect(shortModule(title)).toBe(short));
