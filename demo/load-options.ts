import { NATIONALITIES } from './names/countries.ts';
import type { Title } from './names/regions.ts';

/** Short lists, lessons on film and pages of the demo university. One entry a line: code|uz|ru|en. */
const list = (text: string): { code: string; title: Title }[] =>
  text
    .trim()
    .split('\n')
    .map((entry) => {
      const [code, uz, ru, en] = entry.trim().split('|') as [string, string, string, string];
      return { code, title: { uz, ru, en } };
    });

export const OPTIONS: Record<string, { code: string; title: Title }[]> = {
  nationality: NATIONALITIES,
  need_for_job_status: list(`
    LOOKING_FOR_JOB|Ish qidiryapman|Ищу работу|Looking for a job
    OPEN_TO_OFFERS|Takliflarni koʻrib chiqaman|Рассматриваю предложения|Open to offers
    EMPLOYED|Ishlayapman|Работаю|Employed
    NOT_LOOKING|Ish qidirmayapman|Не ищу работу|Not looking for a job
    UPDATE_REQUIRED|Holatni yangilash kerak|Нужно обновить статус|The status needs an update`),
  native_language: list(`
    UZBEK|Oʻzbek tili|Узбекский|Uzbek
    RUSSIAN|Rus tili|Русский|Russian
    OTHER|Boshqa|Другой|Other`),
  gap_year_reason: list(`
    HEALTH|Sogʻligʻi sababli|По состоянию здоровья|Health
    FAMILY|Oilaviy sharoit|Семейные обстоятельства|Family circumstances
    MILITARY|Harbiy xizmat|Военная служба|Military service
    CHILD|Bola parvarishi|Уход за ребёнком|Care of a child`),
  withdrawal_reason: list(`
    OWN_WISH|Oʻz xohishiga koʻra|По собственному желанию|Own wish
    DEBT|Akademik qarzdorlik|Академическая задолженность|Academic debt
    PAYMENT|Toʻlov qilinmagan|Неоплата обучения|Unpaid tuition
    DISCIPLINE|Ichki tartib buzilgan|Нарушение дисциплины|Breach of discipline`),
};

export const VIDEO_TUTORIALS = list(`
  https://video.edulab.example/first-sign-in|Tizimga birinchi kirish|Первый вход в систему|Signing in for the first time
  https://video.edulab.example/my-profile|Shaxsiy maʼlumotlarni yangilash|Обновление личных данных|Keeping your data up to date
  https://video.edulab.example/lists|Roʻyxatlarda izlash va saralash|Поиск и сортировка в списках|Searching and sorting lists
  https://video.edulab.example/import|Talabalarni fayldan yuklash|Загрузка студентов из файла|Importing students from a file`);

export const PAGES = list(`
  home|Xush kelibsiz|Добро пожаловать|Welcome
  staff|Bizning jamoa|Наша команда|Our people
  vacancies|Boʻsh ish oʻrinlari|Вакансии|Vacancies
  contacts|Bogʻlanish|Контакты|Contacts`);
