import type { Title } from '#platform/contract/index.ts';
import { PROGRAMMES, type Programme } from './university.ts';

/** What the demo university teaches. Every module has 6 credits, five fill a semester. Pure data. */

const t = (uz: string, ru: string, en: string): Title => ({ uz, ru, en });

export interface Module {
  /** Key inside an institution. */
  code: string;
  title: Title;
  /** Code of the department or faculty that teaches it. */
  department: string;
  type: 'CORE' | 'OPTIONAL' | 'FREE_CHOICE';
  /** What is not lectures. */
  practice: 'SEMINAR' | 'LABORATORY';
  /** Whether a large group comes to that in halves. */
  parts: boolean;
}

/** department|uz|ru|en, a line each, and what is in parts: `lab` or `language`; codes are numbered behind the prefix. */
const modules = (prefix: string, type: Module['type'], text: string): Module[] =>
  text
    .trim()
    .split('\n')
    .map((line, i) => {
      const [department, uz, ru, en, parts] = line.trim().split('|') as [string, string, string, string, string?];
      return {
        code: `${prefix}${String(i + 1).padStart(2, '0')}`,
        title: t(uz, ru, en),
        department,
        type,
        practice: parts === 'lab' ? 'LABORATORY' : 'SEMINAR',
        parts: parts !== undefined,
      };
    });

/** For every bachelor, in the order in which they are taught. */
const GENERAL = modules(
  'GEN1',
  'CORE',
  `
  PED-GEN|Oʻzbekistonning eng yangi tarixi|Новейшая история Узбекистана|Contemporary History of Uzbekistan
  PHIL-ENG|Xorijiy til|Иностранный язык|Foreign Language|language
  IT-CS|Axborot texnologiyalari|Информационные технологии|Information Technologies|lab
  PHIL-UZ|Akademik yozuv|Академическое письмо|Academic Writing
  IT-MATH|Oliy matematika|Высшая математика|Higher Mathematics
  PED-GEN|Falsafa|Философия|Philosophy
  ECON-TH|Iqtisodiyot nazariyasi|Экономическая теория|Economic Theory
  IT-MATH|Statistika|Статистика|Statistics
  PED-GEN|Huquqshunoslik asoslari|Основы правоведения|Foundations of Law
  PED-GEN|Ekologiya va hayot xavfsizligi|Экология и безопасность жизни|Ecology and Life Safety`,
);

/** Students choose one of the two that stand in a semester. */
const CHOICE = modules(
  'OPT1',
  'OPTIONAL',
  `
  ECON-MGT|Tadbirkorlik asoslari|Основы предпринимательства|Entrepreneurship
  PED-PSY|Muloqot psixologiyasi|Психология общения|Psychology of Communication
  IT-CS|Maʼlumotlar tahlili|Анализ данных|Data Analysis
  PHIL-ENG|Notiqlik sanʼati|Ораторское искусство|Public Speaking
  ECON-MGT|Loyihalarni boshqarish|Управление проектами|Project Management
  PED-PSY|Mediasavodxonlik|Медиаграмотность|Media Literacy
  IT-SE|Veb-dizayn|Веб-дизайн|Web Design
  PHIL-RU|Ikkinchi xorijiy til|Второй иностранный язык|Second Foreign Language`,
);

const OF_FACULTY: Record<string, Module[]> = {
  ECON: modules(
    'ECO2',
    'CORE',
    `
  ECON-TH|Mikroiqtisodiyot|Микроэкономика|Microeconomics
  ECON-TH|Makroiqtisodiyot|Макроэкономика|Macroeconomics
  ECON-ACC|Buxgalteriya hisobi asoslari|Основы бухгалтерского учёта|Principles of Accounting
  ECON-FIN|Moliya va kredit|Финансы и кредит|Finance and Credit
  ECON-MGT|Menejment asoslari|Основы менеджмента|Principles of Management
  ECON-MGT|Marketing|Маркетинг|Marketing
  ECON-FIN|Bank ishi|Банковское дело|Banking
  ECON-ACC|Soliqlar va soliqqa tortish|Налоги и налогообложение|Taxes and Taxation
  ECON-TH|Ekonometrika|Эконометрика|Econometrics
  ECON-FIN|Investitsiyalar tahlili|Инвестиционный анализ|Investment Analysis`,
  ),
  IT: modules(
    'ITF2',
    'CORE',
    `
  IT-CS|Dasturlash asoslari|Основы программирования|Introduction to Programming|lab
  IT-MATH|Diskret matematika|Дискретная математика|Discrete Mathematics
  IT-CS|Algoritmlar va maʼlumotlar tuzilmasi|Алгоритмы и структуры данных|Algorithms and Data Structures
  IT-SE|Maʼlumotlar bazasi|Базы данных|Databases|lab
  IT-SE|Obyektga yoʻnaltirilgan dasturlash|Объектно-ориентированное программирование|Object-Oriented Programming|lab
  IT-CS|Operatsion tizimlar|Операционные системы|Operating Systems|lab
  IT-CS|Kompyuter tarmoqlari|Компьютерные сети|Computer Networks|lab
  IT-SE|Dasturiy taʼminotni sinash|Тестирование программного обеспечения|Software Testing
  IT-CS|Axborot xavfsizligi|Информационная безопасность|Information Security
  IT-MATH|Ehtimollar nazariyasi|Теория вероятностей|Probability Theory`,
  ),
  PED: modules(
    'PED2',
    'CORE',
    `
  PED-GEN|Umumiy pedagogika|Общая педагогика|General Pedagogy
  PED-PSY|Umumiy psixologiya|Общая психология|General Psychology
  PED-PSY|Yosh davrlari psixologiyasi|Возрастная психология|Developmental Psychology
  PED-GEN|Pedagogik mahorat|Педагогическое мастерство|Teaching Skills
  PED-GEN|Taʼlim texnologiyalari|Образовательные технологии|Educational Technology
  PED-PRE|Inklyuziv taʼlim|Инклюзивное образование|Inclusive Education
  PED-PSY|Pedagogik diagnostika|Педагогическая диагностика|Educational Assessment
  PED-GEN|Tarbiyaviy ishlar metodikasi|Методика воспитательной работы|Methods of Pastoral Work
  PED-PRE|Bolalar adabiyoti|Детская литература|Children’s Literature
  PED-PSY|Oila psixologiyasi|Психология семьи|Family Psychology`,
  ),
  PHIL: modules(
    'PHI2',
    'CORE',
    `
  PHIL-UZ|Tilshunoslikka kirish|Введение в языкознание|Introduction to Linguistics
  PHIL-RU|Adabiyotshunoslikka kirish|Введение в литературоведение|Introduction to Literary Studies
  PHIL-ENG|Fonetika|Фонетика|Phonetics|language
  PHIL-ENG|Nazariy grammatika|Теоретическая грамматика|Theoretical Grammar
  PHIL-UZ|Leksikologiya|Лексикология|Lexicology
  PHIL-RU|Jahon adabiyoti|Мировая литература|World Literature
  PHIL-ENG|Tarjima nazariyasi|Теория перевода|Translation Theory
  PHIL-ENG|Til oʻqitish metodikasi|Методика преподавания языка|Language Teaching Methods
  PHIL-UZ|Stilistika|Стилистика|Stylistics
  PHIL-RU|Madaniyatlararo muloqot|Межкультурная коммуникация|Intercultural Communication`,
  ),
  LAW: modules(
    'LAW2',
    'CORE',
    `
  LAW-ST|Davlat va huquq nazariyasi|Теория государства и права|Theory of State and Law
  LAW-ST|Konstitutsiyaviy huquq|Конституционное право|Constitutional Law
  LAW-CIV|Fuqarolik huquqi|Гражданское право|Civil Law
  LAW-ST|Jinoyat huquqi|Уголовное право|Criminal Law
  LAW-CIV|Mehnat huquqi|Трудовое право|Labour Law
  LAW-CIV|Oila huquqi|Семейное право|Family Law
  LAW-ST|Maʼmuriy huquq|Административное право|Administrative Law
  LAW-CIV|Fuqarolik protsessual huquqi|Гражданское процессуальное право|Civil Procedure
  LAW-ST|Xalqaro huquq|Международное право|International Law
  LAW-CIV|Soliq huquqi|Налоговое право|Tax Law`,
  ),
  ENG: modules(
    'ENG2',
    'CORE',
    `
  ENG-ARCH|Chizma geometriya|Начертательная геометрия|Descriptive Geometry
  ENG-CIV|Qurilish materiallari|Строительные материалы|Building Materials|lab
  ENG-CIV|Nazariy mexanika|Теоретическая механика|Theoretical Mechanics
  ENG-CIV|Materiallar qarshiligi|Сопротивление материалов|Strength of Materials|lab
  ENG-ARCH|Arxitektura tarixi|История архитектуры|History of Architecture
  ENG-CIV|Geodeziya|Геодезия|Surveying
  ENG-ARCH|Avtomatlashtirilgan loyihalash|Автоматизированное проектирование|Computer-Aided Design|lab
  ENG-CIV|Qurilish konstruksiyalari|Строительные конструкции|Building Structures
  ENG-ARCH|Shaharsozlik|Градостроительство|Urban Planning
  ENG-CIV|Seysmik mustahkamlik|Сейсмостойкость зданий|Earthquake Engineering`,
  ),
  TOUR: modules(
    'TOU2',
    'CORE',
    `
  TOUR-H|Turizm asoslari|Основы туризма|Introduction to Tourism
  TOUR-H|Turizm geografiyasi|География туризма|Geography of Tourism
  TOUR-H|Mehmonxona xoʻjaligi|Гостиничное хозяйство|Hotel Operations
  TOUR-H|Ekskursiya ishi|Экскурсионное дело|Guiding
  TOUR-H|Madaniy meros|Культурное наследие|Cultural Heritage
  TOUR-H|Xizmat koʻrsatish sifati|Качество обслуживания|Service Quality
  TOUR-H|Turizm marketingi|Маркетинг туризма|Tourism Marketing
  TOUR-H|Restoran ishi|Ресторанное дело|Food and Beverage Service
  TOUR-H|Tadbirlarni tashkil etish|Организация мероприятий|Event Management
  TOUR-H|Turizm iqtisodiyoti|Экономика туризма|Economics of Tourism`,
  ),
};

/** What each programme teaches about itself, from the first semester to the thesis. */
const ABOUT: Title[] = (
  [
    ['kirish', 'введение', 'introduction'],
    ['nazariya', 'теория', 'theory'],
    ['usullar', 'методы', 'methods'],
    ['raqamli vositalar', 'цифровые инструменты', 'digital tools'],
    ['amaliyot', 'практикум', 'practice'],
    ['ilmiy seminar', 'научный семинар', 'research seminar'],
    ['kasbiy ingliz tili', 'профессиональный английский', 'professional English'],
    ['kurs loyihasi', 'курсовой проект', 'project'],
    ['zamonaviy muammolar', 'современные проблемы', 'current issues'],
    ['kasbiy etika', 'профессиональная этика', 'professional ethics'],
    ['ishlab chiqarish amaliyoti', 'производственная практика', 'placement'],
    ['tahlil va baholash', 'анализ и оценка', 'analysis and evaluation'],
    ['tadqiqot loyihasi', 'исследовательский проект', 'research project'],
    ['xalqaro tajriba', 'международный опыт', 'international practice'],
    ['bitiruvoldi amaliyot', 'преддипломная практика', 'final placement'],
    ['bitiruv ishi', 'выпускная работа', 'thesis'],
  ] as const
).map(([uz, ru, en]) => t(uz, ru, en));

/** A fifth year is spent in the studio. */
const STUDIO: Title[] = Array.from({ length: 10 }, (_, i) =>
  t(`loyihalash studiyasi ${i + 1}`, `проектная студия ${i + 1}`, `design studio ${i + 1}`),
);

const aboutOf = ({ code, title, faculty, years }: Programme): Module[] =>
  [...(years > 4 ? STUDIO : []), ...ABOUT].map((part, i) => ({
    code: `${code.slice(0, 6)}-${String(i + 1).padStart(2, '0')}`,
    title: t(`${title.uz}: ${part.uz}`, `${title.ru}: ${part.ru}`, `${title.en}: ${part.en}`),
    department: faculty,
    type: 'CORE' as const,
    practice: 'SEMINAR' as const,
    parts: part.en === 'professional English',
  }));

/** All modules of an institution, each once. */
export function modulesOf(institution: number): Module[] {
  const programmes = PROGRAMMES.filter((programme) => programme.institutions.includes(institution));
  const faculties = new Set(programmes.map((programme) => programme.faculty));
  return [
    ...GENERAL,
    ...CHOICE,
    ...[...faculties].flatMap((faculty) => OF_FACULTY[faculty] ?? []),
    ...programmes.flatMap(aboutOf),
  ];
}

/** Codes of what large groups come to in halves. */
export const codesInParts = (): string[] => [
  ...new Set([1, 2].flatMap((id) => modulesOf(id).flatMap(({ code, parts }) => (parts ? code : [])))),
];

export interface Place {
  study_year: number;
  semester: 1 | 2;
  module: Module;
}

/** The plan of a programme: what is taught when. */
export function planOf(programme: Programme): Place[] {
  const [general, faculty, own, choice] = [
    programme.degree === 'MASTER' ? [] : [...GENERAL],
    [...(OF_FACULTY[programme.faculty] ?? [])],
    aboutOf(programme),
    [...CHOICE],
  ];
  const thesis = own.pop() as Module;
  const places: Place[] = [];
  const last = programme.years * 2;
  for (let number = 1; number <= last; number++) {
    const at = { study_year: Math.ceil(number / 2), semester: (number % 2 ? 1 : 2) as 1 | 2 };
    const put = (module: Module | undefined) => module && places.push({ ...at, module });
    let left = 5;
    if (number === last) {
      put(thesis);
      left--;
    }
    // From the third year on one place of a semester is the student's own choice of two.
    if (programme.degree === 'BACHELOR' && at.study_year >= 3 && choice.length >= 2 && left > 1) {
      put(choice.shift());
      put(choice.shift());
      left--;
    }
    while (left > 0) {
      const next = (left % 2 === 1 ? own.shift() : undefined) ?? general.shift() ?? faculty.shift() ?? own.shift();
      if (!next) break;
      put(next);
      left--;
    }
  }
  return places;
}
