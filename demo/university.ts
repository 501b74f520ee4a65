import { academicYear } from '#domains/institutions/server/standard/lists.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Title } from '#platform/contract/index.ts';
import { dayIn } from '#platform/server/clock.ts';

/*
 * The two institutions of the demo university and everything in them that is not a person. Pure data: codes are the
 * keys by which records name each other, ids are given when they are stored.
 */

const t = (uz: string, ru: string, en: string): Title => ({ uz, ru, en });
/** One entry a line: code|uz|ru|en. */
const list = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [code, uz, ru, en, ...rest] = line.trim().split('|') as [string, string, string, string, ...string[]];
      return { code, title: t(uz, ru, en), rest };
    });

let filled: number | undefined;

/**
 * The academic year that is running, or ended last, by the year it began in. What happened in the demo bears dates up to
 * the late autumn of this year.
 */
export function currentYear(): number {
  if (filled !== undefined) return filled;
  const [year, month] = dayIn('Asia/Tashkent', clock.date()).split('-').map(Number) as [number, number];
  return month < 9 ? year - 1 : year;
}

/** Does `work` in the year in which it begins: what is filled over the midnight before September is of one year. */
export async function inOneYear(work: () => Promise<void>): Promise<void> {
  filled = currentYear();
  try {
    await work();
  } finally {
    filled = undefined;
  }
}

/** Faculties, then the departments of each; `institutions` names where they are. */
export const FACULTIES = list(`
  ECON|Iqtisodiyot va biznes fakulteti|Факультет экономики и бизнеса|Faculty of Economics and Business|1,2
  IT|Axborot texnologiyalari fakulteti|Факультет информационных технологий|Faculty of Information Technologies|1,2
  PED|Pedagogika va psixologiya fakulteti|Факультет педагогики и психологии|Faculty of Education and Psychology|1,2
  PHIL|Filologiya va tillar fakulteti|Факультет филологии и языков|Faculty of Philology and Languages|1,2
  LAW|Huquq fakulteti|Юридический факультет|Faculty of Law|1
  ENG|Muhandislik va arxitektura fakulteti|Факультет инженерии и архитектуры|Faculty of Engineering and Architecture|1
  TOUR|Turizm va xizmat koʻrsatish fakulteti|Факультет туризма и сервиса|Faculty of Tourism and Hospitality|2`).map(
  ({ code, title, rest }) => ({ code, title, institutions: rest[0]!.split(',').map(Number) }),
);

export const DEPARTMENTS = list(`
  ECON-TH|Iqtisodiyot nazariyasi kafedrasi|Кафедра экономической теории|Department of Economic Theory|ECON
  ECON-FIN|Moliya va bank ishi kafedrasi|Кафедра финансов и банковского дела|Department of Finance and Banking|ECON
  ECON-ACC|Buxgalteriya hisobi va audit kafedrasi|Кафедра бухгалтерского учёта и аудита|Department of Accounting and Audit|ECON
  ECON-MGT|Menejment va marketing kafedrasi|Кафедра менеджмента и маркетинга|Department of Management and Marketing|ECON
  IT-SE|Dasturiy injiniring kafedrasi|Кафедра программной инженерии|Department of Software Engineering|IT
  IT-CS|Kompyuter ilmlari kafedrasi|Кафедра компьютерных наук|Department of Computer Science|IT
  IT-MATH|Oliy matematika kafedrasi|Кафедра высшей математики|Department of Mathematics|IT
  PED-PRE|Maktabgacha va boshlangʻich taʼlim kafedrasi|Кафедра дошкольного и начального образования|Department of Preschool and Primary Education|PED
  PED-PSY|Psixologiya kafedrasi|Кафедра психологии|Department of Psychology|PED
  PED-GEN|Umumiy pedagogika kafedrasi|Кафедра общей педагогики|Department of General Pedagogy|PED
  PHIL-ENG|Ingliz tili kafedrasi|Кафедра английского языка|Department of English|PHIL
  PHIL-UZ|Oʻzbek tili va adabiyoti kafedrasi|Кафедра узбекского языка и литературы|Department of Uzbek Language and Literature|PHIL
  PHIL-RU|Rus tili va adabiyoti kafedrasi|Кафедра русского языка и литературы|Department of Russian Language and Literature|PHIL
  LAW-CIV|Fuqarolik huquqi kafedrasi|Кафедра гражданского права|Department of Civil Law|LAW
  LAW-ST|Davlat huquqi kafedrasi|Кафедра государственного права|Department of Constitutional Law|LAW
  ENG-ARCH|Arxitektura kafedrasi|Кафедра архитектуры|Department of Architecture|ENG
  ENG-CIV|Qurilish muhandisligi kafedrasi|Кафедра строительной инженерии|Department of Civil Engineering|ENG
  TOUR-H|Turizm va mehmonxona xoʻjaligi kafedrasi|Кафедра туризма и гостиничного дела|Department of Tourism and Hotel Management|TOUR`).map(
  ({ code, title, rest }) => ({ code, title, faculty: rest[0]! }),
);

/** Offices that are not teaching departments; in both institutions. */
export const OFFICES = list(`
  REGISTRAR|Registrator ofisi|Офис регистратора|Registrar's office
  HR|Kadrlar boʻlimi|Отдел кадров|Human resources
  FINANCE|Buxgalteriya|Бухгалтерия|Accounting
  ADMISSION|Qabul komissiyasi|Приёмная комиссия|Admissions office
  LIBRARY|Axborot-resurs markazi|Информационно-ресурсный центр|Library
  QUALITY|Taʼlim sifatini nazorat qilish boʻlimi|Отдел контроля качества образования|Quality assurance
  STUDENTS|Talabalar bilan ishlash boʻlimi|Отдел по работе со студентами|Students' department
  CAREER|Karyera markazi|Центр карьеры|Career centre
  MARKETING|Marketing boʻlimi|Отдел маркетинга|Marketing
  ICT|Raqamli texnologiyalar markazi|Центр цифровых технологий|Digital technologies centre`).map(({ code, title }) => ({
  code,
  title,
}));

export type EducationFormCode = 'FULL_TIME' | 'EVENING' | 'PART_TIME';
export type LanguageCode = 'UZBEK' | 'RUSSIAN' | 'ENGLISH';
export type Degree = 'BACHELOR' | 'MASTER';

export interface Programme {
  code: string;
  title: Title;
  faculty: string;
  degree: Degree;
  institutions: number[];
  /** Full-time; evening and part-time of a bachelor take one year more. */
  years: number;
  languages: LanguageCode[];
  forms: EducationFormCode[];
  /** Yearly price of a contract, in soum. */
  price: number;
}
const LETTERS: Record<string, LanguageCode | EducationFormCode> = {
  U: 'UZBEK',
  R: 'RUSSIAN',
  E: 'ENGLISH',
  d: 'FULL_TIME',
  e: 'EVENING',
  p: 'PART_TIME',
};
const letters = <T>(text: string) => [...text].map((letter) => LETTERS[letter] as T);

export const PROGRAMMES: Programme[] = list(`
  60310100|Iqtisodiyot|Экономика|Economics|ECON|1,2|4|URE|dep|16
  60410100|Buxgalteriya hisobi|Бухгалтерский учёт|Accounting|ECON|1,2|4|UR|dep|15
  60410500|Bank ishi|Банковское дело|Banking|ECON|1,2|4|UR|dep|16
  60411200|Menejment|Менеджмент|Management|ECON|1|4|URE|de|17
  60411300|Marketing|Маркетинг|Marketing|ECON|1|4|URE|de|17
  60610100|Kompyuter ilmlari va dasturlash texnologiyalari|Компьютерные науки и технологии программирования|Computer Science and Programming|IT|1,2|4|URE|de|20
  60610500|Kompyuter injiniringi|Компьютерный инжиниринг|Computer Engineering|IT|1,2|4|UR|de|19
  60610600|Dasturiy injiniring|Программный инжиниринг|Software Engineering|IT|1|4|URE|de|21
  60610700|Sunʼiy intellekt|Искусственный интеллект|Artificial Intelligence|IT|1|4|E|d|23
  60110200|Maktabgacha taʼlim|Дошкольное образование|Preschool Education|PED|1,2|4|UR|dep|12
  60110400|Boshlangʻich taʼlim|Начальное образование|Primary Education|PED|1,2|4|UR|dep|12
  60310900|Psixologiya|Психология|Psychology|PED|1,2|4|UR|dep|14
  60111800|Xorijiy til va adabiyoti (ingliz tili)|Иностранный язык и литература (английский)|Foreign Language and Literature (English)|PHIL|1,2|4|UE|dep|14
  60230100|Filologiya va tillarni oʻqitish (oʻzbek tili)|Филология и обучение языкам (узбекский язык)|Philology and Language Teaching (Uzbek)|PHIL|2|4|U|dp|12
  60230200|Filologiya va tillarni oʻqitish (rus tili)|Филология и обучение языкам (русский язык)|Philology and Language Teaching (Russian)|PHIL|1,2|4|R|dp|12
  60420100|Yurisprudensiya|Юриспруденция|Law|LAW|1|4|UR|de|24
  60730100|Arxitektura|Архитектура|Architecture|ENG|1|5|UR|d|19
  60730300|Qurilish muhandisligi|Строительный инжиниринг|Civil Engineering|ENG|1|4|UR|dp|16
  61010400|Turizm va mehmondoʻstlik|Туризм и гостеприимство|Tourism and Hospitality|TOUR|2|4|URE|de|16
  70310102|Iqtisodiyot (tarmoqlar boʻyicha)|Экономика (по отраслям)|Economics (by Branch)|ECON|1,2|2|UR|d|19
  70411201|Biznesni boshqarish (MBA)|Бизнес-администрирование (MBA)|Business Administration (MBA)|ECON|1|2|RE|e|32
  70610101|Kompyuter ilmlari|Компьютерные науки|Computer Science|IT|1|2|UE|d|22
  70110501|Taʼlim muassasalari boshqaruvi|Управление образовательными учреждениями|Management of Educational Institutions|PED|1,2|2|UR|d|18`).map(
  ({ code, title, rest }) => {
    const [faculty, institutions, years, languages, forms, price] = rest as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    return {
      code,
      title,
      faculty,
      degree: code.startsWith('7') ? 'MASTER' : 'BACHELOR',
      institutions: institutions.split(',').map(Number),
      years: Number(years),
      languages: letters<LanguageCode>(languages),
      forms: letters<EducationFormCode>(forms),
      price: Number(price) * 1_000_000,
    };
  },
);

/** How long a programme lasts in a form, in years. */
export const duration = (programme: Programme, form: EducationFormCode): number =>
  programme.degree === 'BACHELOR' && form !== 'FULL_TIME' ? Math.min(5, programme.years + 1) : programme.years;

export const academicYears = () =>
  [5, 4, 3, 2, 1, 0].map((ago) => ({ ...academicYear(currentYear() - ago), current: ago === 0 }));

/** Buildings with their rooms: floors of lecture halls, classrooms and laboratories. */
export const EDUCATION_PLACES = (
  [
    [1, 'A', 5],
    [1, 'B', 4],
    [1, 'C', 4],
    [2, 'A', 4],
    [2, 'B', 3],
  ] as [number, string, number][]
).map(([institution, letter, floors]) => ({
  institution,
  code: `${institution}-${letter}`,
  title: t(`${letter} bino`, `Корпус ${letter}`, `Building ${letter}`),
  rooms: Array.from({ length: floors * 12 }, (_, i) => {
    const number = i % 12;
    const kind = number === 0 ? 'LECTURE_HALL' : number > 9 ? 'LABORATORY' : 'CLASSROOM';
    return {
      number: `${letter}-${Math.floor(i / 12) + 1}${String(number + 1).padStart(2, '0')}`,
      kind,
      seats: kind === 'LECTURE_HALL' ? 120 : kind === 'LABORATORY' ? 24 : 30,
    };
  }),
}));

/** `teaching` positions belong to departments, the others to offices. */
export const JOB_POSITIONS = list(`
  PROFESSOR|Professor|Профессор|Professor|1
  DOCENT|Dotsent|Доцент|Associate professor|1
  SENIOR_LECTURER|Katta oʻqituvchi|Старший преподаватель|Senior lecturer|1
  LECTURER|Oʻqituvchi|Преподаватель|Lecturer|1
  ASSISTANT|Assistent|Ассистент|Assistant lecturer|1
  HEAD_OF_DEPARTMENT|Kafedra mudiri|Заведующий кафедрой|Head of department|1
  DEAN|Dekan|Декан|Dean|0
  VICE_RECTOR|Prorektor|Проректор|Vice-rector|0
  REGISTRAR|Registrator|Регистратор|Registrar|0
  SPECIALIST|Mutaxassis|Специалист|Specialist|0
  LEADING_SPECIALIST|Yetakchi mutaxassis|Ведущий специалист|Leading specialist|0
  OFFICE_HEAD|Boʻlim boshligʻi|Начальник отдела|Head of office|0
  ACCOUNTANT|Buxgalter|Бухгалтер|Accountant|0
  LIBRARIAN|Kutubxonachi|Библиотекарь|Librarian|0
  ENGINEER|Muhandis-dasturchi|Инженер-программист|Software engineer|0
  METHODIST|Uslubchi|Методист|Methodologist|0`).map(({ code, title, rest }) => ({
  code,
  title,
  teaching: rest[0] === '1',
}));
