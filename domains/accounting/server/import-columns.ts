import { defineColumns, parse } from '#platform/server/spreadsheets.ts';

/** Columns of the three files: contracts signed on paper, payments, fines. */

const money = parse.money();
/** What more than one of the files has. */
const shared = {
  contract_number: {
    titles: { uz: 'Shartnoma raqami', ru: 'Номер договора', en: 'Contract number' },
    aliases: ['Shartnoma', 'Договор', 'Contract'],
    required: true,
    parse: parse.text(60),
    example: 'K-2026-000001',
  },
  external_ref: { aliases: ['ID', 'Reference'], required: true, parse: parse.text(120) },
  amount: {
    titles: { uz: 'Summa, soʻm', ru: 'Сумма, сум', en: 'Amount, soʻm' },
    aliases: ['Summa', 'Сумма', 'Amount'],
    required: true,
    parse: money,
  },
  deadline: {
    titles: { uz: 'Toʻlov muddati', ru: 'Срок оплаты', en: 'Deadline' },
    required: true,
    parse: parse.date(),
    example: '2026-12-01',
  },
};
const penalty = {
  titles: { uz: 'Penya, soʻm', ru: 'Пеня, сум', en: 'Fine, soʻm' },
  aliases: ['Penya', 'Пеня', 'Fine'],
  parse: money,
};

export const contractColumns = defineColumns([
  { key: 'number', ...shared.contract_number, example: 'SH-2026/118' },
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    aliases: ['Student ID'],
    required: true,
    parse: parse.text(40),
    example: '2600001',
  },
  {
    key: 'academic_year',
    titles: { uz: 'Oʻquv yili', ru: 'Учебный год', en: 'Academic year' },
    required: true,
    parse: parse.text(20),
    example: '2026/2027',
  },
  {
    key: 'type',
    titles: { uz: 'Turi', ru: 'Тип', en: 'Type' },
    parse: parse.enumOf({
      BASIC: ['bazaviy', 'базовый', 'basic'],
      STIPEND: ['stipendiyali', 'со стипендией', 'with a stipend'],
      SUPER: ['tabaqalashtirilgan', 'дифференцированный', 'above the quota', 'super-kontrakt', 'суперконтракт'],
      FOREIGN: ['xorijiy', 'иностранный', 'foreign'],
    }),
    example: 'BASIC',
  },
  { key: 'amount', ...shared.amount, example: '18500000' },
  { key: 'fine_amount', ...penalty, example: '0' },
  { key: 'deadline', ...shared.deadline },
  {
    key: 'signed_on',
    titles: { uz: 'Imzolangan sana', ru: 'Дата подписания', en: 'Signed on' },
    parse: parse.date(),
    example: '2026-09-01',
  },
]);

export const paymentColumns = defineColumns([
  {
    key: 'external_ref',
    ...shared.external_ref,
    titles: { uz: 'Toʻlov identifikatori', ru: 'Идентификатор платежа', en: 'Payment reference' },
    example: 'BNK-2026-11-000118',
  },
  { key: 'contract_number', ...shared.contract_number },
  { key: 'amount', ...shared.amount, example: '4625000' },
  {
    key: 'paid_on',
    titles: { uz: 'Sana', ru: 'Дата', en: 'Date' },
    required: true,
    parse: parse.date(),
    example: '2026-11-10',
  },
  {
    key: 'payment_type',
    titles: { uz: 'Toʻlov turi', ru: 'Тип платежа', en: 'Payment type' },
    parse: parse.enumOf({
      BANK: ['bank', 'банк', 'bank'],
      CASH: ['naqd', 'наличные', 'cash'],
      CARD: ['karta', 'карта', 'card'],
      CLICK: ['click', 'клик', 'Click'],
      PAYME: ['payme', 'пейми', 'Payme'],
      OTHER: ['boshqa', 'другое', 'other'],
    }),
    example: 'BANK',
  },
  {
    key: 'payer',
    titles: { uz: 'Toʻlovchi', ru: 'Плательщик', en: 'Payer' },
    parse: parse.text(200),
    example: 'Karimova Aziza',
  },
  {
    key: 'report_number',
    titles: { uz: 'Hisobot raqami', ru: 'Номер отчёта', en: 'Report number' },
    parse: parse.text(60),
    example: '118',
  },
  {
    key: 'bank_name',
    titles: { uz: 'Bank', ru: 'Банк', en: 'Bank name' },
    parse: parse.text(120),
    example: 'Ipak Yoʻli Bank',
  },
]);

export const fineColumns = defineColumns([
  {
    key: 'external_ref',
    ...shared.external_ref,
    titles: { uz: 'Penya identifikatori', ru: 'Идентификатор пени', en: 'Fine reference' },
    example: 'P-2026-11-0001',
  },
  { key: 'contract_number', ...shared.contract_number },
  { key: 'amount', ...penalty, aliases: [...penalty.aliases, 'Amount'], required: true, example: '92500' },
  { key: 'due_on', ...shared.deadline, titles: { uz: 'Toʻlov muddati', ru: 'Срок оплаты', en: 'Due on' } },
  {
    key: 'note',
    titles: { uz: 'Izoh', ru: 'Примечание', en: 'Note' },
    parse: parse.text(500),
    example: '1-boʻlak kechikdi',
  },
]);
