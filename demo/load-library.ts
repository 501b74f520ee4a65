import type pg from 'pg';
import type { Storage } from '#platform/server/disk/storage.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { INSTITUTIONS } from './institutions.ts';
import { beginLibraryFiles } from './library-files.ts';
import { currentYear } from './university.ts';

/** The library of the demo university: works of three languages, policies, and links to what is free. */

const subjects = `Iqtisodiyot|Экономика|Economics
Buxgalteriya hisobi|Бухгалтерский учёт|Accounting
Dasturlash|Программирование|Programming
Maʼlumotlar bazasi|Базы данных|Databases
Oliy matematika|Высшая математика|Mathematics
Psixologiya|Психология|Psychology
Pedagogika|Педагогика|Pedagogy
Huquq|Право|Law
Arxitektura|Архитектура|Architecture
Turizm|Туризм|Tourism`
  .split('\n')
  .map((line) => line.split('|') as [string, string, string]);
/** What a work about a subject is called, by type and language. */
const works = {
  TEXTBOOK: ['{}: darslik', '{}: учебник', '{}: A Textbook'],
  MANUAL: ['{} boʻyicha amaliy mashgʻulotlar', '{}: практикум', '{} in Practice'],
  LECTURE: ['{}: maʼruzalar matni', '{}: конспект лекций', '{}: Lecture Notes'],
  ARTICLE: ['{} taʼlimida zamonaviy yondashuvlar', '{}: современные подходы к обучению', 'Teaching {} Today'],
  BOOK: ['{} asoslari', '{}: основы', 'Foundations of {}'],
} as const;
const authors = [
  ['A. Karimov', 'D. Yusupova', 'Sh. Rahimov', 'N. Toʻrayeva'],
  ['И. Соколов', 'Е. Морозова', 'А. Каримов', 'Н. Ким'],
  ['J. Carter', 'M. Lewis', 'D. Yusupova', 'S. Turner'],
] as const;
const languages = ['uz', 'ru', 'en'] as const;

const POLICIES = `2|Talabalarning ichki tartib qoidalari
2|Baholash va qayta topshirish tartibi
2|Akademik halollik siyosati
2|Davomat va sababli darslar tartibi
3|Xodimlarning odob-axloq qoidalari
3|Shaxsiy maʼlumotlar bilan ishlash tartibi
3|Malaka oshirish tartibi`.split('\n');

const LINKS = `OPEN_SOURCE|OpenStax|https://openstax.org|Darsliklar
OPEN_SOURCE|MIT OpenCourseWare|https://ocw.mit.edu|Kurslar
OPEN_SOURCE|arXiv|https://arxiv.org|Maqolalar
OPEN_SOURCE|DOAJ|https://doaj.org|Jurnallar
OPEN_SOURCE|Wikipedia|https://www.wikipedia.org|Maʼlumotnomalar
E_LIBRARY|Project Gutenberg|https://www.gutenberg.org|Kutubxonalar
E_LIBRARY|Internet Archive|https://archive.org|Kutubxonalar`.split('\n');

/** Without a data folder there are no files, only links. */
export async function loadLibrary(client: pg.PoolClient, storage: Storage | undefined): Promise<() => Promise<void>> {
  for (const { id: institution_id } of INSTITUTIONS) {
    const own = <T extends object>(record: T, day = `${currentYear()}-08-15`) => ({
      institution_id,
      version: 1,
      created_at: day,
      updated_at: day,
      ...record,
    });
    const items = subjects.flatMap((names, s) =>
      Object.entries(works).flatMap(([type, titles], w) =>
        languages.map((language, l) =>
          own(
            {
              type,
              title: titles[l]!.replace('{}', names[l]!),
              authors: [authors[l]![(s + w) % 4], ...((s + w) % 3 ? [] : [authors[l]![(s + w + 1) % 4]])],
              year: currentYear() - 1 - ((s * 5 + w * 3 + l) % 14),
              publisher: ['Fan va texnologiya', 'Университет', 'Edulab Press'][l],
              language,
              pages: 80 + ((s * 37 + w * 53 + l * 29) % 320),
              subjects: [names[l]],
              link: 'https://archive.org',
              audience: type === 'ARTICLE' && s % 4 === 0 ? 'STAFF' : 'EVERYBODY',
              course_ids: [],
              active: true,
            },
            `${currentYear()}-0${1 + ((s + w) % 8)}-${10 + s}`,
          ),
        ),
      ),
    );
    await insertAll(client, 'library_items', items);
    await insertAll(
      client,
      'module_files',
      POLICIES.map((line) => {
        const [type, title] = line.split('|');
        return own({
          type: Number(type),
          title,
          effective_on: `${currentYear()}-09-01`,
          link: 'https://lex.uz',
          active: true,
        });
      }),
    );
    await insertAll(
      client,
      'open_links',
      LINKS.map((line, position) => {
        const [kind, title, link, category] = line.split('|');
        return own({ kind, title, link, category, position });
      }),
    );
  }
  return storage === undefined ? async () => undefined : beginLibraryFiles(client, storage, subjects);
}
