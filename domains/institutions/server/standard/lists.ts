import type { Title } from '#platform/contract/index.ts';

/** Lists with which an institution begins; it changes them as it likes. One entry a line: code|uz|ru|en. */

interface Entry {
  code: string;
  title: Title;
}
const list = (text: string): Entry[] =>
  text
    .trim()
    .split('\n')
    .map((entry) => {
      const [code, uz, ru, en] = entry.trim().split('|') as [string, string, string, string];
      return { code, title: { uz, ru, en } };
    });

export const EDUCATION_FORMS = list(`
  FULL_TIME|Kunduzgi|Дневная|Full-time
  EVENING|Kechki|Вечерняя|Evening
  PART_TIME|Sirtqi|Заочная|Part-time`);

export const LEVELS = [1, 2, 3, 4, 5, 6].map((number) => ({
  number,
  title: { uz: `${number}-kurs`, ru: `${number} курс`, en: `Year ${number}` },
}));

export const CATEGORIES = list(`
  BACHELOR|Bakalavr|Бакалавриат|Bachelor
  MASTER|Magistr|Магистратура|Master`);

/** Two semesters, the second after the winter holidays. `year` is the one in which it begins. */
export const academicYear = (year: number) => ({
  name: `${year}/${year + 1}`,
  starts_on: `${year}-09-01`,
  ends_on: `${year + 1}-06-30`,
  semesters: [
    {
      number: 1,
      title: { uz: 'Kuzgi semestr', ru: 'Осенний семестр', en: 'Autumn semester' },
      starts_on: `${year}-09-01`,
      ends_on: `${year + 1}-01-25`,
    },
    {
      number: 2,
      title: { uz: 'Bahorgi semestr', ru: 'Весенний семестр', en: 'Spring semester' },
      starts_on: `${year + 1}-02-02`,
      ends_on: `${year + 1}-06-30`,
    },
  ],
});

/** By the name of the list. */
export const OPTIONS: Record<string, Entry[]> = {
  nationality: list(`
    UZBEK|Oʻzbek|Узбек|Uzbek
    KARAKALPAK|Qoraqalpoq|Каракалпак|Karakalpak
    RUSSIAN|Rus|Русский|Russian
    TAJIK|Tojik|Таджик|Tajik
    KAZAKH|Qozoq|Казах|Kazakh
    KOREAN|Koreys|Кореец|Korean
    TATAR|Tatar|Татарин|Tatar
    KYRGYZ|Qirgʻiz|Киргиз|Kyrgyz
    TURKMEN|Turkman|Туркмен|Turkmen
    UKRAINIAN|Ukrain|Украинец|Ukrainian
    AZERBAIJANI|Ozarbayjon|Азербайджанец|Azerbaijani
    ARMENIAN|Arman|Армянин|Armenian
    OTHER|Boshqa|Другая|Other`),
  need_for_job_status: list(`
    LOOKING_FOR_JOB|Ish qidiryapman|Ищу работу|Looking for a job
    OPEN_TO_OFFERS|Takliflarni koʻrib chiqaman|Рассматриваю предложения|Open to offers
    EMPLOYED|Ishlayapman|Работаю|Employed
    NOT_LOOKING|Ish qidirmayapman|Не ищу работу|Not looking for a job
    UPDATE_REQUIRED|Holatni yangilash kerak|Нужно обновить статус|The status needs an update`),
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
