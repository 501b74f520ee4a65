import type { Title } from '#platform/contract/index.ts';

/** Lessons on film and pages of the demo university. One entry a line: code|uz|ru|en. */
const list = (text: string): { code: string; title: Title }[] =>
  text
    .trim()
    .split('\n')
    .map((entry) => {
      const [code, uz, ru, en] = entry.trim().split('|') as [string, string, string, string];
      return { code, title: { uz, ru, en } };
    });

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
