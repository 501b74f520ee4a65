import {
  accountants,
  approve,
  ask,
  change,
  check,
  choice,
  deans,
  department,
  details,
  from,
  heads,
  pay,
  type ShippedType,
  section,
  t,
  who,
} from './words.ts';

/** Types that end with a decision, an order or a change of the record. */

const reason = ask('reason', 'TEXTAREA', t('Sabab', 'Причина', 'Reason'), { min: 10, max: 1000 });
const proof = ask('proof', 'FILE', t('Tasdiqlovchi hujjat', 'Подтверждающий документ', 'Proof'));
const agreed = t('Dekan roziligi', 'Согласие декана', 'The dean agrees');
const plain = {
  paper: null,
  fee: '0',
  deliveries: ['PDF' as const],
  languages: ['uz' as const, 'ru' as const, 'en' as const],
};

export const changeTypes: ShippedType[] = [
  {
    code: 'ACADEMIC_LEAVE',
    title: t('Akademik taʼtil', 'Академический отпуск', 'Academic leave'),
    about: t(
      'Sogʻliq, oila yoki xizmat sababli tanaffus.',
      'Перерыв по здоровью, семье или службе.',
      'A break for health, family or service.',
    ),
    situations: ['HEALTH', 'FAMILY', 'MILITARY'],
    audience: ['ACTIVE'],
    form: {
      ...plain,
      sections: [
        who,
        section(details, [
          choice('ground', t('Asos', 'Основание', 'Ground'), [
            ['HEALTH', t('Sogʻliq', 'Здоровье', 'Health')],
            ['FAMILY', t('Oilaviy sharoit', 'Семейные обстоятельства', 'Family')],
            ['SERVICE', t('Harbiy xizmat', 'Военная служба', 'Military service')],
          ]),
          ask('from', 'DATE', t('Qaysi kundan', 'С какого дня', 'From which day')),
          ask('until', 'DATE', t('Qaysi kungacha', 'До какого дня', 'Until which day')),
          reason,
          { ...proof, condition: { field: 'ground', in: ['HEALTH', 'SERVICE'] } },
        ]),
      ],
      steps: [
        check(department, 2),
        approve(deans, 2, agreed),
        change(heads, 2, { kind: 'LEAVE', with: { starts_on: 'from', ends_on: 'until', reason: 'reason' } }),
      ],
    },
  },
  {
    code: 'RETURN',
    title: t('Oʻqishga qaytish', 'Выход из академического отпуска', 'Return to studies'),
    about: t(
      'Akademik taʼtildan keyin oʻqishni davom ettirish.',
      'Продолжить учёбу после академического отпуска.',
      'Go on after an academic leave.',
    ),
    situations: ['STUDY'],
    audience: ['GAP_YEAR'],
    form: {
      ...plain,
      sections: [
        who,
        section(details, [ask('from', 'DATE', t('Qaysi kundan', 'С какого дня', 'From which day')), reason]),
      ],
      steps: [
        check(department, 2),
        change(heads, 2, { kind: 'RETURN', with: { starts_on: 'from', reason: 'reason' } }),
      ],
    },
  },
  {
    code: 'TRANSFER',
    title: t(
      'Boshqa yoʻnalish yoki shaklga koʻchirish',
      'Перевод на другое направление или форму',
      'Transfer to another programme or form',
    ),
    about: t(
      'Universitet ichida koʻchish haqida ariza.',
      'Заявление о переводе внутри университета.',
      'Ask to move within the university.',
    ),
    situations: ['STUDY'],
    audience: ['ACTIVE'],
    form: {
      ...plain,
      sections: [
        who,
        section(details, [
          from('target', 'COURSE', t('Qaysi yoʻnalishga', 'На какое направление', 'To which programme'), {
            required: false,
            hint: t(
              'Faqat shakl yoki til oʻzgarsa, boʻsh qoldiring.',
              'Оставьте пустым, если меняется только форма или язык.',
              'Leave empty where only form or language changes.',
            ),
          }),
          from('form', 'EDUCATION_FORM', t('Qaysi shaklga', 'На какую форму', 'To which form of education'), {
            required: false,
          }),
          choice('language', t('Oʻqish tili', 'Язык обучения', 'Language of study'), [
            ['uz', t('Oʻzbek', 'Узбекский', 'Uzbek')],
            ['ru', t('Rus', 'Русский', 'Russian')],
            ['en', t('Ingliz', 'Английский', 'English')],
          ]),
          reason,
        ]),
      ],
      steps: [
        check(department, 2),
        approve(deans, 3, agreed),
        change(['REGISTRAR_HEAD'], 3, {
          kind: 'TRANSFER',
          with: { course_id: 'target', education_form_id: 'form', study_language: 'language', reason: 'reason' },
        }),
      ],
    },
  },
  {
    code: 'NAME_CHANGE',
    title: t('Familiya yoki ismni oʻzgartirish', 'Смена фамилии или имени', 'Change of name'),
    about: t(
      'Nikoh yoki sud qarori asosida.',
      'На основании брака или решения суда.',
      'After a marriage or by a court.',
    ),
    situations: ['FAMILY', 'MISTAKE'],
    audience: ['ACTIVE', 'GAP_YEAR', 'INACTIVE'],
    form: {
      ...plain,
      sections: [
        who,
        section(details, [
          ask('lastname', 'TEXT', t('Yangi familiya', 'Новая фамилия', 'New surname'), { max: 60 }),
          ask('firstname', 'TEXT', t('Yangi ism', 'Новое имя', 'New first name'), { max: 60, required: false }),
          ask('midname', 'TEXT', t('Yangi otasining ismi', 'Новое отчество', 'New patronymic'), {
            max: 60,
            required: false,
          }),
          ask(
            'proof',
            'FILE',
            t('Guvohnoma yoki yangi pasport', 'Свидетельство или новый паспорт', 'Certificate or new passport'),
          ),
        ]),
      ],
      steps: [
        check(department, 2),
        change(heads, 1, { kind: 'NAME', with: { lastname: 'lastname', firstname: 'firstname', midname: 'midname' } }),
      ],
    },
  },
  {
    code: 'RETAKE',
    title: t('Qayta topshirishga ruxsat', 'Разрешение на пересдачу', 'Permission to retake'),
    about: t(
      'Imtihonni uzrli sabab bilan qayta topshirish.',
      'Пересдача экзамена по уважительной причине.',
      'Retake an exam for a good reason.',
    ),
    situations: ['STUDY', 'HEALTH'],
    audience: ['ACTIVE'],
    form: {
      ...plain,
      sections: [
        who,
        section(details, [
          from('module', 'RETAKE', t('Qaysi fan', 'Какой предмет', 'Which module'), {
            hint: t('Oʻtilmagan fanlardan.', 'Из несданных предметов.', 'Of the modules that were not passed.'),
          }),
          ask('missed', 'NUMBER', t('Qoldirilgan darslar', 'Пропущено занятий', 'Classes missed'), {
            min: 0,
            max: 500,
          }),
          ask('held', 'NUMBER', t('Oʻtilgan darslar', 'Проведено занятий', 'Classes held'), { min: 1, max: 500 }),
          ask('share', 'FORMULA', t('Qoldirilgan ulush, %', 'Доля пропусков, %', 'Share missed, %'), {
            formula: 'round(missed / held * 100, 1)',
            required: false,
          }),
          reason,
          { ...proof, required: false },
        ]),
      ],
      steps: [
        approve(deans, 2, agreed),
        change(
          ['EXAM_HEAD'],
          2,
          { kind: 'RETAKE', with: { course_module_id: 'module' } },
          t('Imtihonlar boʻlimi', 'Отдел экзаменов', 'Examinations'),
        ),
      ],
    },
  },
  {
    code: 'CARD_DUPLICATE',
    title: t('Talaba guvohnomasi dublikati', 'Дубликат студенческого билета', 'Duplicate of the student card'),
    about: t(
      'Guvohnoma yoʻqolgan yoki buzilgan boʻlsa.',
      'Если билет потерян или испорчен.',
      'Where the card is lost or damaged.',
    ),
    situations: ['MISTAKE'],
    audience: ['ACTIVE'],
    form: {
      ...plain,
      fee: '33000',
      sections: [
        who,
        section(details, [
          choice('what', t('Nima boʻldi', 'Что случилось', 'What happened'), [
            ['LOST', t('Yoʻqoldi', 'Потерян', 'Lost')],
            ['DAMAGED', t('Buzildi', 'Испорчен', 'Damaged')],
          ]),
          ask('photo', 'PHOTO', t('Surat 3×4', 'Фото 3×4', 'Photo 3×4')),
        ]),
      ],
      steps: [
        pay(),
        change(
          ['ID_CARD_PRINTER', 'REGISTRAR_HEAD'],
          3,
          { kind: 'CARD', with: { cause: 'what' } },
          t('Guvohnomani tayyorlash', 'Изготовление билета', 'Printing of the card'),
        ),
      ],
    },
  },
  {
    code: 'DISCOUNT',
    title: t('Shartnoma chegirmasi', 'Скидка по договору', 'Discount of the contract'),
    about: t('Imtiyoz yoki natijalar asosida.', 'По льготе или по результатам.', 'For a benefit or for results.'),
    situations: ['MONEY'],
    audience: ['ACTIVE'],
    form: {
      ...plain,
      sections: [
        who,
        section(details, [
          choice('ground', t('Asos', 'Основание', 'Ground'), [
            ['RESULTS', t('Aʼlo natijalar', 'Отличные результаты', 'Excellent results')],
            ['DISABILITY', t('Nogironlik', 'Инвалидность', 'Disability')],
            ['ORPHAN', t('Yetim', 'Сирота', 'Orphan')],
            ['FAMILY', t('Oilada ikki talaba', 'Двое студентов в семье', 'Two students in a family')],
          ]),
          { ...proof, condition: { field: 'ground', in: ['DISABILITY', 'ORPHAN', 'FAMILY'] } },
          reason,
        ]),
      ],
      steps: [
        check(department, 2),
        change(
          accountants,
          3,
          { kind: 'DISCOUNT', with: { reason: 'reason' } },
          t('Buxgalteriya qarori', 'Решение бухгалтерии', 'The accountant decides'),
        ),
      ],
    },
  },
];
