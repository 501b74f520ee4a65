import { z } from 'zod';
import {
  birthdate,
  clearable,
  type DeclaredFields,
  date,
  email,
  type Field,
  gender,
  id,
  peopleSheets,
  phone,
  readAs,
  requiredText,
  text,
} from '#platform/contract/index.ts';

/** The fields of a staff record, each once: everything that speaks of them reads them here. */

export const degrees = ['CANDIDATE', 'PHD', 'DSC'] as const;
export const academicTitles = ['SENIOR_RESEARCHER', 'DOCENT', 'PROFESSOR', 'ACADEMICIAN'] as const;
const degree = z.enum(degrees);
const academicTitle = z.enum(academicTitles);
const nullable = z.string().nullable();
const reference = z.number().nullable();
const passportNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}\d{7}$/, { error: 'STAFF_PASSPORT_FORMAT' });
const pinflNumber = z
  .string()
  .trim()
  .regex(/^[1-6]\d{13}$/, { error: 'STAFF_PINFL_FORMAT' });

/** 0.25 to 2, in hundredths: 1.00 is one full job. Decimal text, because shares of a wage are money. */
export const rate = readAs<z.ZodString, string | number>(
  (value) => (typeof value === 'number' ? String(value) : value),
  z
    .string()
    .regex(/^[0-2](\.\d{1,2})?$/, { error: 'RATE_RANGE' })
    .refine((value) => Number(value) >= 0.25 && Number(value) <= 2, { error: 'RATE_RANGE' }),
);

export type Part = 'person' | 'work' | 'personal';
/** `staff.read` sees what everybody sees who sees the person. */
export type Sees = 'staff.read' | 'staff.personal';

export const staffFields = {
  staff_no: {
    titles: { uz: 'Tabel raqami', ru: 'Табельный номер', en: 'Staff number' },
    hint: {
      uz: 'Boʻsh qoldirilsa, raqam oʻzi beriladi',
      ru: 'Если оставить пустым, номер присвоится сам',
      en: 'Left empty, a number is given out',
    },
    part: 'work',
    sees: 'staff.read',
    listed: true,
    save: requiredText(40)
      .regex(/^[\p{L}\p{N}./-]+$/u, { error: 'invalid' })
      .optional()
      .describe('given out when it is left empty'),
    out: z.string(),
    control: { kind: 'text' },
    copied: true,
    sheet: { read: { as: 'text', max: 40 }, example: 'S-00001' },
  },
  lastname: {
    titles: { uz: 'Familiya', ru: 'Фамилия', en: 'Last name' },
    part: 'person',
    sees: 'staff.read',
    listed: true,
    save: requiredText(100),
    out: z.string(),
    control: { kind: 'text' },
    sheet: peopleSheets.lastname,
  },
  firstname: {
    titles: { uz: 'Ism', ru: 'Имя', en: 'First name' },
    part: 'person',
    sees: 'staff.read',
    listed: true,
    save: requiredText(100),
    out: z.string(),
    control: { kind: 'text' },
    sheet: peopleSheets.firstname,
  },
  midname: {
    titles: { uz: 'Otasining ismi', ru: 'Отчество', en: 'Patronymic' },
    part: 'person',
    sees: 'staff.read',
    listed: true,
    save: clearable(text(100)),
    out: nullable,
    control: { kind: 'text' },
    sheet: peopleSheets.midname,
  },
  gender: {
    titles: { uz: 'Jinsi', ru: 'Пол', en: 'Gender' },
    part: 'person',
    sees: 'staff.read',
    listed: true,
    column: 'choosable',
    save: clearable(gender),
    out: gender.nullable(),
    control: { kind: 'select', codes: gender.options, words: 'staff.gender' },
    sheet: peopleSheets.gender,
  },
  degree: {
    titles: { uz: 'Ilmiy daraja', ru: 'Учёная степень', en: 'Degree' },
    part: 'person',
    sees: 'staff.read',
    listed: true,
    column: 'choosable',
    save: clearable(degree),
    out: degree.nullable(),
    control: { kind: 'select', codes: degrees, words: 'staff.degree' },
    sheet: {
      read: {
        as: 'code',
        words: {
          CANDIDATE: ['fan nomzodi', 'кандидат наук', 'candidate of sciences'],
          PHD: [
            'PhD (falsafa doktori)',
            'PhD (доктор философии)',
            'Doctor of Philosophy (PhD)',
            'falsafa doktori',
            'доктор философии',
            'Doctor of Philosophy',
          ],
          DSC: [
            'DSc (fan doktori)',
            'DSc (доктор наук)',
            'Doctor of Science (DSc)',
            'fan doktori',
            'доктор наук',
            'Doctor of Science',
          ],
        },
      },
      example: 'PHD',
      after: 'hired_on',
    },
  },
  academic_title: {
    titles: { uz: 'Ilmiy unvon', ru: 'Учёное звание', en: 'Academic title' },
    part: 'person',
    sees: 'staff.read',
    listed: true,
    column: 'choosable',
    save: clearable(academicTitle),
    out: academicTitle.nullable(),
    control: { kind: 'select', codes: academicTitles, words: 'staff.academic_title' },
    sheet: {
      read: {
        as: 'code',
        words: {
          SENIOR_RESEARCHER: ['katta ilmiy xodim', 'старший научный сотрудник', 'senior researcher'],
          DOCENT: ['dotsent', 'доцент', 'associate professor'],
          PROFESSOR: ['professor', 'профессор', 'professor', 'full professor'],
          ACADEMICIAN: ['akademik', 'академик', 'academician'],
        },
      },
      example: 'DOCENT',
      after: 'degree',
    },
  },
  department_id: {
    titles: { uz: 'Boʻlim', ru: 'Подразделение', en: 'Department' },
    part: 'work',
    sees: 'staff.read',
    listed: true,
    save: clearable(id),
    out: reference,
    control: { kind: 'reference', to: 'department' },
    sheet: {
      key: 'department',
      aliases: ['Kafedra', 'Кафедра'],
      read: { as: 'text', max: 300 },
      example: 'Matematika kafedrasi',
      after: 'current_address',
      refers: { table: 'departments', of: 'department_id' },
    },
  },
  job_position_id: {
    titles: { uz: 'Lavozim', ru: 'Должность', en: 'Job position' },
    part: 'work',
    sees: 'staff.read',
    listed: true,
    save: clearable(id),
    out: reference,
    control: { kind: 'reference', to: 'job' },
    sheet: {
      key: 'job_position',
      read: { as: 'text', max: 300 },
      example: 'Dotsent',
      after: 'department',
      refers: { table: 'job_positions', of: 'job_position_id', where: "status = 'ACTIVE'" },
    },
  },
  hired_on: {
    titles: { uz: 'Ishga olingan sana', ru: 'Дата приёма', en: 'Hired on' },
    part: 'work',
    sees: 'staff.read',
    listed: true,
    save: clearable(date),
    out: nullable,
    control: { kind: 'date' },
    sheet: { read: { as: 'date', min: '1950-01-01' }, example: '2020-09-01', after: 'contract_number' },
  },
  work_phone: {
    titles: { uz: 'Ish telefoni', ru: 'Рабочий телефон', en: 'Work phone' },
    part: 'work',
    sees: 'staff.read',
    listed: true,
    save: clearable(phone),
    out: nullable,
    control: { kind: 'phone' },
    sheet: { read: { as: 'phone' }, example: '+998 71 200-00-01', after: 'phone' },
  },
  work_email: {
    titles: { uz: 'Ish e-pochtasi', ru: 'Рабочая почта', en: 'Work e-mail' },
    part: 'work',
    sees: 'staff.read',
    listed: true,
    column: 'choosable',
    save: clearable(email),
    out: nullable,
    control: { kind: 'email' },
    sheet: { read: { as: 'email' }, example: 'a.karimov@example.uz', after: 'email' },
  },
  public: {
    titles: { uz: 'Saytda pochtasi koʻrsatilsin', ru: 'Показывать почту на сайте', en: 'Show the e-mail to visitors' },
    hint: {
      uz: 'Xodim rozi boʻlsa, tashrif buyuruvchilar ish e-pochtasini koʻradi',
      ru: 'С согласия сотрудника посетители видят рабочую почту',
      en: 'With the person’s consent visitors see the work e-mail',
    },
    part: 'work',
    sees: 'staff.read',
    listed: true,
    save: z.boolean().optional().describe('the person agreed that visitors see the work e-mail'),
    out: z.boolean(),
    control: { kind: 'switch' },
  },
  birthdate: {
    titles: { uz: 'Tugʻilgan sana', ru: 'Дата рождения', en: 'Date of birth' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(birthdate),
    out: nullable,
    control: { kind: 'date', until: 'today' },
    sheet: peopleSheets.birthdate,
  },
  passport_id: {
    titles: { uz: 'Pasport', ru: 'Паспорт', en: 'Passport' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(passportNumber),
    out: nullable,
    control: { kind: 'text', placeholder: 'AA1234567' },
    copied: true,
    sheet: peopleSheets.passport_id,
  },
  pinfl: {
    titles: { uz: 'JSHSHIR', ru: 'ПИНФЛ', en: 'PINFL' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(pinflNumber),
    out: nullable,
    control: { kind: 'text' },
    copied: true,
    sheet: peopleSheets.pinfl,
  },
  phone: {
    titles: { uz: 'Shaxsiy telefon', ru: 'Личный телефон', en: 'Personal phone' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(phone),
    out: nullable,
    control: { kind: 'phone' },
    sheet: { aliases: ['Telefon', 'Телефон', 'Phone'], read: { as: 'phone' }, example: '+998 90 123-45-67' },
  },
  email: {
    titles: { uz: 'Shaxsiy e-pochta', ru: 'Личная почта', en: 'Personal e-mail' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(email),
    out: nullable,
    control: { kind: 'email' },
    sheet: { aliases: ['Email'], read: { as: 'email' }, example: 'ali@example.uz' },
  },
  contract_number: {
    titles: { uz: 'Mehnat shartnomasi raqami', ru: 'Номер трудового договора', en: 'Contract number' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(text(60)),
    out: nullable,
    control: { kind: 'text' },
    sheet: {
      titles: { uz: 'Shartnoma raqami', ru: 'Номер договора', en: 'Contract number' },
      read: { as: 'text', max: 60 },
      example: '12/2020',
      after: 'employment_rate',
    },
  },
  employment_rate: {
    titles: { uz: 'Stavka', ru: 'Ставка', en: 'Employment rate' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: rate.optional(),
    out: z.string(),
    control: { kind: 'number', min: 0.25, max: 2, step: 0.25, decimals: 2 },
    sheet: { read: { as: 'money' }, example: 1, after: 'job_position' },
  },
  permanent_address: {
    titles: { uz: 'Doimiy manzil', ru: 'Адрес прописки', en: 'Permanent address' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(text(500)),
    out: nullable,
    control: { kind: 'text' },
    wide: true,
    sheet: peopleSheets.permanent_address,
  },
  current_address: {
    titles: { uz: 'Yashash manzili', ru: 'Адрес проживания', en: 'Current address' },
    part: 'personal',
    sees: 'staff.personal',
    listed: true,
    save: clearable(text(500)),
    out: nullable,
    control: { kind: 'text' },
    wide: true,
    sheet: peopleSheets.current_address,
  },
} as const satisfies Record<string, Field<Part, Sees>>;

export const declared = { staff: staffFields } satisfies DeclaredFields;
