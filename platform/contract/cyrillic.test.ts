import { describe, expect, it } from 'vitest';
import { messageInCyrillic, textInCyrillic } from './cyrillic.ts';

describe('Uzbek in Cyrillic', () => {
  it.each([
    ['Talabalar roʻyxati', 'Талабалар рўйхати'],
    ['JShShIR, JSHSHIRi, QQS va STIR', 'ЖШШИР, ЖШШИРи, ҚҚС ва СТИР'],
    ['Oʻqituvchi eʼlon qildi', 'Ўқитувчи эълон қилди'],
    // Names, formats and addresses stay, their endings do not.
    ['PDFni Excelga, QR-kod va HEMIS', 'PDFни Excelга, QR-код ва HEMIS'],
    ['Payme va Click orqali', 'Payme ва Click орқали'],
    ['e-mail: a.karimov@mail.uz, E-IMZO', 'e-mail: a.karimov@mail.uz, E-IMZO'],
    ['https://example.com/uz/help dan oʻqing', 'https://example.com/uz/help дан ўқинг'],
    ['imsmanifest.xml va .xlsx fayllar', 'imsmanifest.xml ва .xlsx файллар'],
    // Codes, and figures that look like words.
    ['LIFE-2026 va KI-21-01 guruhlari, SHA-256', 'LIFE-2026 ва KI-21-01 гуруҳлари, SHA-256'],
    ['EIMZO_URL, 101A xona, III kurs', 'EIMZO_URL, 101A хона, III курс'],
    ['2026-yil 21-noyabr, 5-semestr', '2026-йил 21-ноябрь, 5-семестр'],
    ['Ctrl+D, F2', 'Ctrl+D, F2'],
    ['tuition=GRANT yoki FOREIGN', 'tuition=GRANT ёки FOREIGN'],
    // Signs and letters of which Latin says nothing.
    ['Fakultet, FAKULTET, filtrlar, kompyuter', 'Факультет, ФАКУЛЬТЕТ, фильтрлар, компьютер'],
    ['Obyekt va subyekt', 'Объект ва субъект'],
    ['Modul, modulni, Parol, parolsiz, rol, rollar', 'Модуль, модулни, Пароль, паролсиз, роль, роллар'],
    ['sentabr, oktabr, sentabrda', 'сентябрь, октябрь, сентябрда'],
    ['Kompetensiya, aksiya, funksional; vakansiya, sessiya', 'Компетенция, акция, функционал; вакансия, сессия'],
    ['litsenziya, dotsent, attestatsiya', 'лицензия, доцент, аттестация'],
    ['ketsangiz, oʻtsa, oʻtsin, hujjatsiz, baxtsizlik', 'кетсангиз, ўтса, ўтсин, ҳужжатсиз, бахтсизлик'],
    // Foreign words have letters that Uzbek has not.
    ['Microsoft Windows va Python dasturi', 'Microsoft Windows ва Python дастури'],
    ['menyu, boʻlyapti, oʻtyapti, obyektiv', 'меню, бўляпти, ўтяпти, объектив'],
  ])('%s is %s', (latin, cyrillic) => expect(textInCyrillic(latin)).toBe(cyrillic));

  it('changes nothing that is Cyrillic already', () => {
    const text = 'Ўқув йили – учебный год';
    expect(textInCyrillic(text)).toBe(text);
  });

  it.each([
    ['Salom, {name}! {count, number} ta', 'Салом, {name}! {count, number} та'],
    ['{count, plural, one {# talaba} other {# talaba}}', '{count, plural, one {# талаба} other {# талаба}}'],
    [
      '{kind, select, exam {{date} kuni imtihon} other {<b>Dars</b> {at}da}}',
      '{kind, select, exam {{date} куни имтиҳон} other {<b>Дарс</b> {at}да}}',
    ],
    ["Qavsdagi '{name}' toʻldiriladi", "Қавсдаги '{name}' тўлдирилади"],
    ['Mas’ul {name}', 'Масъул {name}'],
  ])('of the pattern %s the words alone', (latin, cyrillic) => expect(messageInCyrillic(latin)).toBe(cyrillic));
});
