import {
  ask,
  check,
  choice,
  details,
  make,
  reference,
  registrars,
  type ShippedType,
  section,
  t,
  who,
} from './words.ts';

/** Types of which a paper comes that says how somebody stands. */

const purpose = (key = 'purpose') =>
  choice(key, t('Qayerga kerak', 'Куда нужна', 'Where it goes'), [
    ['WORK', t('Ish joyiga', 'На место работы', 'To a workplace')],
    ['BANK', t('Bankka', 'В банк', 'To a bank')],
    ['FAMILY', t('Ota-onaning ish joyiga', 'На работу родителей', 'To a parent’s workplace')],
    ['SOCIAL', t('Ijtimoiy himoya idorasiga', 'В органы соцзащиты', 'To social services')],
    ['OTHER', t('Boshqa joyga', 'В другое место', 'Elsewhere')],
  ]);
const addressee = ask('addressee', 'TEXT', t('Tashkilot nomi', 'Название организации', 'Name of the organisation'), {
  max: 200,
});

export const paperTypes: ShippedType[] = [
  {
    code: 'REFERENCE',
    title: t('Oʻqish joyidan maʼlumotnoma', 'Справка с места учёбы', 'Reference of study'),
    about: t(
      'Universitetda oʻqiyotganingizni tasdiqlaydi.',
      'Подтверждает, что вы учитесь в университете.',
      'Confirms that you study at the university.',
    ),
    situations: ['WORK', 'BANK', 'FAMILY', 'STUDY'],
    audience: ['ACTIVE', 'GAP_YEAR'],
    form: {
      sections: [
        who,
        section(details, [
          purpose(),
          { ...addressee, condition: { field: 'purpose', in: ['OTHER'] } },
          ask('copies', 'NUMBER', t('Nechta nusxa', 'Сколько экземпляров', 'How many copies'), {
            min: 1,
            max: 5,
            required: false,
          }),
        ]),
      ],
      steps: [make(registrars, 1)],
      paper: reference(
        t('Oʻqish joyidan maʼlumotnoma', 'Справка с места учёбы', 'Reference of study'),
        t(
          '{student.name} haqiqatan ham ushbu oliy taʼlim muassasasida oʻqiydi. Holati: {student.status}.\n\nMaʼlumotnoma talab qilingan joyga taqdim etish uchun berildi: {answers.purpose} {answers.addressee}',
          '{student.name} действительно обучается в данном высшем учебном заведении. Статус: {student.status}.\n\nСправка выдана для предъявления по месту требования: {answers.purpose} {answers.addressee}',
          'This is to certify that {student.name} studies at this institution of higher education. Status: {student.status}.\n\nIssued to be presented where it is asked for: {answers.purpose} {answers.addressee}',
        ),
      ),
      fee: '0',
      deliveries: ['PDF', 'PICKUP', 'POST'],
      languages: ['uz', 'ru', 'en'],
    },
  },
  {
    code: 'REFERENCE_EMBASSY',
    title: t('Elchixona uchun maʼlumotnoma', 'Справка для посольства', 'Reference for an embassy'),
    about: t(
      'Viza soʻraganda elchixonaga beriladi, ingliz tilida ham.',
      'Для визы, в том числе на английском языке.',
      'For a visa, in English as well.',
    ),
    situations: ['EMBASSY'],
    audience: ['ACTIVE'],
    form: {
      sections: [
        who,
        section(details, [
          ask('country', 'TEXT', t('Qaysi davlat', 'Какая страна', 'Which country'), { max: 100 }),
          ask('from', 'DATE', t('Safar boshlanadi', 'Начало поездки', 'Beginning of the journey')),
          ask('until', 'DATE', t('Safar tugaydi', 'Конец поездки', 'End of the journey')),
          ask(
            'passport',
            'FILE',
            t('Xorijiy pasport nusxasi', 'Копия загранпаспорта', 'Copy of the passport for travel'),
            { required: false },
          ),
        ]),
      ],
      steps: [check(registrars, 1), make(registrars, 1)],
      paper: reference(
        t('Elchixona uchun maʼlumotnoma', 'Справка для посольства', 'Letter of confirmation'),
        t(
          '{student.name} ({student.birthdate}) ushbu oliy taʼlim muassasasida oʻqiydi va safardan keyin oʻqishni davom ettiradi.\n\nSafar: {answers.country}, {answers.from} – {answers.until}.',
          '{student.name} ({student.birthdate}) обучается в данном высшем учебном заведении и продолжит обучение после поездки.\n\nПоездка: {answers.country}, {answers.from} – {answers.until}.',
          '{student.name}, born {student.birthdate}, is enrolled at this institution and will continue the studies after the journey.\n\nJourney: {answers.country}, {answers.from} – {answers.until}.',
        ),
        { signatories: ['RECTOR', 'REGISTRAR'] },
      ),
      fee: '0',
      deliveries: ['PICKUP', 'PDF'],
      languages: ['en', 'uz', 'ru'],
    },
  },
  {
    code: 'REFERENCE_MILITARY',
    title: t('Harbiy boʻlim uchun maʼlumotnoma', 'Справка для военкомата', 'Reference for the military office'),
    about: t(
      'Mudofaa ishlari boʻlimiga, kechiktirish uchun.',
      'В отдел по делам обороны, для отсрочки.',
      'For the department of defence, for a deferment.',
    ),
    situations: ['MILITARY'],
    audience: ['ACTIVE', 'GAP_YEAR'],
    form: {
      sections: [
        who,
        section(details, [
          ask(
            'office',
            'TEXT',
            t('Mudofaa ishlari boʻlimi (tuman)', 'Отдел по делам обороны (район)', 'Department of defence (district)'),
            { max: 200 },
          ),
          ask('ends', 'DATE', t('Oʻqish tugaydigan sana', 'Дата окончания учёбы', 'Last day of the studies'), {
            required: false,
          }),
        ]),
      ],
      steps: [check(registrars, 1), make(registrars, 1)],
      paper: reference(
        t(
          'Harbiy boʻlim uchun maʼlumotnoma',
          'Справка для отдела по делам обороны',
          'Reference for the department of defence',
        ),
        t(
          '{answers.office}ga.\n\n{student.name}, {student.birthdate} tugʻilgan, {student.entry_year}-yildan ushbu oliy taʼlim muassasasida oʻqiydi. Oʻqishning tugashi: {answers.ends}',
          'В {answers.office}.\n\n{student.name}, дата рождения {student.birthdate}, обучается в данном высшем учебном заведении с {student.entry_year} года. Окончание обучения: {answers.ends}',
          'To {answers.office}.\n\n{student.name}, born {student.birthdate}, has studied at this institution since {student.entry_year}. End of the studies: {answers.ends}',
        ),
        { signatories: ['RECTOR', 'REGISTRAR'], valid_days: 30 },
      ),
      fee: '0',
      deliveries: ['PICKUP', 'PDF', 'POST'],
      languages: ['uz', 'ru'],
    },
  },
  {
    code: 'TRANSCRIPT',
    title: t('Transkript', 'Транскрипт', 'Transcript'),
    about: t(
      'Barcha fanlar, kreditlar va baholar, uch tilda.',
      'Все предметы, кредиты и оценки, на трёх языках.',
      'All modules, credits and marks, in three languages.',
    ),
    situations: ['STUDY', 'EMBASSY', 'WORK'],
    audience: ['ACTIVE', 'GAP_YEAR', 'WITHDRAWN', 'TRANSFERRED_OUT', 'GRADUATED'],
    form: {
      sections: [
        who,
        section(details, [
          ask('addressee', 'TEXT', t('Qayerga', 'Куда', 'Where it goes'), { max: 200, required: false }),
        ]),
      ],
      steps: [make(registrars, 2)],
      paper: {
        kind: 'TRANSCRIPT',
        title: t('Transkript', 'Транскрипт', 'Transcript'),
        text: t('{student.name}', '{student.name}', '{student.name}'),
        facts: [],
        signatories: ['RECTOR', 'REGISTRAR'],
        valid_days: null,
      },
      fee: '0',
      deliveries: ['PDF', 'PICKUP'],
      languages: ['uz', 'ru', 'en'],
    },
  },
  {
    code: 'ATTENDANCE',
    title: t('Darslarga qatnashganlik haqida guvohnoma', 'Справка о посещении занятий', 'Certificate of attendance'),
    about: t(
      'Belgilangan kunlarda darsda boʻlganingizni tasdiqlaydi.',
      'Подтверждает, что в эти дни вы были на занятиях.',
      'Confirms that you attended classes on these days.',
    ),
    situations: ['WORK', 'FAMILY'],
    audience: ['ACTIVE'],
    form: {
      sections: [
        who,
        section(details, [
          ask('from', 'DATE', t('Birinchi kun', 'Первый день', 'First day')),
          ask('until', 'DATE', t('Oxirgi kun', 'Последний день', 'Last day')),
          ask('addressee', 'TEXT', t('Qayerga', 'Куда', 'Where it goes'), { max: 200 }),
        ]),
      ],
      steps: [check(['STUDENTS_DEPARTMENT', 'STUDENTS_DEPARTMENT_SAMARKAND'], 2), make(registrars, 1)],
      paper: reference(
        t('Darslarga qatnashganlik haqida guvohnoma', 'Справка о посещении занятий', 'Certificate of attendance'),
        t(
          '{student.name} {answers.from} – {answers.until} kunlari darslarda qatnashgan.\n\n{answers.addressee}ga taqdim etish uchun berildi.',
          '{student.name} посещал(а) занятия с {answers.from} по {answers.until}.\n\nВыдана для предъявления: {answers.addressee}.',
          '{student.name} attended classes from {answers.from} to {answers.until}.\n\nIssued for {answers.addressee}.',
        ),
        { kind: 'CERTIFICATE', facts: ['student.number', 'student.course', 'student.group'], valid_days: null },
      ),
      fee: '0',
      deliveries: ['PDF', 'PICKUP'],
      languages: ['uz', 'ru', 'en'],
    },
  },
  {
    code: 'EARLY_LEAVE',
    title: t('Vaqtidan oldin ketishga ruxsat', 'Разрешение уехать раньше', 'Permission to leave early'),
    about: t(
      'Semestr tugashidan oldin ketish zarur boʻlsa.',
      'Если нужно уехать до конца семестра.',
      'Where you must leave before the end of the semester.',
    ),
    situations: ['FAMILY', 'HEALTH'],
    audience: ['ACTIVE'],
    form: {
      sections: [
        who,
        section(details, [
          ask('from', 'DATE', t('Qaysi kundan', 'С какого дня', 'From which day')),
          ask('reason', 'TEXTAREA', t('Sabab', 'Причина', 'Reason'), { max: 1000 }),
          ask('proof', 'FILE', t('Tasdiqlovchi hujjat', 'Подтверждение', 'Proof'), { required: false }),
        ]),
      ],
      steps: [
        {
          key: 'approve',
          title: t('Dekan roziligi', 'Согласие декана', 'The dean agrees'),
          roles: ['DEAN'],
          action: 'APPROVE',
          days: 2,
        },
        make(registrars, 1),
      ],
      paper: reference(
        t('Ruxsatnoma', 'Разрешение', 'Permission'),
        t(
          '{student.name}ga {answers.from} dan ketishga ruxsat beriladi.',
          '{student.name} разрешается уехать с {answers.from}.',
          '{student.name} is permitted to leave from {answers.from}.',
        ),
        { kind: 'CERTIFICATE', facts: ['student.number', 'student.group'], valid_days: 60 },
      ),
      fee: '0',
      deliveries: ['PDF'],
      languages: ['uz', 'ru', 'en'],
    },
  },
  {
    code: 'CLEARANCE',
    title: t('Aylanma varaqa', 'Обходной лист', 'Clearance sheet'),
    about: t(
      'Kutubxona, buxgalteriya va dekanat: qarz yoʻqligi.',
      'Библиотека, бухгалтерия и деканат: нет задолженностей.',
      'Library, accounts and dean: nothing is owed.',
    ),
    situations: ['STUDY', 'WORK'],
    audience: ['ACTIVE', 'WITHDRAWN', 'TRANSFERRED_OUT', 'GRADUATED'],
    form: {
      sections: [
        who,
        section(details, [
          choice('why', t('Nima uchun', 'Зачем', 'What for'), [
            ['GRADUATION', t('Bitirish', 'Выпуск', 'Graduation')],
            ['TRANSFER', t('Boshqa oʻqish joyiga koʻchish', 'Перевод в другой вуз', 'Transfer elsewhere')],
            ['LEAVING', t('Oʻqishni tark etish', 'Отчисление по желанию', 'Withdrawal')],
          ]),
        ]),
      ],
      steps: [
        check(['LIBRARY_MODERATOR'], 2, t('Kutubxona', 'Библиотека', 'Library'), 'library'),
        check(['ACCOUNTING_HEAD'], 2, t('Buxgalteriya', 'Бухгалтерия', 'Accounts'), 'accounts'),
        check(['DEAN'], 2, t('Dekanat', 'Деканат', 'Dean'), 'dean'),
        make(registrars, 1),
      ],
      paper: reference(
        t('Aylanma varaqa', 'Обходной лист', 'Clearance sheet'),
        t(
          '{student.name}ning universitet oldida qarzi yoʻq: kutubxona, buxgalteriya va dekanat tasdiqladi.',
          '{student.name} не имеет задолженностей перед университетом: подтвердили библиотека, бухгалтерия и деканат.',
          '{student.name} owes nothing to the university: library, accounts and dean have confirmed it.',
        ),
        { kind: 'CERTIFICATE', valid_days: 30 },
      ),
      fee: '0',
      deliveries: ['PDF', 'PICKUP'],
      languages: ['uz', 'ru', 'en'],
    },
  },
  {
    code: 'DORMITORY',
    title: t('Yotoqxonaga yoʻllanma', 'Направление в общежитие', 'Place in a dormitory'),
    about: t('Talabalar turar joyidan joy soʻrash.', 'Запрос места в общежитии.', 'Ask for a place in a dormitory.'),
    situations: ['HOME'],
    audience: ['ACTIVE'],
    form: {
      sections: [
        who,
        section(details, [
          ask('address', 'TEXT', t('Doimiy manzil', 'Постоянный адрес', 'Permanent address'), { max: 300 }),
          choice('benefit', t('Imtiyoz', 'Льгота', 'Benefit'), [
            ['NONE', t('Yoʻq', 'Нет', 'None')],
            ['ORPHAN', t('Yetim', 'Сирота', 'Orphan')],
            ['DISABILITY', t('Nogironlik', 'Инвалидность', 'Disability')],
            ['REGION', t('Olis hudud', 'Отдалённый регион', 'Remote region')],
          ]),
          ask('proof', 'FILE', t('Imtiyoz hujjati', 'Документ о льготе', 'Proof of the benefit'), {
            condition: { field: 'benefit', in: ['ORPHAN', 'DISABILITY'] },
          }),
          ask('signature', 'SIGNATURE', t('Imzo', 'Подпись', 'Signature')),
        ]),
      ],
      steps: [
        check(['STUDENTS_DEPARTMENT', 'STUDENTS_DEPARTMENT_SAMARKAND'], 3),
        make(['STUDENTS_DEPARTMENT', 'STUDENTS_DEPARTMENT_SAMARKAND'], 1),
      ],
      paper: reference(
        t('Yotoqxonaga yoʻllanma', 'Направление в общежитие', 'Referral to a dormitory'),
        t(
          '{student.name} talabalar turar joyiga yuborildi.',
          '{student.name} направляется в общежитие.',
          '{student.name} is referred to a dormitory.',
        ),
        { facts: ['student.number', 'student.course', 'student.group'], valid_days: 14 },
      ),
      fee: '0',
      deliveries: ['PDF', 'PICKUP'],
      languages: ['uz', 'ru'],
    },
  },
];
