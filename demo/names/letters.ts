import type { Title } from '#platform/contract/index.ts';

/** Letters of the demo university: written once, sent many times. Days are those of the calendar year in which the demo's academic year began. */

const t = (uz: string, ru: string, en: string): Title => ({ uz, ru, en });

export const LETTERS: { title: Title; subject: Title; body: Title; written: string }[] = [
  {
    written: '08-24',
    title: t('Oʻquv yili boshlanishi', 'Начало учебного года', 'Start of the academic year'),
    subject: t(
      '{firstname}, yangi oʻquv yili 2-sentabrda boshlanadi',
      '{firstname}, учебный год начинается 2 сентября',
      '{firstname}, the academic year begins on 2 September',
    ),
    body: t(
      '<p>Hurmatli {firstname} {midname}!</p><p>{institution} yangi oʻquv yilini <strong>2-sentabr kuni soat 9:00 da</strong> boshlaydi. Dars jadvali shaxsiy kabinetingizda, foydalanuvchi nomingiz: {username}.</p><p>Registrator ofisi</p>',
      '<p>Здравствуйте, {firstname} {midname}!</p><p>{institution} начинает учебный год <strong>2 сентября в 9:00</strong>. Расписание уже в личном кабинете, ваше имя пользователя: {username}.</p><p>Офис регистратора</p>',
      '<p>Dear {firstname},</p><p>{institution} opens the academic year <strong>on 2 September at 9:00</strong>. Your timetable is in your account; your username is {username}.</p><p>Registrar’s office</p>',
    ),
  },
  {
    written: '09-14',
    title: t('Shaxsiy maʼlumotlarni yangilash', 'Обновление личных данных', 'Bring your data up to date'),
    subject: t(
      'Shaxsiy maʼlumotlaringizni tekshiring',
      'Проверьте свои личные данные',
      'Please check your personal data',
    ),
    body: t(
      '<p>Assalomu alaykum, {firstname}!</p><p>Iltimos, <strong>30-sentabrgacha</strong> telefon raqamingiz va manzilingizni tekshiring:</p><ul><li>shaxsiy kabinetga kiring;</li><li>«Maʼlumotlarim» boʻlimini oching;</li><li>oʻzgargan joylarini tuzating.</li></ul>',
      '<p>Здравствуйте, {firstname}!</p><p>Пожалуйста, <strong>до 30 сентября</strong> проверьте телефон и адрес:</p><ul><li>войдите в личный кабинет;</li><li>откройте раздел «Мои данные»;</li><li>исправьте то, что изменилось.</li></ul>',
      '<p>Dear {firstname},</p><p>Please check your phone number and address <strong>by 30 September</strong>:</p><ul><li>sign in to your account;</li><li>open “My data”;</li><li>correct what has changed.</li></ul>',
    ),
  },
  {
    written: '10-19',
    title: t('Oraliq nazorat haftasi', 'Неделя промежуточного контроля', 'Midterm week'),
    subject: t(
      'Oraliq nazorat 2-noyabrdan boshlanadi',
      'Промежуточный контроль начинается 2 ноября',
      'Midterms begin on 2 November',
    ),
    body: t(
      '<p>{lastname} {firstname},</p><p>oraliq nazoratlar <em>2–13-noyabr</em> kunlari oʻtadi. Imtihon xonasiga talaba kartasi bilan kiriladi.</p>',
      '<p>{lastname} {firstname},</p><p>промежуточный контроль пройдёт <em>2–13 ноября</em>. В аудиторию пускают по студенческой карте.</p>',
      '<p>{firstname} {lastname},</p><p>midterms are held <em>from 2 to 13 November</em>. Bring your student card to the examination room.</p>',
    ),
  },
  {
    written: '11-09',
    title: t('Kutubxona: muddati oʻtgan kitob', 'Библиотека: просроченная книга', 'Library: overdue book'),
    subject: t('Kitobni qaytarishni unutmang', 'Не забудьте вернуть книгу', 'A book is due'),
    body: t(
      '<p>Hurmatli {firstname}, sizda muddati oʻtgan kitob bor. Uni kutubxonaga shu hafta qaytaring.</p>',
      '<p>{firstname}, у вас просроченная книга. Верните её в библиотеку на этой неделе.</p>',
      '<p>Dear {firstname}, you have an overdue book. Please return it to the library this week.</p>',
    ),
  },
];

/** Mail and SMS that went out. */
export const SENT: {
  at: string;
  channel: 'mail' | 'sms';
  letter?: number;
  text?: string;
  state: 'sent' | 'kept' | 'failed';
  error?: string;
}[] = [
  { at: '08-25T05:02:11Z', channel: 'mail', letter: 0, state: 'sent' },
  { at: '08-25T05:02:12Z', channel: 'mail', letter: 0, state: 'sent' },
  {
    at: '08-25T05:02:14Z',
    channel: 'mail',
    letter: 0,
    state: 'failed',
    error: '550 5.1.1 Recipient address rejected: user unknown',
  },
  { at: '09-15T06:30:00Z', channel: 'mail', letter: 1, state: 'sent' },
  { at: '09-15T06:30:01Z', channel: 'mail', letter: 1, state: 'sent' },
  {
    at: '09-15T06:30:04Z',
    channel: 'mail',
    letter: 1,
    state: 'failed',
    error: '452 4.2.2 The mailbox is full',
  },
  {
    at: '10-05T09:12:40Z',
    channel: 'sms',
    text: 'Edulab: 418 205 – tasdiqlash kodi. Uni hech kimga aytmang.',
    state: 'kept',
  },
  { at: '10-20T04:45:00Z', channel: 'mail', letter: 2, state: 'sent' },
  { at: '10-20T04:45:01Z', channel: 'mail', letter: 2, state: 'sent' },
  { at: '10-20T04:45:03Z', channel: 'mail', letter: 2, state: 'kept' },
  {
    at: '11-03T07:20:00Z',
    channel: 'sms',
    text: 'Ertaga soat 10:00 da ilmiy kengash yigʻilishi, 301-xona.',
    state: 'sent',
  },
  {
    at: '11-03T07:20:02Z',
    channel: 'sms',
    text: 'Ertaga soat 10:00 da ilmiy kengash yigʻilishi, 301-xona.',
    state: 'failed',
    error: 'Abonent vaqtincha oʻchirilgan',
  },
  { at: '11-10T05:15:30Z', channel: 'mail', letter: 3, state: 'kept' },
  { at: '11-10T05:15:31Z', channel: 'mail', letter: 3, state: 'kept' },
];
