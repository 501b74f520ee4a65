import { Readable } from 'node:stream';
import type pg from 'pg';
import sharp from 'sharp';
import type { Storage } from '#platform/server/disk/storage.ts';
import { heading, pdf, prose } from '#platform/server/documents/index.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { INSTITUTIONS } from './institutions.ts';
import { currentYear } from './university.ts';

/** Real files for the demo library: lecture notes and rules as PDF, covers as pictures. Drawn here, a second of work. */

type Locale = 'uz' | 'ru' | 'en';
const letterhead = {
  name: 'Edulab',
  lines: ['Elektron kutubxona'],
  logo: null,
  initials: 'E',
  rector: null,
  registrar: null,
};
const made = () => new Date(`${currentYear()}-08-15T00:00:00Z`);

const chapters: Record<Locale, (subject: string) => [heading: string, text: string][]> = {
  uz: (subject) => [
    [
      '1. Fanning predmeti',
      `«${subject}» fani nimani oʻrganadi, uning asosiy tushunchalari qanday va ular amaliyotda qayerda uchraydi — birinchi maʼruza shu savollarga javob beradi. Har bir tushuncha misol bilan keltirilgan.`,
    ],
    [
      '2. Usullar',
      'Ikkinchi maʼruzada oʻrganish usullari solishtiriladi: kuzatish, tajriba, hisoblash. Har birining kuchli tomoni va chegarasi koʻrsatiladi, soʻng oʻquvchi mos usulni oʻzi tanlaydi.',
    ],
    [
      '3. Oʻzingizni tekshiring',
      'Uchta tushunchani oʻz soʻzingiz bilan tushuntiring. Qaysi usul sizning sohangizga yaqin va nega? Bir sahifada misol keltiring.',
    ],
  ],
  ru: (subject) => [
    [
      '1. Предмет курса',
      `Что изучает «${subject}», каковы основные понятия и где они встречаются на практике — об этом первая лекция. Каждое понятие пояснено примером.`,
    ],
    [
      '2. Методы',
      'Вторая лекция сравнивает методы: наблюдение, опыт, расчёт. Показаны сильные стороны и границы каждого; затем читатель выбирает подходящий сам.',
    ],
    [
      '3. Проверьте себя',
      'Объясните три понятия своими словами. Какой метод ближе вашей области и почему? Приведите пример на одной странице.',
    ],
  ],
  en: (subject) => [
    [
      '1. What the course is about',
      `What ${subject} studies, what its basic notions are and where they are met in practice: the first lecture answers these questions, each notion with an example.`,
    ],
    [
      '2. Methods',
      'The second lecture compares methods: observing, trying, calculating. It shows the strength and the limits of each, and the reader then chooses.',
    ],
    [
      '3. Check yourself',
      'Explain three notions in your own words. Which method is closest to your field, and why? Give an example on one page.',
    ],
  ],
};

const rules: [heading: string, text: string][] = [
  [
    '1. Umumiy qoidalar',
    'Ushbu tartib universitetning barcha talabalari va xodimlari uchun amal qiladi. U oʻquv yili boshida eʼlon qilinadi va kutubxonada ochiq turadi.',
  ],
  [
    '2. Huquq va majburiyatlar',
    'Har kim oʻziga tegishli maʼlumotni koʻrishga, qarorga asos soʻrashga va belgilangan muddatda eʼtiroz bildirishga haqli. Muddatlar oʻquv taqvimi boʻyicha hisoblanadi.',
  ],
  [
    '3. Yakuniy qoidalar',
    'Tartibga oʻzgartirishlar kengash qarori bilan kiritiladi va ular kuchga kirguncha eski tahrir amal qiladi.',
  ],
];

const programme: [heading: string, text: string][] = [
  [
    '1. Maqsad va natijalar',
    'Fan oxirida talaba asosiy tushunchalarni izohlaydi, usulni tanlab qoʻllaydi va natijani himoya qiladi. Har bir natija baholash rejasidagi ish bilan tekshiriladi.',
  ],
  [
    '2. Soatlar',
    'Maʼruza 30 soat, seminar 30 soat, mustaqil taʼlim 120 soat. Dars jadvali semestr boshida eʼlon qilinadi.',
  ],
  ['3. Baholash', 'Joriy ishlar, oraliq va yakuniy nazorat. Muddatidan kech topshirish tartibi baholash qoidalarida.'],
];
const monitoring: [heading: string, text: string][] = [
  [
    '1. Oʻtgan yil',
    'Davomat va oʻzlashtirish koʻrsatkichlari, talabalar fikri va darslarga kirish natijalari kafedra yigʻilishida koʻrib chiqildi.',
  ],
  ['2. Oʻzgarishlar', 'Seminar topshiriqlari yangilandi, elektron kurs qoʻshildi, adabiyotlar roʻyxati qisqartirildi.'],
];
const letter: [heading: string, text: string][] = [
  ['Ariza', 'Hujjatlarimni shaxsiy yigʻmajildga qoʻshishingizni soʻrayman. Nusxalar asliga toʻgʻri.'],
];

const paper = (locale: Locale, title: string, parts: [heading: string, text: string][]) =>
  pdf({
    locale,
    letterhead,
    title,
    made: made(),
    content: parts.flatMap(([head, text]) => [heading(head), prose(text)]),
  });

/** Tiles turned by the subject's angle on its colour: every subject is known by its cover, every kind by its grain. */
function cover(subject: number, kind: number): Promise<Buffer> {
  const hue = (subject * 36 + 170) % 360;
  const step = [56, 84, 42][kind] as number;
  const tile = `<path d="M0 ${step / 2}L${step / 2} 0L${step} ${step / 2}L${step / 2} ${step}Z" fill="none" stroke="hsl(${hue} 45% 78%)" stroke-width="3"/><circle cx="${step / 2}" cy="${step / 2}" r="${step / 6}" fill="hsl(${(hue + 40) % 360} 60% 70%)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="500"><defs><pattern id="p" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${subject * 9})">${tile}</pattern></defs>
    <rect width="360" height="500" fill="hsl(${hue} 42% 30%)"/><rect width="360" height="330" fill="url(#p)" opacity="0.55"/><rect y="330" width="360" height="6" fill="hsl(${(hue + 40) % 360} 60% 70%)"/></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}

interface Stored {
  hash: string;
  size: number;
  name: string;
}

/**
 * Begins to draw lecture notes, rules and covers, which needs no database, and answers what puts them into the library's
 * records: to be called when the rest of the university is loaded. `subjects` as the records name them, by language.
 */
export async function beginLibraryFiles(
  client: pg.PoolClient,
  storage: Storage,
  subjects: readonly (readonly [uz: string, ru: string, en: string])[],
): Promise<() => Promise<void>> {
  const keep = async (content: Buffer, name: string): Promise<Stored> => {
    const staged = await storage.stage(Readable.from([content]));
    await storage.keep(staged);
    return { hash: staged.hash, size: staged.size, name };
  };
  /** Files of an institution, in one statement; answers their numbers in the same order. */
  const own = (institution_id: number, files: readonly Stored[]): Promise<number[]> =>
    insertAll(
      client,
      'files',
      files.map(({ hash, size, name }) => {
        const extension = name.slice(name.lastIndexOf('.') + 1);
        const media_type = extension === 'pdf' ? 'application/pdf' : 'image/png';
        return { institution_id, original_name: name, extension, media_type, size, hash };
      }),
    );
  /** Work programmes of some modules of the running year, first those that the demo's teacher has, and what was said of a few. */
  const modulePapers = async (institution_id: number, programmeFile: Stored, monitoringFile: Stored) => {
    const { rows } = await client.query<{ id: number; title: string; year: number }>(
      `select m.id, m.code || ' ' || (m.title ->> 'uz') as title, y.id as year
         from modules m join course_modules cm on cm.module_id = m.id join academic_years y on y.id = cm.academic_year_id and y.current
         left join course_module_teachers t on t.course_module_id = cm.id left join staff s on s.id = t.staff_id left join accounts a on a.id = s.account_id
        where m.institution_id = $1 group by m.id, y.id order by bool_or(a.username = 'teacher') desc nulls last, m.code limit 24`,
      [institution_id],
    );
    const papers = rows.flatMap(({ id, title, year }, at) => {
      const made_at = new Date(made().getTime() + at * 3_600_000).toISOString();
      const of = { institution_id, created_at: made_at, updated_at: made_at, module_id: id, academic_year_id: year };
      const plan = { ...of, type: 0, title: `${title}: ishchi dastur`, file: programmeFile };
      return at % 4 === 0
        ? [plan, { ...of, type: 1, title: `${title}: yillik monitoring`, file: monitoringFile }]
        : [plan];
    });
    const files = await own(
      institution_id,
      papers.map(({ file }) => file),
    );
    await insertAll(
      client,
      'module_files',
      papers.map(({ file, ...paper }, at) => ({ ...paper, file_id: files[at] })),
    );
  };
  /** Letters in the files of a few students, of the demo's students first; every other one is shared with them. */
  const studentPapers = async (institution_id: number, file: Stored) => {
    const { rows } = await client.query<{ id: number; shared: boolean }>(
      `select s.id, a.username is not null or row_number() over () % 2 = 0 as shared
         from students s left join accounts a on a.id = s.account_id and a.username like '%\\_student'
        where s.institution_id = $1 and s.deleted_at is null order by a.username nulls last, s.id limit 16`,
      [institution_id],
    );
    const files = await own(
      institution_id,
      rows.map(() => file),
    );
    const [created_at, title] = [made().toISOString(), 'Ariza'];
    await insertAll(
      client,
      'student_files',
      rows.map(({ id, shared }, at) => ({
        ...{ institution_id, created_at, updated_at: created_at },
        ...{ student_id: id, title, file_id: files[at], shared },
      })),
    );
  };
  const { rows: policies } = await client.query<{ title: string }>(
    'select distinct title from module_files where type in (2, 3) order by title',
  );
  const draw = async () => {
    const locales = ['uz', 'ru', 'en'] as const;
    const notes = [];
    for (const [at, names] of subjects.entries()) {
      const locale = locales[at % locales.length] as Locale;
      const subject = names[at % locales.length] as string;
      notes.push({
        subject,
        file: await keep(await paper(locale, subject, chapters[locale](subject)), `${subject}.pdf`),
      });
    }
    const kinds = ['BOOK', 'TEXTBOOK', 'MANUAL'];
    const covers = [];
    for (const [at, names] of subjects.entries())
      for (const [kind, type] of kinds.entries())
        covers.push({ names, type, file: await keep(await cover(at, kind), `muqova-${at + 1}-${kind + 1}.png`) });
    const orders = [];
    for (const { title } of policies)
      orders.push({ title, file: await keep(await paper('uz', title, rules), `${title}.pdf`) });
    const papers = {
      programme: await keep(await paper('uz', 'Fanning ishchi dasturi', programme), 'ishchi-dastur.pdf'),
      monitoring: await keep(await paper('uz', 'Yillik monitoring', monitoring), 'monitoring.pdf'),
      letter: await keep(await paper('uz', 'Talaba arizasi', letter), 'ariza.pdf'),
    };
    return { notes, covers, orders, papers };
  };
  const drawn = draw();
  // A fault of the drawing is told where it is awaited, not where nobody listens yet.
  drawn.catch(() => undefined);
  return async () => {
    const { notes, covers, orders, papers } = await drawn;
    for (const { id } of INSTITUTIONS) {
      const [noteIds, coverIds, orderIds] = [
        await own(
          id,
          notes.map(({ file }) => file),
        ),
        await own(
          id,
          covers.map(({ file }) => file),
        ),
        await own(
          id,
          orders.map(({ file }) => file),
        ),
      ];
      await client.query(
        `update library_items set file_id = n.file, link = null from unnest($2::text[], $3::int[]) as n (subject, file)
          where institution_id = $1 and type = 'LECTURE' and subjects = array[n.subject]`,
        [id, notes.map(({ subject }) => subject), noteIds],
      );
      await client.query(
        `update library_items set cover_file_id = c.file
           from unnest($2::text[], $3::text[], $4::int[]) as c (type, subject, file)
          where institution_id = $1 and library_items.type = c.type and c.subject = any(subjects)`,
        [
          id,
          covers.flatMap(({ type, names }) => names.map(() => type)),
          covers.flatMap(({ names }) => names),
          covers.flatMap(({ names }, at) => names.map(() => coverIds[at])),
        ],
      );
      await client.query(
        `update module_files set file_id = o.file, link = null from unnest($2::text[], $3::int[]) as o (title, file)
          where institution_id = $1 and module_files.title = o.title`,
        [id, orders.map(({ title }) => title), orderIds],
      );
      await modulePapers(id, papers.programme, papers.monitoring);
      await studentPapers(id, papers.letter);
    }
  };
}
