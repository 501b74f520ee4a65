import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { currentLocale, inScript, showLocale, titleIn } from './i18n.tsx';
import { said } from './said.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(async () => {
  await showLocale('uz');
  vi.unstubAllGlobals();
});

const answer = () => ({
  id: 7,
  version: 3,
  title: 'Mening darsim',
  name: { uz: 'Fizika', ru: 'Физика', en: 'Physics' },
  module: { id: 1, code: 'MAT-1', title: 'Oliy matematika' },
  rows: [{ course: { id: 2, title: 'Iqtisodiyot' }, person: { id: 3, title: 'Ali', username: 'ali' } }],
  teacher: { id: 4, title: 'Sodiqov Abay' },
  session: { module: { code: 'MAT-1', title: 'Oliy matematika', course: 'Iqtisodiyot' } },
  marks: [{ course_module_id: 5, code: 'FIZ-2', title: 'Fizika' }],
  lesson: { id: 6, version: 1, course_module_id: 5, title: 'Kirish' },
  event: { id: null, version: null, title: 'Oliy matematika', description: 'Maʼruza' },
  skill: { id: 'driving', title: 'Haydovchilik' },
  faults: [{ path: 'code', code: 'TAKEN', message: 'Bunday kod bor' }],
});

it('writes what the server says of references and faults in the script that is read, and nothing that may be saved', async () => {
  await showLocale('uz-Cyrl');
  expect(said(answer())).toEqual({
    ...answer(),
    module: { id: 1, code: 'MAT-1', title: 'Олий математика' },
    rows: [{ course: { id: 2, title: 'Иқтисодиёт' }, person: { id: 3, title: 'Ali', username: 'ali' } }],
    session: { module: { code: 'MAT-1', title: 'Олий математика', course: 'Иқтисодиёт' } },
    marks: [{ course_module_id: 5, code: 'FIZ-2', title: 'Физика' }],
    event: { id: null, version: null, title: 'Олий математика', description: 'Маъруза' },
    faults: [{ path: 'code', code: 'TAKEN', message: 'Бундай код бор' }],
  });
  expect([titleIn(answer().name, 'uz'), titleIn({ uz: '', ru: '', en: '' }, 'uz')]).toEqual(['Физика', '']);
  // To titles and to the server it is Uzbek.
  expect(currentLocale()).toBe('uz');
});

it('leaves everything as it came in other languages, and in Latin', async () => {
  for (const locale of ['uz', 'ru', 'en'] as const) {
    await showLocale(locale);
    expect(said(answer())).toEqual(answer());
    expect(inScript('Talaba')).toBe('Talaba');
  }
  expect(titleIn({ uz: 'Fizika', ru: '', en: 'Physics' }, 'ru')).toBe('Fizika');
});
